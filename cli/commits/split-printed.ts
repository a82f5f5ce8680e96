/**
 * The output of `git rev-list --header` as commits: the id, LF, the object in git's raw format, NUL.
 *
 * That format is not the object: it indents the message, drops white space at the end of lines, blank lines around
 * it, and whatever stands behind a NUL byte. So the object is put together again, and its id says whether it is
 * the same, byte for byte. Where it is not, the object itself has to be read.
 */
import { fromBuffer } from "../../shim/node/byte-strings.ts";
import { digestOf, hashOf } from "./object-id.ts";
import type { Commit } from "../../shim/git/commit-object.ts";

/** An id, where only the object can say. */
export type Printed = Commit | string;

const indented = "\n    ";

/** In pieces as they come. */
export async function* splitPrinted(output: AsyncIterable<Buffer>): AsyncGenerator<Printed[]> {
  const restore = createRestorer();
  let waiting: Buffer[] = [];
  for await (const chunk of output) {
    const end = chunk.lastIndexOf(0) + 1;
    // A large record comes in many chunks, which are joined once.
    if (end > 0) {
      const head = chunk.subarray(0, end);
      yield splitRecords(waiting.length === 0 ? head : Buffer.concat([...waiting, head]), restore);
      waiting = [];
    }
    if (end < chunk.length) waiting.push(chunk.subarray(end));
  }
  if (waiting.length > 0) throw new Error("git rev-list ended in the middle of a commit");
}

function splitRecords(bytes: Buffer, restore: Restore): Printed[] {
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

type Restore = (text: string, start: number, end: number) => Printed;

function createRestorer(): Restore {
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
