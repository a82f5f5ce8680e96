/**
 * Writes a plan so that a reader sees the old one or the new one, and never a part.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { toBuffer } from "./byte-strings.ts";

/** Null, or why it could not be written. */
export function writePlan(path: string, text: string): string | null {
  const folder = path.slice(0, path.lastIndexOf("/")) || "/";
  // In the same folder: a rename works only within one file system. Hidden, and nobody else's.
  const temporary = `${folder}/.plan-${process.pid}-${randomBytes(8).toString("hex")}.tmp`;
  try {
    makeFolder(folder);
    writeFileSync(toBuffer(temporary), toBuffer(text), { flag: "wx", mode: 0o600 });
    renameSync(toBuffer(temporary), toBuffer(path));
    return null;
  } catch (error) {
    rmSync(toBuffer(temporary), { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
}

/** Not mkdirSync's `recursive`, which never returns where the kernel answers ENOENT for good, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(toBuffer(folder))) return;
  const parent = folder.slice(0, folder.lastIndexOf("/"));
  if (parent !== "") makeFolder(parent);
  try {
    mkdirSync(toBuffer(folder), { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
