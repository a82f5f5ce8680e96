/** Prints events as they are recorded, until the process is ended. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { parseLine, type LoggedEvent, type ReadRecord } from "./read-events.ts";

const pauseMs = 200;

/**
 * `from`: what has been printed. Looks again and again, as `tail -F` does: notices about files are lost when one is
 * rotated, and it may not exist yet.
 */
export async function followEvents(
  file: string,
  from: Pick<ReadRecord, "end" | "inode">,
  print: (event: LoggedEvent) => void,
): Promise<never> {
  let { inode, end: offset } = from;
  /** Bytes: a look may end within a character. */
  let rest = "";
  const printLines = (bytes: Buffer): void => {
    const lines = (rest + bytes.toString("latin1")).split("\n");
    rest = lines.pop() as string;
    for (const event of lines.map(decodeUtf8).flatMap(parseLine)) if (event !== null) print(event);
  };
  for (;;) {
    await setTimeout(pauseMs);
    const now = openRecord(file);
    if (now === null) continue;
    try {
      if (now.inode !== inode && inode !== null) printLines(readRotated(file, inode, offset));
      // Another file, or this one emptied: from its beginning.
      if (now.inode !== inode || now.size < offset) [offset, rest] = [0, ""];
      inode = now.inode;
      const bytes = readFrom(now, offset);
      offset += bytes.length;
      printLines(bytes);
    } finally {
      closeSync(now.fd);
    }
  }
}

interface OpenRecord {
  fd: number;
  inode: bigint;
  size: number;
}

/** Null if it is not there now. */
function openRecord(file: string): OpenRecord | null {
  try {
    const fd = openSync(file, "r");
    const { ino, size } = fstatSync(fd, { bigint: true });
    return { fd, inode: ino, size: Number(size) };
  } catch {
    return null;
  }
}

/** What was recorded between our last look and the rotation. */
function readRotated(file: string, inode: bigint, offset: number): Buffer {
  const old = openRecord(`${file}.1`);
  if (old === null) return Buffer.alloc(0);
  try {
    return old.inode === inode ? readFrom(old, offset) : Buffer.alloc(0);
  } finally {
    closeSync(old.fd);
  }
}

function readFrom({ fd, size }: OpenRecord, offset: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, size - offset));
  return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, offset));
}
