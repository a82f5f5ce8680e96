/** Reads and replaces a start-up file of the user's, in whatever encoding it is. */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** A byte string; null if there is no file. */
export function readStartUp(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Throws if the path is a link to a file that does not exist: whoever made it wants the file elsewhere. */
export function refuseDanglingLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && !existsSync(path))
    throw Object.assign(new Error("it is a link to a file that does not exist"), { path });
}

/** Of the file that is written first, beside the one that it replaces. */
export const stagedSuffix = ".interlock-new";

/** In one step, with the mode and owner that the file has; a link stays a link. */
export function replaceStartUp(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const old = statSync(path, { throwIfNoEntry: false });
  const target = old === undefined ? path : realpathSync(path);
  const staged = target + stagedSuffix;
  try {
    // A new file, which nobody else can read before it has its mode; and its descriptor, not its name: root may do this in
    // the home of somebody who puts a link there.
    rmSync(staged, { force: true });
    const fd = openSync(staged, "wx", old === undefined ? 0o666 : 0o600);
    try {
      writeFileSync(fd, text, { encoding: "latin1" });
      if (old !== undefined && process.geteuid?.() === 0) fchownSync(fd, old.uid, old.gid);
      if (old !== undefined) fchmodSync(fd, old.mode & 0o7777);
    } finally {
      closeSync(fd);
    }
    renameSync(staged, target);
  } catch (error) {
    rmSync(staged, { force: true });
    throw error;
  }
}
