/** Checks who can change what is at a path, as shim/native/process/guarded.c does. */
import { lstatSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { fromBuffer, toBuffer } from "./byte-strings.ts";
import { errnoOf } from "./read-files.ts";

const noEntry = 2;
const mostLinks = 40;

/** Empty, or a sentence about what a user other than root could change. */
export function whyUnguarded(path: string): string {
  return walk(path, isRootsAlone);
}

/** Is it impossible for anybody but root and this user to replace the folder, or what is in it? */
export function cannotBeReplaced(path: string): boolean {
  return walk(path, isOutOfReach) === "";
}

function walk(path: string, judge: (path: string, stat: Stats) => string): string {
  // A path cannot contain NUL.
  if (path.includes("\0")) return walk("", judge);
  if (!path.startsWith("/")) return `'${path}' is not an absolute path`;
  const rest = path.split("/");
  let done = "";
  let links = 0;
  const root = judge("/", lstatSync("/"));
  if (root !== "") return root;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      done = done.slice(0, Math.max(0, done.lastIndexOf("/")));
      continue;
    }
    const here = `${done}/${name}`;
    const stat = lstat(here);
    if (stat === noEntry) return "";
    if (typeof stat === "number") return `'${here}' cannot be looked at (errno ${stat})`;
    const why = judge(here, stat);
    if (why !== "") return why;
    if (!stat.isSymbolicLink()) {
      done = here;
      continue;
    }
    const target = fromBuffer(readlinkSync(toBuffer(here), { encoding: "buffer" }));
    if (++links > mostLinks) return `'${here}' is a link that leads nowhere`;
    rest.unshift(...target.split("/"));
    // An absolute target starts at the root, a relative one in the link's folder.
    if (target.startsWith("/")) done = "";
  }
  return "";
}

function lstat(path: string): Stats | number {
  try {
    return lstatSync(toBuffer(path));
  } catch (error) {
    return errnoOf(error);
  }
}

function isRootsAlone(path: string, stat: Stats): string {
  if (!isRoots(stat.uid)) return `'${path}' belongs to uid ${stat.uid}`;
  return !stat.isSymbolicLink() && (stat.mode & 0o022) !== 0
    ? `'${path}' can be written to by its group or others`
    : "";
}

function isOutOfReach(path: string, stat: Stats): string {
  const isSafe = stat.isSymbolicLink() ? isOursOrRoots(stat.uid) : keepsOthersOut(stat);
  return isSafe ? "" : `others can exchange what lies in '${path}'`;
}

/** In a folder that others may write to, only the sticky bit prevents them from replacing what is ours. */
export function keepsOthersOut(folder: Stats): boolean {
  return isClosed(folder) || (isOursOrRoots(folder.uid) && (folder.mode & 0o1000) !== 0);
}

/** Does it belong to root or us, and may nobody else write to it? */
export function isClosed({ uid, mode }: Stats): boolean {
  return isOursOrRoots(uid) && (mode & 0o022) === 0;
}

function isOursOrRoots(owner: number): boolean {
  return owner === ownId() || isRoots(owner);
}

export function ownId(): number {
  return process.geteuid?.() ?? 0;
}

/**
 * In a user namespace without root, root's files appear to belong to
 * nobody. Nobody inside can own them, the caller included.
 */
function isRoots(owner: number): boolean {
  if (owner === 0) return true;
  const lines = readLines("/proc/self/uid_map").map((line) => line.trim().split(/ +/).map(Number));
  const isRootKnown = lines.length === 0 || lines.some(([inside, , count = 0]) => inside === 0 && count > 0);
  const nobody = Number(readLines("/proc/sys/kernel/overflowuid")[0] ?? 65534);
  return !isRootKnown && owner === nobody && ownId() !== owner;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "latin1").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}
