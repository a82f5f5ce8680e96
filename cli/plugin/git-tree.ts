/** Reads the tree of a commit from git's objects. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { fromBuffer } from "../../shim/node/byte-strings.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { mostBytes, mostFiles, sortTree, tooMany, type PluginTree, type TreeEntry } from "./plugin-tree.ts";

/** Runs git in the temporary repository. Null as the status: git was ended, for instance for too much output. */
export type RunGit = (
  args: readonly string[],
  input?: string,
  mostOutput?: number,
) => { status: number | null; stdout: Buffer; output: string };

export interface GitEntry extends TreeEntry {
  id: string;
}

/** Names that git would never check out are listed like all others. */
export function readEntries(git: RunGit, commit: string): GitEntry[] | Refusal {
  const { status, stdout } = git(["ls-tree", "-r", "-z", "-l", "--full-tree", commit]);
  // More output than a plugin's tree can have: git was ended.
  if (status === null) return tooMany();
  if (status !== 0) return unreadable();
  const lines = fromBuffer(stdout).split("\0").slice(0, -1);
  const entries = lines.slice(0, mostFiles + 1).map(parseEntry);
  return entries.every((entry) => entry !== null) ? (entries as GitEntry[]) : unreadable();
}

function parseEntry(line: string): GitEntry | null {
  const parts = /^(\d{6}) (?:blob|commit) ([0-9a-f]{40,64}) +(\d+|-)\t([^]*)$/.exec(line);
  if (parts === null) return null;
  const [, mode = "", id = "", size = "", path = ""] = parts;
  const kind = kinds[mode.slice(0, 2)] ?? "special";
  return { path, id, kind, size: Number(size) || 0, isExecutable: (parseInt(mode, 8) & 0o111) !== 0 };
}

/** By the first two digits of the mode. */
const kinds: { [mode: string]: TreeEntry["kind"] } = { "10": "file", "12": "link", "16": "submodule" };

export function readBlobs(git: RunGit, entries: readonly GitEntry[]): PluginTree | Refusal {
  const input = entries.map(({ id }) => `${id}\n`).join("");
  const { status, stdout } = git(["cat-file", "--batch"], input, 2 * mostBytes);
  if (status !== 0) return unreadable();
  let at = 0;
  const files = entries.map(({ path, id, size, isExecutable }) => {
    const head = `${id} blob ${size}\n`;
    const isNext = fromBuffer(stdout.subarray(at, at + head.length)) === head;
    const start = at + head.length;
    at = start + size + 1;
    return isNext
      ? { path: decodeUtf8(path), bytes: stdout.subarray(start, start + size), isExecutable }
      : null;
  });
  const read = files.filter((file) => file !== null);
  return read.length === entries.length && at === stdout.length ? sortTree(read) : unreadable();
}

function unreadable(): Refusal {
  return {
    message: "its objects cannot be read",
    hint: "run 'git fsck' in the repository that it comes from",
  };
}
