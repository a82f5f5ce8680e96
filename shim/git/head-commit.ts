/** Reads the commit that HEAD names from its own file: a process of git would cost more than everything else. */
import type { Host } from "../host.ts";
import { isAbsent } from "../host.ts";
import { parseCommit, type Commit } from "./commit-object.ts";
import type { Repository } from "./repository.ts";

const mostPackedRefs = 64 * 1024;

/** Null if only git can tell: a packed object or ref, another format of refs, replaced objects. */
export function readHeadCommit(
  host: Host,
  { gitDir, commonDir }: Pick<Repository, "gitDir" | "commonDir">,
): Commit | null {
  if (mayBeReplaced(host, commonDir)) return null;
  const head = readLine(host, gitDir + "/HEAD");
  const branch = /^ref: (refs\/heads\/.+)$/.exec(head);
  const id = branch === null ? head : readLine(host, commonDir + "/" + (branch[1] as string));
  const object = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)
    ? host.readLooseObject(commonDir + "/objects", "commit", id)
    : null;
  return object === null ? null : parseCommit(id, object);
}

/** The file without its final LF; empty if it cannot be read. */
function readLine(host: Host, path: string): string {
  const text = host.readFile(path, 4096);
  return typeof text === "number" ? "" : text.replace(/\n$/, "");
}

/** `git replace` lets other bytes stand for an object. */
function mayBeReplaced(host: Host, commonDir: string): boolean {
  if (host.env("GIT_REPLACE_REF_BASE") !== undefined || host.stat(commonDir + "/refs/replace") !== null)
    return true;
  const packed = host.readFile(commonDir + "/packed-refs", mostPackedRefs);
  return typeof packed === "number" ? !isAbsent(packed) : packed.includes(" refs/replace/");
}
