/** Reads the file system with byte strings, for the Node host and the compiler. */
import {
  closeSync,
  constants as flags,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs";
import { constants } from "node:os";
import type { Entry } from "../../engine/compile/files/config-files.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { isAbsent, type FileStat } from "../host.ts";
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
  } catch (error) {
    throwFault(path, errnoOf(error));
    return null;
  }
}

/** What cannot be looked at counts as there. */
export function isThere(path: string): boolean {
  try {
    statSync(toBuffer(path));
    return true;
  } catch (error) {
    return !isAbsent(errnoOf(error));
  }
}

/** What is at a path, links not followed; null if nothing. */
export function lookAtPath(path: string): Entry | null {
  try {
    const stat = lstatSync(toBuffer(path));
    const isLink = stat.isSymbolicLink();
    return {
      mode: stat.mode & 0o7777,
      target: isLink ? fromBuffer(readlinkSync(toBuffer(path), { encoding: "buffer" })) : null,
    };
  } catch (error) {
    throwFault(path, errnoOf(error));
    return null;
  }
}

/** Reads at most `most` bytes, whatever size the file claims: files in /proc claim 0. */
export function readBytes(path: string, most = Infinity): string | number {
  let fd = -1;
  try {
    // Checked before opening: opening and closing a FIFO would break its writer.
    if (!isLikeFile(statSync(toBuffer(path)))) return constants.errno.EINVAL;
    fd = openSync(toBuffer(path), flags.O_RDONLY | flags.O_NONBLOCK | flags.O_NOCTTY);
    if (!isLikeFile(fstatSync(fd))) return constants.errno.EINVAL;
    if (most === Infinity) return readFileSync(fd, "latin1");
    const bytes = readUpTo(fd, most + 1);
    return bytes.length > most ? constants.errno.EFBIG : bytes;
  } catch (error) {
    return errnoOf(error);
  } finally {
    if (fd >= 0) closeSync(fd);
  }
}

/** As `Host.readFile`. */
export function readMentioning(path: string, most?: number, words?: readonly string[]): string | number {
  const read = readBytes(path, most);
  if (typeof read === "number" || words === undefined) return read;
  const lower = read.toLowerCase();
  return words.some((word) => lower.includes(word)) ? read : "";
}

/** Also reads a FIFO, however long that takes. */
export function readAnything(path: string): string | number {
  try {
    return readFileSync(toBuffer(path), "latin1");
  } catch (error) {
    return errnoOf(error);
  }
}

/** See shim/native/host/reading.c: the only device is /dev/null. */
function isLikeFile(stat: Stats): boolean {
  return stat.isFile() || stat.isDirectory() || (stat.isCharacterDevice() && stat.rdev === 0x103);
}

function readUpTo(fd: number, most: number): string {
  let text = "";
  const buffer = Buffer.alloc(64 * 1024);
  for (let got = -1; got !== 0 && text.length < most;) {
    got = readSync(fd, buffer, 0, Math.min(buffer.length, most - text.length), null);
    text += fromBuffer(buffer.subarray(0, got));
  }
  return text;
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
  } catch (error) {
    throwFault(path, errnoOf(error));
    return null;
  }
}

/** Errnos that say something about a file: there is none of this kind, or this user may not have it. */
const answers = [1, 2, 6, 9, 13, 19, 20, 21, 22, 27, 36, 40, 75];

/** As shim/native/host/faults.c: what follows from a file that the system does not let us look at would be a guess. */
export function throwFault(path: string, errno: number): void {
  if (answers.includes(errno)) return;
  const [code = errno] = Object.entries(constants.errno).find(([, each]) => each === errno) ?? [];
  throw new Error(`the system cannot read a file: ${decodeUtf8(path)}: ${code}`);
}

/** The errno of a failed system call; EIO for any other error. Nothing has a path with a NUL byte. */
export function errnoOf(error: unknown): number {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (code === "ERR_INVALID_ARG_VALUE") return constants.errno.ENOENT;
  const known: { [code: string]: number } = constants.errno;
  return known[code] ?? constants.errno.EIO;
}
