/**
 * What the CLI prints. Writes are synchronous, so that a pipe loses nothing when the process exits.
 */
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { printable } from "../../engine/core/printable.ts";
import { writeBytes } from "../../shim/node/write-files.ts";

let said = false;

export function say(text: string): void {
  if (text !== "") said = true;
  writeBytes(1, encodeUtf8(printable(text)));
}

/** Has anything been printed on standard output? */
export function hasSaid(): boolean {
  return said;
}

export function sayError(text: string): void {
  writeBytes(2, encodeUtf8(printable(text)));
}

/** For programs. */
export function sayJson(value: unknown): void {
  say(renderJson(value) + "\n");
}

/** Escapes characters that are legal in JSON but would steer a terminal: DEL, C1, and those that turn a line's direction. */
export function renderJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return text.replace(
    /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g,
    (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

/** Rows of texts as aligned columns, under their headings. */
export function renderColumns(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(oneLine));
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => (line[i] as string).length)));
  const padded = lines.map((line) => line.map((cell, i) => cell.padEnd(widths[i] as number)).join("  "));
  return padded.map((line) => line.trimEnd() + "\n").join("");
}

/** One cell is one line. */
function oneLine(cell: string): string {
  return printable(cell.replace(/\s+/g, " "));
}
