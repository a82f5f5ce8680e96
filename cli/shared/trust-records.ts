/**
 * Records of trust: one empty file for each content of a repository's layer that the user trusts. The digest is its
 * name, `Layers.trust` its folder. They are in the user's state folder, because a cache may be cleared at any time.
 */
import { chmodSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { toBuffer } from "../../shim/node/byte-strings.ts";
import { isThere, statPath } from "../../shim/node/read-files.ts";
import { writeWholeFile } from "../../shim/node/write-files.ts";
import { makeFolder } from "../../shim/node/write-plan.ts";
import { hideFromStatus } from "../../shim/plan/own-folder.ts";

/** The record's path; null if trust cannot be recorded. */
export function recordFile(trust: string, digest: string): string | null {
  return trust === "" || digest === "" ? null : `${trust}/sha256-${digest}`;
}

export function isTrusted(trust: string, digest: string): boolean {
  const path = recordFile(trust, digest);
  return path !== null && statPath(path)?.kind === "file";
}

/** Is any content trusted? */
export function hasRecords(trust: string): boolean {
  return trust !== "" && recordsIn(trust).length > 0;
}

/** Null, or why it could not be written. */
export function writeRecord(path: string): string | null {
  const folder = path.slice(0, path.lastIndexOf("/"));
  return attempt(() => {
    makeFolder(folder, 0o700);
    hideFromStatus({ isThere, writeFile: writeWholeFile }, folder);
    writeFileSync(toBuffer(path), "", { mode: 0o600 });
    // Regardless of the umask.
    chmodSync(toBuffer(path), 0o600);
  });
}

/** Revokes all trust in a repository. Gives the number of records, or why they could not be removed. */
export function removeRecords(trust: string): number | string {
  let removed = 0;
  const failure = attempt(() => {
    for (const name of recordsIn(trust)) {
      rmSync(toBuffer(`${trust}/${name}`));
      removed++;
    }
  });
  return failure ?? removed;
}

function recordsIn(folder: string): string[] {
  const names = statPath(folder) === null ? [] : readdirSync(toBuffer(folder), "latin1");
  return names.filter((each) => /^sha256-[0-9a-f]{64}$/.test(each));
}

function attempt(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
}
