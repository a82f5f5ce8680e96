/**
 * `Host.makeTemporaryFolder` on Node; see shim/native/temporary-folder.c.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { fromBuffer, toBuffer } from "./byte-strings.ts";

/** Empty if there is no place for one. */
export function makeTemporaryFolder(named: string | undefined): string {
  for (const parent of [named?.startsWith("/") ? named : "/tmp", "/tmp"]) {
    try {
      return fromBuffer(mkdtempSync(decodeUtf8(`${parent}/interlock-`), "buffer"));
    } catch {
      // Not to be written to: the next one may be.
    }
  }
  return "";
}

/** Links are removed, not followed. */
export function removeFolder(path: string): void {
  rmSync(toBuffer(path), { recursive: true, force: true });
}
