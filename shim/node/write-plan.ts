/**
 * Writes a plan so that a reader sees the old one or the new one, and never a part.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { toBuffer } from "./byte-strings.ts";

/**
 * Null, or why it could not be written. In a user's cache it is for that user alone; where the install
 * config keeps plans it is for everybody who commits.
 */
export function writePlan(path: string, text: string, readers: "owner" | "everybody"): string | null {
  const folder = path.slice(0, path.lastIndexOf("/")) || "/";
  // In the same folder: a rename works only within one file system. Hidden, and nobody else's.
  const temporary = `${folder}/.plan-${process.pid}-${randomBytes(8).toString("hex")}.tmp`;
  try {
    makeFolder(folder, readers === "owner" ? 0o700 : 0o755);
    writeFileSync(toBuffer(temporary), toBuffer(text), {
      flag: "wx",
      mode: readers === "owner" ? 0o600 : 0o644,
    });
    // Whatever the umask is.
    if (readers === "everybody") chmodSync(toBuffer(temporary), 0o644);
    renameSync(toBuffer(temporary), toBuffer(path));
    return null;
  } catch (error) {
    removeIfThere(temporary);
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(toBuffer(path));
  } catch {
    // It was never made, or its folder is out of reach; either way there is nothing to clean up.
  }
}

/** Not mkdirSync's `recursive`, which never returns where the kernel answers ENOENT for good, as in /proc. */
export function makeFolder(folder: string, mode: number): void {
  if (existsSync(toBuffer(folder))) return;
  const parent = folder.slice(0, folder.lastIndexOf("/"));
  if (parent !== "") makeFolder(parent, mode);
  try {
    mkdirSync(toBuffer(folder), { mode });
    chmodSync(toBuffer(folder), mode);
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
