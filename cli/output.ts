/**
 * What the CLI prints. Written at once and to the end: a pipe loses nothing when the process exits.
 */
import { printable } from "../engine/compile/printable.ts";
import { encodeUtf8 } from "../engine/core/bytes.ts";
import { writeBytes } from "../shim/node/write-bytes.ts";

export function say(text: string): void {
  writeBytes(1, encodeUtf8(printable(text)));
}

export function sayError(text: string): void {
  writeBytes(2, encodeUtf8(printable(text)));
}

/** For programs. DEL and C1 are legal in JSON, and would steer a terminal. */
export function sayJson(value: unknown): void {
  const text = JSON.stringify(value, null, 2);
  say(text.replace(/[\x7f-\x9f]/g, (unit) => "\\u00" + unit.charCodeAt(0).toString(16)) + "\n");
}
