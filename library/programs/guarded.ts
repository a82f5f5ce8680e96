/**
 * Could anybody but root have written this program, or put another in its place?
 */
import { lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";

/** Null if nobody could. */
export function whyUnguarded(file: string): string | null {
  if (!isAbsolute(file)) return `'${file}' is looked up on the caller's PATH`;
  try {
    for (let path = realpathSync(file); ; path = dirname(path)) {
      const { uid, mode } = lstatSync(path);
      if (uid !== 0) return `'${path}' does not belong to root`;
      const isSticky = (mode & 0o1000) !== 0 && path !== file;
      if ((mode & 0o022) !== 0 && !isSticky) return `'${path}' can be written by others`;
      if (path === "/") return null;
    }
  } catch {
    return `'${file}' cannot be examined`;
  }
}
