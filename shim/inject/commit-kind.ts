/**
 * Which of the words of `when.commit` a commit is.
 */
import type { CommitKind } from "../../engine/core/facts.ts";
import { has, type CommitLine } from "../git/commit-line.ts";
import type { Repository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import { readCall } from "./call.ts";

/** `own`: what the command line alone says. */
export function kindOf(host: Host, repository: Repository, own: CommitKind): CommitKind {
  const outer = readCall(host);
  // The sequencer starts `git commit` itself; one in `rebase --exec` is somebody's own.
  if (outer !== null && isGit(host, host.ancestorProgram(1))) return outer.kind;
  if (own !== "composed") return own;
  const isThere = (name: string): boolean => host.stat(repository.gitDir + "/" + name) !== null;
  // Stopped for an edit, a rebase has made its step; what is committed then is one's own.
  if (isThere("rebase-merge/amend")) return "composed";
  for (const [file, kind] of leftovers) if (isThere(file)) return kind;
  return "composed";
}

/** What an unfinished command leaves behind in the git folder; the first that is there decides. */
const leftovers: readonly [file: string, kind: CommitKind][] = [
  ["rebase-merge/stopped-sha", "rebase"],
  ["rebase-apply/rebasing", "rebase"],
  ["rebase-apply/applying", "am"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
];

/** What the line of a `git commit` says by itself. */
export function kindOfLine(line: CommitLine): CommitKind {
  if (line.fixup !== null || has(line, "squash")) return "fixup";
  return has(line, "amend") ? "amend" : "composed";
}

function isGit(host: Host, program: string): boolean {
  return program !== "" && program === host.realPath(host.realProgram());
}
