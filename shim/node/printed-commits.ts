/**
 * What `git rev-list --header` prints as commits: the id, LF, the object in git's raw format, NUL.
 *
 * That format is not the object: it indents the message, drops white space at the end of lines, blank lines around
 * it, and whatever stands behind a NUL byte. So the object is put together again, and its id says whether it is
 * the same, byte for byte. Where it is not, the object itself has to be read.
 */
import type { Commit } from "../git/commit-object.ts";
import { fromBuffer } from "./byte-strings.ts";
import { digestOf, hashOf } from "./object-id.ts";

/** An id, where only the object can say. */
export type Printed = Commit | string;

const indented = "\n    ";

/** Whole records. */
export function splitRecords(bytes: Buffer, restore: Restore): Printed[] {
  // Once for all records in it: a byte string.
  const text = fromBuffer(bytes);
  const printed: Printed[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\0", start);
    printed.push(restore(text, start, end));
    start = end + 1;
  }
  return printed;
}

export type Restore = (text: string, start: number, end: number) => Printed;

export function createRestorer(): Restore {
  let scratch = Buffer.alloc(1 << 16);
  const isObject = (id: string, object: string): boolean => {
    const hashed = `commit ${object.length}\0${object}`;
    if (scratch.length < hashed.length) scratch = Buffer.alloc(2 * hashed.length);
    scratch.write(hashed, "latin1");
    return digestOf(hashOf(id), scratch.subarray(0, hashed.length)) === id;
  };

  return (text, start, end) => {
    const idEnd = text.indexOf("\n", start);
    const id = text.slice(start, idEnd);
    const blank = text.indexOf("\n\n", idEnd);
    // The blank line before an empty message is not printed; what else could be missing the id tells.
    const isEmpty = blank < 0 || blank > end;
    const header = text.slice(idEnd + 1, isEmpty ? end : blank + 1);
    // Every line is indented, those without text too.
    let message = isEmpty ? "" : text.slice(blank + 1 + indented.length, end).replaceAll(indented, "\n");
    if (!isObject(id, `${header}\n${message}`)) {
      // Not every program ends a message with a line end.
      message = message.slice(0, -1);
      if (isEmpty || !isObject(id, `${header}\n${message}`)) return id;
    }
    return { id, header, separator: "\n", message };
  };
}
