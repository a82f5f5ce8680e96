import { statSync } from "node:fs";
import { dirname } from "node:path";

/** Has everybody this right to the file, and a way to it? */
export function isForAll(path: string, right: 0o002 | 0o004): boolean {
  try {
    if ((statSync(path).mode & right) === 0) return false;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if ((statSync(folder).mode & 0o001) === 0) return false;
      if (folder === "/") return true;
    }
  } catch {
    return false;
  }
}
