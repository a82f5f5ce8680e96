/**
 * Reads standard input, also if it is a non-blocking pipe (Node makes its own pipes so): then an empty pipe
 * returns EAGAIN, and we retry.
 */
import { readSync } from "node:fs";
import { fromBuffer } from "./byte-strings.ts";
import { errnoOf } from "./read-files.ts";
import { pause } from "./write-files.ts";

const pieceSize = 1 << 16;

/** All of standard input, or an errno. */
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

/** The number of bytes read; 0 at the end. */
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
