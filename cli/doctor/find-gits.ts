/**
 * The gits within reach, and whose they are.
 */
import { closeSync, openSync, readSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/** Where a git usually is, whatever PATH says. */
const usualFolders = [
  "/usr/local/sbin",
  "/usr/local/bin",
  "/usr/sbin",
  "/usr/bin",
  "/sbin",
  "/bin",
  "/usr/lib/git-core",
  "/usr/libexec/git-core",
  "/usr/local/libexec/git-core",
  "/usr/local/lib/git-core",
  "/snap/bin",
  "/home/linuxbrew/.linuxbrew/bin",
];

/** What pushes without asking git is one too. */
const names = ["git", "git-http-push"];

/** The mark by which the shim knows another copy of itself (shim/native/real-program.c). */
const mark = Buffer.from("interlock-shim\0");

export function isInterlock(path: string): boolean {
  try {
    const fd = openSync(path, "r");
    const head = Buffer.alloc(1024);
    const length = readSync(fd, head, 0, head.length, 0);
    closeSync(fd);
    return head.subarray(0, length).includes(mark);
  } catch {
    return false;
  }
}

/** Every git that can be run, once for each file, by the first name it has. */
export function findGits(searchPath: string): string[] {
  const folders = [...searchPath.split(":").filter((entry) => entry.startsWith("/")), ...usualFolders];
  const found = new Map<string, string>();
  for (const folder of [...folders, ...foldersBelow("/opt")]) {
    for (const name of names) {
      const path = join(folder, name);
      const file = fileOf(path);
      if (file !== null && !found.has(file)) found.set(file, path);
    }
  }
  return [...found.values()];
}

/** `/opt/<name>/bin` */
function foldersBelow(parent: string): string[] {
  try {
    return readdirSync(parent).map((name) => join(parent, name, "bin"));
  } catch {
    return [];
  }
}

function fileOf(path: string): string | null {
  try {
    const file = statSync(path);
    return !file.isFile() || (file.mode & 0o111) === 0 ? null : realpathSync(path);
  } catch {
    return null;
  }
}
