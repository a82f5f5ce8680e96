/**
 * `Host.privateFolder` on Node; see shim/native/private-folder.h.
 */
import { accessSync, constants, lstatSync, mkdirSync, statSync } from "node:fs";
import { toBuffer } from "./byte-strings.ts";
import { isRoots } from "./guarded.ts";

export function privateFolder(make: boolean, env: ReadonlyMap<string, string>): string {
  for (const parent of [env.get("TMPDIR") || "/tmp", "/dev/shm"]) {
    const path = `${parent}/interlock-${ownId()}`;
    if (!parent.startsWith("/") || !holds(() => isSafeParent(parent))) continue;
    if (make) holds(() => mkdirSync(toBuffer(path), { mode: 0o700 }) === undefined);
    if (holds(() => isPrivate(path))) return path;
  }
  return "";
}

function ownId(): number {
  return process.geteuid?.() ?? 0;
}

/** In a folder that others may write to, only the sticky bit keeps them from exchanging what is ours. */
function isSafeParent(path: string): boolean {
  const stat = statSync(toBuffer(path));
  if (!stat.isDirectory() || (stat.uid !== ownId() && !isRoots(stat.uid))) return false;
  return (stat.mode & 0o022) === 0 || (stat.mode & 0o1000) !== 0;
}

/** Not a link, nobody else's to look into or to write to, and ours to write to. */
function isPrivate(path: string): boolean {
  const stat = lstatSync(toBuffer(path));
  accessSync(toBuffer(path), constants.W_OK);
  return stat.isDirectory() && stat.uid === ownId() && (stat.mode & 0o077) === 0;
}

/** What fails does not hold. */
function holds(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}
