/** Folders with programs in them: files that begin with `#!` are executable. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { type Tree } from "../library/workspace.ts";
import { createFolder } from "../support/temporary-folder.ts";

export function createPrograms(tree: Tree): string {
  const folder = createFolder(tree);
  for (const [path, text] of Object.entries(tree))
    if (text.startsWith("#!")) chmodSync(join(folder, path), 0o755);
  return folder;
}
