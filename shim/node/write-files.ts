/**
 * Creates and writes files, folders and links with byte strings, for
 * the Node host. Each returns 0, or the errno.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { toBuffer } from "./byte-strings.ts";
import { errnoOf } from "./read-files.ts";

export function makeFolder(path: string, isPrivate = false): number {
  return attempt(() => mkdirSync(toBuffer(path), { mode: isPrivate ? 0o700 : 0o755 }));
}

export function makeSymlink(target: string, path: string): number {
  return attempt(() => symlinkSync(toBuffer(target), toBuffer(path)));
}

export function removeOne(path: string): number {
  return attempt(() => unlinkSync(toBuffer(path)));
}

export function writeWholeFile(path: string, bytes: string): number {
  return attempt(() => writeFileSync(toBuffer(path), toBuffer(bytes)));
}

/** Opens without blocking, so that a FIFO without a reader does not hang us. */
export function tryAppend(path: string): number {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK | constants.O_NOCTTY;
  return attempt(() => closeSync(openSync(toBuffer(path), flags)));
}

/** In one write. An empty line only tests whether it could be written. */
export function appendLine(path: string, line: string): number {
  return attempt(() => {
    const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK, O_NOCTTY } = constants;
    const isMissing = line === "" && !existsSync(toBuffer(path));
    if (isMissing) return accessSync(toBuffer(dirname(path)), constants.W_OK | constants.X_OK);
    const fd = openSync(toBuffer(path), O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY, 0o644);
    try {
      if (line !== "") writeSync(fd, line);
    } finally {
      closeSync(fd);
    }
  });
}

function attempt(act: () => unknown): number {
  try {
    act();
    return 0;
  } catch (error) {
    return errnoOf(error);
  }
}

export function writeBytes(fd: number, bytes: string): void {
  const buffer = toBuffer(bytes);
  let written = 0;
  while (written < buffer.length) {
    try {
      written += writeSync(fd, buffer, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The reader is gone: drop the rest, as SIGPIPE would.
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** Waits briefly before a retry. */
export function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}
