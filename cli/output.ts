/**
 * What the CLI prints. Written at once and to the end: a pipe loses nothing when the process exits.
 */
import { printable } from "../engine/core/printable.ts";
import { encodeUtf8 } from "../engine/core/bytes.ts";
import { writeBytes } from "../shim/node/write-files.ts";

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

/** DEL, C1 and what turns a line around are legal in JSON, and would steer a terminal. */
export function renderJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return text.replace(
    /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g,
    (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}
