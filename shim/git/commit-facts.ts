/**
 * What `when` may ask about a commit, found out only as far as a contribution asks.
 */
import type { CommitKind, Facts } from "../../engine/core/facts.ts";
import type { Contribution } from "../../engine/core/plan.ts";
import type { Host } from "../host.ts";
import { has, type CommitLine } from "./commit-line.ts";
import type { GlobalOption } from "./global-options.ts";
import { readRemotes } from "./remotes.ts";
import type { Repository } from "./repository.ts";

/** Or the reason why they are not certain. */
export function readCommitFacts(
  host: Host,
  options: readonly GlobalOption[],
  repository: Repository,
  line: CommitLine,
  contributions: readonly Contribution[],
): Facts | string {
  const asksForKind = contributions.some(({ when }) => when !== undefined && when.commit !== undefined);
  const asksForRemotes = contributions.some(({ when }) => when !== undefined && when.remote !== undefined);
  const remotes = asksForRemotes ? readRemotes(host, options, repository) : [];
  if (typeof remotes === "string") return remotes;
  return { commit: asksForKind ? kindOf(host, repository, line) : null, remotes: () => remotes };
}

/** What an unfinished command leaves behind in the git folder; the first that is there decides. */
const leftovers: [file: string, kind: CommitKind][] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply/rebasing", "rebase"],
  ["rebase-apply/applying", "am"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
];

function kindOf(host: Host, repository: Repository, line: CommitLine): CommitKind {
  if (has(line, "amend")) return "amend";
  for (const [file, kind] of leftovers) if (host.stat(repository.gitDir + "/" + file) !== null) return kind;
  return "composed";
}
