/**
 * Writes all bytes to a descriptor, however often that takes: a pipe takes what fits, and a
 * terminal that another program made non-blocking asks to be tried again.
 */
import { writeSync } from "node:fs";
import { toBuffer } from "./byte-strings.ts";

export function writeBytes(fd: number, bytes: string): void {
  const buffer = toBuffer(bytes);
  let written = 0;
  while (written < buffer.length) {
    try {
      written += writeSync(fd, buffer, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Nobody reads any more: as with SIGPIPE, the rest is for nobody.
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** Until something may have changed. */
export function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}
