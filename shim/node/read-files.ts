/**
 * Reading the file system with byte strings, for the Node host and for the compiler.
 */
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { constants } from "node:os";
import type { Entry } from "../../engine/compile/layer-content.ts";
import type { FileStat } from "../host.ts";
import { fromBuffer, toBuffer } from "./byte-strings.ts";

export function statPath(path: string): FileStat | null {
  try {
    const stat = statSync(toBuffer(path), { bigint: true });
    return {
      kind: stat.isFile() ? "file" : stat.isDirectory() ? "directory" : "other",
      size: Number(stat.size),
      stamp: `${stat.size}:${stat.mtimeNs}:${stat.ino}:${(stat.mode & 0o7777n).toString(8)}`,
      executable: (stat.mode & 0o111n) !== 0n,
    };
  } catch {
    return null;
  }
}

/** What stands at a path, links not followed, or null. */
export function lookAtPath(path: string): Entry | null {
  try {
    const stat = lstatSync(toBuffer(path));
    const isLink = stat.isSymbolicLink();
    return {
      mode: stat.mode & 0o7777,
      target: isLink ? fromBuffer(readlinkSync(toBuffer(path), { encoding: "buffer" })) : null,
    };
  } catch {
    return null;
  }
}

export function readBytes(path: string): string | number {
  try {
    return readFileSync(toBuffer(path), "latin1");
  } catch (error) {
    return errnoOf(error);
  }
}

export function listNames(path: string): string[] | number {
  try {
    return readdirSync(toBuffer(path), { encoding: "buffer" }).map(fromBuffer);
  } catch (error) {
    return errnoOf(error);
  }
}

export function resolveReal(path: string): string | null {
  try {
    return fromBuffer(realpathSync.native(toBuffer(path), { encoding: "buffer" }));
  } catch {
    return null;
  }
}

/** The number behind a failed system call; EIO for what is none. */
export function errnoOf(error: unknown): number {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const known: { [code: string]: number } = constants.errno;
  return known[code] ?? constants.errno.EIO;
}
