/** Writes a plan atomically: a reader sees the old one or the new one, never a part, also after a power cut. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { toBuffer } from "./byte-strings.ts";

/**
 * Null, or why it could not be written. In a user's cache only that user may read it; in the install config's
 * `planDir` everybody who commits may.
 */
export function writePlan(path: string, text: string, readers: "owner" | "everybody"): string | null {
  const folder = path.slice(0, path.lastIndexOf("/")) || "/";
  // In the same folder, because a rename works only within one file
  // system; hidden, and with a name that nobody can guess.
  const temporary = `${folder}/.plan-${process.pid}-${randomBytes(8).toString("hex")}.tmp`;
  try {
    makeFolder(folder, readers === "owner" ? 0o700 : 0o755);
    withFile(temporary, "wx", readers === "owner" ? 0o600 : 0o644, (fd) => {
      writeFileSync(fd, toBuffer(text));
      fsyncSync(fd);
    });
    // chmod, because the umask limits the mode above.
    if (readers === "everybody") chmodSync(toBuffer(temporary), 0o644);
    renameSync(toBuffer(temporary), toBuffer(path));
    keepRename(folder);
    return null;
  } catch (error) {
    removeIfThere(temporary);
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
}

function withFile(path: string, flags: string, mode: number, act: (fd: number) => void): void {
  const fd = openSync(toBuffer(path), flags, mode);
  try {
    act(fd);
  } finally {
    closeSync(fd);
  }
}

/** A power cut may undo the rename until the folder is on the disk; not every file system can do that. */
function keepRename(folder: string): void {
  try {
    withFile(folder, "r", 0, fsyncSync);
  } catch {
    // The plan is there, and whole.
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(toBuffer(path));
  } catch {
    // It was never created, or its folder is inaccessible; either way there is nothing to clean up.
  }
}

/** Not mkdirSync's `recursive`, which never returns if the kernel keeps answering ENOENT, as in /proc. */
export function makeFolder(folder: string, mode: number): void {
  if (existsSync(toBuffer(folder))) return;
  const parent = folder.slice(0, folder.lastIndexOf("/"));
  if (parent !== "") makeFolder(parent, mode);
  try {
    mkdirSync(toBuffer(folder), { mode });
    chmodSync(toBuffer(folder), mode);
  } catch (error) {
    // Another process may have created it first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
