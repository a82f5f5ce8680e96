/** `Host.makeTemporaryFolder` and `Host.privateFolder` on Node; see shim/native/host/temporary-folder.c. */
import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { fromBuffer, toBuffer } from "./byte-strings.ts";
import { cannotBeReplaced, ownId } from "./guarded.ts";

/** Empty if there is no place for one. */
export function makeTemporaryFolder(named: string | undefined): string {
  for (const parent of [named?.startsWith("/") ? named : "/tmp", "/tmp"]) {
    try {
      return fromBuffer(mkdtempSync(decodeUtf8(`${parent}/interlock-`), "buffer"));
    } catch {
      // Not writable: try the next one.
    }
  }
  return "";
}

/** Links are removed, not followed. */
export function removeFolder(path: string): void {
  rmSync(toBuffer(path), { recursive: true, force: true });
}

export function privateFolder(make: boolean, env: ReadonlyMap<string, string>): string {
  for (const parent of [env.get("TMPDIR") || "/tmp", "/dev/shm"]) {
    const path = `${parent}/interlock-${ownId()}`;
    if (!holds(() => cannotBeReplaced(parent))) continue;
    if (make) holds(() => mkdirSync(toBuffer(path), { mode: 0o700 }) === undefined);
    if (holds(() => isPrivate(path))) return path;
  }
  return "";
}

/** Not a link, not accessible to others, and writable for us. */
function isPrivate(path: string): boolean {
  const stat = lstatSync(toBuffer(path));
  accessSync(toBuffer(path), constants.W_OK);
  return stat.isDirectory() && stat.uid === ownId() && (stat.mode & 0o077) === 0;
}

/** A test that throws counts as false. */
function holds(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}
