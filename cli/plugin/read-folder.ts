/**
 * A plugin's files from a folder: one that the user names, or one that is installed. Opens nothing but regular files.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { toBuffer } from "../../shim/node/byte-strings.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { checkEntries, mostFiles, sortTree, type PluginTree, type TreeEntry } from "./plugin-tree.ts";

/** `folder`: a byte string. `ownRepository`: a `.git` at its top is not a part of the plugin. */
export function readPluginFolder(
  folder: string,
  { ownRepository = false }: { ownRepository?: boolean } = {},
): PluginTree | Refusal {
  try {
    const entries: TreeEntry[] = [];
    listEntries(folder, "", entries, { leftOut: ownRepository ? ".git" : "", folders: 0 });
    const problem = checkEntries(entries);
    if (problem !== null) return problem;
    return sortTree(
      entries.map(({ path, size, isExecutable }) => ({
        path: decodeUtf8(path),
        bytes: readRegularFile(`${folder}/${path}`, size),
        isExecutable,
      })),
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      message: `'${decodeUtf8(folder)}' cannot be read (${code ?? message})`,
      hint: "make it readable, and leave it alone meanwhile",
    };
  }
}

interface Walk {
  /** A path that is passed over. */
  leftOut: string;
  /** How many folders have been listed. */
  folders: number;
}

/** Stops when there are too many; `checkEntries` then says so. */
function listEntries(folder: string, prefix: string, entries: TreeEntry[], walk: Walk): void {
  if (++walk.folders > mostFiles) throw new Error("there are too many folders in it");
  for (const name of readdirSync(toBuffer(folder), "latin1")) {
    const path = prefix + name;
    if (path === walk.leftOut) continue;
    if (entries.length > mostFiles) return;
    const stat = lstatSync(toBuffer(`${folder}/${name}`));
    // A folder of git's is named as one entry, and refused.
    if (stat.isDirectory() && prefix.split("/").length <= 20 && !/^\.git$/i.test(name)) {
      listEntries(`${folder}/${name}`, `${path}/`, entries, walk);
      continue;
    }
    const kind = stat.isSymbolicLink() ? "link" : stat.isFile() || stat.isDirectory() ? "file" : "special";
    entries.push({ path, kind, size: stat.size, isExecutable: (stat.mode & 0o111) !== 0 });
  }
}

/** As large as it was, and no link or FIFO that took its place meanwhile. */
function readRegularFile(path: string, size: number): Buffer {
  const fd = openSync(toBuffer(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(size + 1);
    let length = 0;
    for (let got = -1; got !== 0 && length <= size; length += got)
      got = fstatSync(fd).isFile() ? readSync(fd, bytes, length, bytes.length - length, null) : 0;
    if (length !== size) throw new Error(`'${decodeUtf8(path)}' changed while it was read`);
    return bytes.subarray(0, size);
  } finally {
    closeSync(fd);
  }
}
