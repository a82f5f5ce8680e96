import { decodeUtf8 } from "../../core/bytes.ts";
import { nearestName } from "../../core/nearest-name.ts";

/**
 * What the compiler may ask of the file system. Paths, names and contents are byte strings
 * (see core/bytes.ts), so that a path which is not UTF-8 still names its file.
 */
export interface ConfigFiles {
  /** What stands at a path (links followed), or null. */
  stat(path: string): ConfigFileStat | null;
  /** All bytes of a file, or a number: the errno of the failure. */
  readFile(path: string): string | number;
  /** The names in a folder, in any order, or a number: the errno of the failure. */
  listDirectory(path: string): string[] | number;
  /** The absolute path without links and dots, or null. */
  realPath(path: string): string | null;
}

export interface ConfigFileStat {
  kind: "file" | "directory" | "other";
  size: number;
  /** As in `PlanInput.stamp`. */
  stamp: string;
}

/** What is needed beside that to digest a layer. */
export interface LayerFiles extends ConfigFiles {
  /** What stands at a path, links not followed; null if there is nothing. */
  lookAt(path: string): Entry | null;
}

export interface Entry {
  mode: number;
  /** Where a link leads, as it is written; null if this is not a link. */
  target: string | null;
}

/** A layer with more in it cannot be trusted, so no file in it is read further. */
export const mostLayerBytes = 8 * 1024 * 1024;

/** The file that makes a folder a plugin. */
export const manifestName = "plugin.yaml";

/** Does the errno mean that there is no such file (ENOENT, ENOTDIR)? */
export function isAbsent(errno: number): boolean {
  return errno === 2 || errno === 20;
}

/** Joined as they are written: `..` is left to the system, which knows the links. */
export function joinPath(base: string, path: string): string {
  if (path.startsWith("/")) return path;
  return (base.endsWith("/") ? base : base + "/") + path.replace(/^(?:\.\/+)+/, "").replace(/\/+$/, "");
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

export function lastNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The name beside a path that leads nowhere which is nearest to its own; null if none is near. */
export function nearbyName(path: string, files: ConfigFiles): string | null {
  const names = files.listDirectory(folderOf(path));
  const near = typeof names === "number" ? null : nearestName(lastNameOf(path), [...names].sort());
  return near === null ? null : decodeUtf8(near);
}

/** A file system that reads everything once: what is digested is what is compiled, even if a file changes meanwhile. */
export function rememberFiles(files: LayerFiles): LayerFiles {
  return {
    stat: remember(files.stat),
    lookAt: remember(files.lookAt),
    readFile: remember(files.readFile),
    listDirectory: remember(files.listDirectory),
    realPath: remember(files.realPath),
  };
}

function remember<T>(ask: (path: string) => T): (path: string) => T {
  const answers = new Map<string, T>();
  return (path) => {
    // `a//b` and `a/./b` are the same file as `a/b`, whose content may differ at every read.
    const key = path.replace(/\/(?:\.?\/)+/g, "/");
    if (!answers.has(key)) answers.set(key, ask(path));
    return answers.get(key) as T;
  };
}
