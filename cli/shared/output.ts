/**
 * What the CLI prints. Writes are synchronous, so that a pipe loses nothing when the process exits.
 */
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { printable } from "../../engine/core/printable.ts";
import { writeBytes } from "../../shim/node/write-files.ts";
import { paintLabels } from "../../shim/report/colour.ts";
import { painter } from "./terminal.ts";

let hasPrinted = false;

export function say(text: string): void {
  sayPainted(printable(text) as Painted);
}

/** Text in which only we have put control sequences. */
export type Painted = string & { readonly isPainted?: true };

/** Made of `printable` text and `painter`. */
export function sayPainted(text: Painted): void {
  if (text !== "") hasPrinted = true;
  writeBytes(1, encodeUtf8(text));
}

/** Has anything been printed on standard output? */
export function hasSaid(): boolean {
  return hasPrinted;
}

const volume = { isQuiet: false, isVerbose: false };

/** `--quiet` and `--verbose` */
export function setVolume(chosen: Partial<typeof volume>): void {
  Object.assign(volume, chosen);
}

/** That something is done: it is not the answer to a question, and not wrong. */
export function sayNotice(text: string): void {
  if (!volume.isQuiet) say(text);
}

export function isQuiet(): boolean {
  return volume.isQuiet;
}

/** With `--verbose`. */
export function sayDetail(text: () => string): void {
  if (volume.isVerbose) sayError(`interlock: ${text()}\n`);
}

export function sayError(text: string): void {
  writeBytes(2, encodeUtf8(paintProblems(printable(text))));
}

/** The labels of lines, and the carets below a line of a file. */
function paintProblems(text: string): string {
  const paint = painter(2);
  return paintLabels(text, paint).replace(
    /^( +\| +)(\^+)$/gm,
    (_, before: string, carets: string) => before + paint("red", carets),
  );
}

/** For programs. */
export function sayJson(value: unknown): void {
  say(renderJson(value) + "\n");
}

export function renderJson(value: unknown): string {
  return escapeInJson(JSON.stringify(value, null, 2));
}

/** Escapes characters that are legal in JSON but would steer a terminal: DEL, C1, and those that turn a line's direction. */
export function escapeInJson(json: string): string {
  return json.replace(
    /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g,
    (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}
