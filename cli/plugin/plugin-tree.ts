/**
 * The files of a plugin in memory, and what may be among them. A plugin comes from somebody else, so its entries are
 * checked before a byte of them is read: names, kinds, sizes and counts. Links are refused wherever they lead: following
 * one safely takes more care than a plugin is worth.
 */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";

export interface TreeFile {
  /** From the plugin's folder, with slashes. */
  path: string;
  bytes: Buffer;
  isExecutable: boolean;
}

/** Sorted by path. */
export type PluginTree = readonly TreeFile[];

export interface TreeEntry {
  /** A byte string. */
  path: string;
  kind: "file" | "link" | "submodule" | "special";
  size: number;
  isExecutable: boolean;
}

/** A repository's layer is trusted up to 1,000 entries and 8 MB; a plugin is a part of one. */
export const mostFiles = 500;
const largestFile = 1024 * 1024;
export const mostBytes = 4 * 1024 * 1024;
const mostLevels = 12;
const longestName = 200;

/** The first thing that is wrong with the entries, or null. */
export function checkEntries(entries: readonly TreeEntry[]): Refusal | null {
  if (entries.length > mostFiles) return tooMany();
  for (const entry of entries) {
    const why = whyBadPath(entry.path) ?? whyBadKind(entry);
    if (why !== null) return { message: `'${shown(entry.path)}' ${why}`, hint: askAuthor };
  }
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes)
    return { message: "it has more than 4 MB", hint: askAuthor };
  return findCollision(entries.map(({ path }) => decodeUtf8(path)));
}

export function tooMany(): Refusal {
  return { message: `it has more than ${mostFiles} files`, hint: askAuthor };
}

const askAuthor = "a plugin is a folder of a few small files; ask its author to fix it";

function whyBadKind({ kind, size }: TreeEntry): string | null {
  if (kind === "link") return "is a symbolic link";
  if (kind === "submodule") return "is a submodule, which is another repository";
  if (kind === "special") return "is neither a file nor a folder";
  return size > largestFile ? "is larger than 1 MB" : null;
}

function whyBadPath(path: string): string | null {
  const text = decodeUtf8(path);
  if (encodeUtf8(text) !== path) return "has a name that is not UTF-8";
  const names = text.split("/");
  if (names.length > mostLevels) return "lies too deep";
  for (const name of names) {
    if (name === "" || name === "." || name === "..") return "has a name that leads out of the plugin";
    if (/[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/.test(name)) return "has a control character in it";
    if (name.includes("\\")) return "has a backslash in it";
    if (isGitFolder(name)) return "is in a folder that git would take for its own";
    if (encodeUtf8(name).length > longestName) return "has a name that is too long";
  }
  return null;
}

/** By the names that git refuses, too: those that other file systems take for `.git` (is_hfs_dotgit, is_ntfs_dotgit). */
function isGitFolder(name: string): boolean {
  const bare = name
    .replace(/[\u200c-\u200f\u206a-\u206f\ufeff]/g, "")
    .replace(/:.*$/, "")
    .replace(/[ .]+$/, "")
    .toLowerCase();
  return bare === ".git" || bare === "git~1";
}

/** Names that differ in case or in the form of their letters are one file on other machines. */
function findCollision(paths: readonly string[]): Refusal | null {
  const owners = new Map<string, string>();
  for (const path of paths) {
    const names = path.split("/");
    for (let length = 1; length <= names.length; length++) {
      const isFile = length === names.length;
      const part = names.slice(0, length).join("/");
      const key = part.normalize("NFC").toLowerCase();
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, isFile ? `${part}\0` : part);
      else if (isFile || owner !== part)
        return {
          message: `'${shown(encodeUtf8(part))}' and '${shown(encodeUtf8(owner.replace("\0", "")))}' are the same file where case does not count`,
          hint: askAuthor,
        };
    }
  }
  return null;
}

function shown(path: string): string {
  const text = decodeUtf8(path);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

export function sortTree(files: readonly TreeFile[]): PluginTree {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}
