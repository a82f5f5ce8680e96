/** `Host.readOwnFile` and `Host.isOwnFolder` on Node; see shim/native/host/reading.c and host-files.c. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
  type Stats,
} from "node:fs";
import { constants as system } from "node:os";
import { toBuffer } from "./byte-strings.ts";
import { isClosed, keepsOthersOut } from "./guarded.ts";
import { errnoOf } from "./read-files.ts";

const noEntry = 2;
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

export function readOwnFile(path: string, most = Infinity): string | number {
  let fd: number;
  try {
    fd = openSync(toBuffer(path), flags);
  } catch (error) {
    return isOwn(() => lstatSync(toBuffer(path))) ? errnoOf(error) : noEntry;
  }
  try {
    if (!isOwn(() => fstatSync(fd))) return noEntry;
    return fstatSync(fd).size > most ? system.errno.EFBIG : readFileSync(fd, "latin1");
  } catch (error) {
    return errnoOf(error);
  } finally {
    closeSync(fd);
  }
}

/** A folder passes, so that reading it fails with EISDIR. */
function isOwn(look: () => Stats): boolean {
  try {
    const stat = look();
    return (stat.isFile() || stat.isDirectory()) && isClosed(stat);
  } catch {
    return false;
  }
}

export function isOwnFolder(path: string): boolean {
  try {
    const folder = lstatSync(toBuffer(path));
    const parent = path.slice(0, path.lastIndexOf("/")) || "/";
    return folder.isDirectory() && isClosed(folder) && keepsOthersOut(statSync(toBuffer(parent)));
  } catch {
    return false;
  }
}
