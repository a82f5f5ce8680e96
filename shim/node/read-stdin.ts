/**
 * Standard input, however it comes: a pipe that is made non-blocking, as Node does to its own, asks to be tried again when it
 * is empty for a moment.
 */
import { readSync } from "node:fs";
import { fromBuffer } from "./byte-strings.ts";
import { errnoOf } from "./read-files.ts";
import { pause } from "./write-files.ts";

const pieceSize = 1 << 16;

/** All of it, or an errno. */
export function readStdin(): string | number {
  const pieces: Buffer[] = [];
  try {
    for (;;) {
      const piece = Buffer.alloc(pieceSize);
      const got = readSome(piece, 0);
      if (got === 0) return fromBuffer(Buffer.concat(pieces));
      pieces.push(piece.subarray(0, got));
    }
  } catch (error) {
    return errnoOf(error);
  }
}

/** How many bytes have come; 0 at the end. */
export function readSome(into: Buffer, at: number): number {
  for (;;) {
    try {
      return readSync(0, into, at, into.length - at, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      pause();
    }
  }
}
