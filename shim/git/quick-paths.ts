/**
 * Which files a commit changes, read from the files that git has just written: the index, and trees that no pack has yet. A git
 * would take longer than everything else that interlock does for a commit.
 */
import type { Host } from "../host.ts";
import { parseCommit, parentsOf, type Commit } from "./commit-object.ts";
import { readHeadCommit } from "./head-commit.ts";
import { commonDirOf } from "./repository.ts";
import { differingPaths } from "./tree-paths.ts";

/** Null if only git can tell. `amends`: against the parent of HEAD. */
export function readStagedPaths(host: Host, gitDir: string, amends: boolean): string[] | null {
  if (host.env("GIT_OBJECT_DIRECTORY") !== undefined) return null;
  const commonDir = commonDirOf(host, gitDir);
  const head = readHeadCommit(host, { gitDir, commonDir });
  if (head === null) return null;
  const objects = commonDir + "/objects";
  const base = amends ? treeOfParent(host, head, commonDir) : treeOf(head);
  const tree =
    base === null ? "" : host.treeOfIndex(host.env("GIT_INDEX_FILE") ?? gitDir + "/index", head.id.length);
  return base === null || tree === ""
    ? null
    : differingPaths((id) => host.readLooseObject(objects, "tree", id), base, tree);
}

/** Empty if there is no parent; null if only git knows it. */
function treeOfParent(host: Host, head: Commit, commonDir: string): string | null {
  const [parent] = parentsOf(head);
  if (parent === undefined) return "";
  // In these git finds other parents.
  for (const file of ["/shallow", "/info/grafts"]) if (host.stat(commonDir + file) !== null) return null;
  const object = host.readLooseObject(commonDir + "/objects", "commit", parent);
  return object === null ? null : treeOf(parseCommit(parent, object));
}

function treeOf({ id, header }: Commit): string {
  const start = "tree ".length;
  return header.slice(start, start + id.length);
}
