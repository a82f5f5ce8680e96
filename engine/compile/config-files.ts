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

/** Is an errno one that says that there is no such file (ENOENT, ENOTDIR)? */
export function isAbsent(errno: number): boolean {
  return errno === 2 || errno === 20;
}

/** Folders and files joined as they are written: `..` is left to the system, which knows the links. */
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
