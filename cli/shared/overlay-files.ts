/**
 * The file system as it will be after a change that is not made yet: what would be wrong is known before anything is
 * written, and what is trusted is exactly what was shown.
 */
import type { LayerFiles } from "../../engine/compile/files/config-files.ts";
import { fromBuffer } from "../../shim/node/byte-strings.ts";

export interface NewFile {
  bytes: Buffer;
  mode: number;
}

/** The files of a folder by path, from that folder on. */
export type NewFolder = ReadonlyMap<string, NewFile>;

/** Absolute paths; byte strings. Null: it will be gone. */
export interface Overlay {
  files: ReadonlyMap<string, NewFile | null>;
  folders: ReadonlyMap<string, NewFolder | null>;
}

export const folderMode = 0o755;
const enoent = 2;

type Entry = NewFile | "folder" | null;

/** Like all `LayerFiles`, absolute paths in byte strings. Stamps say nothing: no plan is kept of what is not there. */
export function overlayFiles(files: LayerFiles, overlay: Overlay): LayerFiles {
  const entries = entriesOf(overlay, files);
  const names = childrenOf(entries);
  /** Undefined: as the file system has it. */
  const find = (path: string): Entry | undefined => {
    const key = path.replace(/\/(?:\.?\/)+/g, "/").replace(/\/\.?$/, "");
    if (entries.has(key)) return entries.get(key);
    for (const folder of overlay.folders.keys()) if (key.startsWith(`${folder}/`)) return null;
    return undefined;
  };
  return {
    stat(path) {
      const entry = find(path);
      if (entry === undefined) return files.stat(path);
      if (entry === null) return null;
      if (entry === "folder") return { kind: "directory", size: 0, stamp: "" };
      return { kind: "file", size: entry.bytes.length, stamp: "" };
    },
    lookAt(path) {
      const entry = find(path);
      if (entry === undefined) return files.lookAt(path);
      if (entry === null) return null;
      return { mode: entry === "folder" ? folderMode : entry.mode, target: null };
    },
    readFile(path) {
      const entry = find(path);
      if (entry === undefined) return files.readFile(path);
      return entry === null || entry === "folder" ? enoent : fromBuffer(entry.bytes);
    },
    listDirectory(path) {
      const entry = find(path);
      const own = entry === undefined ? files.listDirectory(path) : entry === "folder" ? [] : enoent;
      if (typeof own === "number") return own;
      const added = names.get(path.replace(/\/+$/, "")) ?? [];
      const isThere = (name: string): boolean => find(`${path}/${name}`) !== null;
      return [...new Set([...own, ...added])].filter(isThere);
    },
    realPath(path) {
      const entry = find(path);
      return entry === undefined ? files.realPath(path) : entry === null ? null : path;
    },
  };
}

/** With the folders that will have to be made. */
function entriesOf({ files, folders }: Overlay, below: LayerFiles): Map<string, Entry> {
  const entries = new Map<string, Entry>(files);
  for (const [folder, content] of folders) {
    entries.set(folder, content === null ? null : "folder");
    for (const [path, file] of content ?? []) entries.set(`${folder}/${path}`, file);
  }
  for (const [path, entry] of Array.from(entries)) {
    if (entry === null) continue;
    for (let parent = parentOf(path); parent !== ""; parent = parentOf(parent)) {
      if (entries.has(parent)) continue;
      const isNew = [...folders.keys()].some((folder) => parent.startsWith(`${folder}/`));
      if (!isNew && below.stat(parent) !== null) break;
      entries.set(parent, "folder");
    }
  }
  return entries;
}

function childrenOf(entries: ReadonlyMap<string, Entry>): Map<string, string[]> {
  const children = new Map<string, string[]>();
  for (const path of entries.keys()) {
    const parent = parentOf(path);
    children.set(parent, [...(children.get(parent) ?? []), path.slice(parent.length + 1)]);
  }
  return children;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
