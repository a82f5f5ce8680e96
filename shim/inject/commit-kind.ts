/**
 * Which of the words of `when.commit` a commit is.
 */
import type { CommitKind } from "../../engine/core/facts.ts";
import type { Repository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import { readCall } from "./call.ts";

/** `own`: what the command line alone says. */
export function kindOf(host: Host, repository: Repository, own: CommitKind): CommitKind {
  const outer = readCall(host);
  // The sequencer starts `git commit` itself; one in `rebase --exec` is somebody's own.
  if (outer !== null && isGit(host, host.parentProgram())) return outer.kind;
  if (own !== "composed") return own;
  const has = (name: string): boolean => host.stat(repository.gitDir + "/" + name) !== null;
  if (has("MERGE_HEAD")) return "merge";
  // A rebase that stopped leaves it too; what is committed then is the step it stopped at.
  if (has("CHERRY_PICK_HEAD")) return has("rebase-merge") ? "rebase" : "cherry-pick";
  return has("REVERT_HEAD") ? "revert" : "composed";
}

function isGit(host: Host, program: string): boolean {
  return program !== "" && program === host.realPath(host.realProgram());
}
