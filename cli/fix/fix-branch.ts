/**
 * Rewrites one branch: first objects, which no ref reaches yet; then notes; then the branch, in one step. If it is killed,
 * the branch is the old one or the new one.
 */
import type { Branch } from "./choose-branch.ts";
import type { FixRequest } from "./request.ts";
import { describeLeftBehind } from "./left-behind.ts";
import { fixCommit, type FixResult } from "./fix-commit.ts";
import { carryNotes, moveBranch, rewriteTag } from "./move-ref.ts";
import {
  nothingChanged,
  renderBroken,
  renderChange,
  renderNothing,
  renderOthers,
  renderPublished,
  renderRewritten,
  renderSummary,
  renderWayBack,
} from "./report.ts";
import { recordChanges, recordRefusals } from "./record-changes.ts";
import { findPublished, refusePublished, whyShallow } from "./may-rewrite.ts";
import { findChanges, rewriteCommits, type Change } from "./rewrite-commits.ts";
import { remotesHere } from "../../shim/verify/remotes-for.ts";
import { createDecoder } from "../shared/node-decoders.ts";
import { createVerdicts } from "../../shim/judge/judge-commit.ts";
import {
  createSkipCounts,
  describeSkips,
  isAnythingUnknown,
  countSkips,
  type SkipCounts,
} from "../../shim/judge/not-judged.ts";
import { type GitAndRules, refuse } from "../shared/open-git-and-rules.ts";
import { isSamePerson } from "../../engine/judge/author-scope.ts";
import { identOf, type Commit } from "../../shim/git/commit-object.ts";
import { identReader } from "../../shim/git/idents.ts";
import { showProgress } from "../shared/progress.ts";
import { countCommits, streamCommits } from "../shared/stream-commits.ts";
import type { RealGit } from "../shared/real-git.ts";
import { say, sayError } from "../shared/output.ts";

const cannotFix = 1;

/** `later`: branches that are rewritten after this one. Gives the exit status. */
export async function fixBranch(
  opened: GitAndRules,
  branch: Branch,
  request: FixRequest,
  later: readonly string[],
): Promise<number> {
  const { git } = opened;
  const commits = await readBranch(git, branch);
  const skipped = createSkipCounts();
  const self = request.allAuthors ? null : identReader(git.host, [], null)("committer");
  if (self === "")
    return refuse(
      "git does not know who you are, and so not which commits are yours",
      "git config user.name '...' && git config user.email '...', or fix all with --all-authors",
    );
  const published = request.forcePushed ? null : await findPublished(git, branch, commits);
  const { results, others, ownPublished } = judgeAndFix(opened, commits, self, published, skipped);
  const broken = commits.flatMap((commit) => {
    const result = results.get(commit.id);
    return result?.kind === "broken" ? [{ commit, result }] : [];
  });
  say(
    [
      ...broken.map((each) => renderBroken(each, branch, git.host)),
      ...describeSkips(skipped).map((line) => line + "\n"),
    ].join(""),
  );
  const renderLeft = (ids: ReadonlyMap<string, string>): string =>
    renderOthers(others, published, ids) + renderPublished(ownPublished);
  const left = renderLeft(new Map());
  const statusAtEnd = others.length > 0 ? cannotFix : 0;
  if (broken.length > 0) {
    if (!request.dryRun) recordRefusals(opened, broken);
    say(left);
    refuse(
      `no rule says what ${broken.length === 1 ? "this message" : "these messages"} should be; ${nothingChanged(branch)}`,
      "reword them with the command that stands below each, then run 'interlock fix' again",
    );
    return cannotFix;
  }
  if (isAnythingUnknown(skipped) && !request.allowSkipped)
    return refuse(
      `not everything can be judged here; ${nothingChanged(branch)}`,
      "set what is missing, or accept it with --allow-skipped",
    );
  const changes = findChanges(commits, results);
  if (changes.length === 0 && ownPublished.length > 0 && !request.branches && !request.tags) {
    say(renderOthers(others, published, new Map()));
    return refusePublished(ownPublished);
  }
  if (changes.length === 0) {
    say(left || renderNothing(commits.length));
    return statusAtEnd;
  }
  const reason = whyShallow(git, branch, changes);
  if (reason !== null) return refuse(reason.message, reason.hint);
  if (request.dryRun) {
    const summary = renderSummary(changes, commits.length, "would be rewritten", branch);
    say([...changes.map(renderChange), `interlock: ${summary}\n`, left].join(""));
    return statusAtEnd;
  }
  const unrecorded = recordChanges(opened, changes);
  if (unrecorded !== null) return unrecorded;
  const summary = renderSummary(changes, commits.length, "rewritten", branch);
  say(renderLeft(await rewriteBranch(git, branch, changes, summary, later)));
  return statusAtEnd;
}

/** Parents first. */
async function readBranch(git: RealGit, { range }: Branch): Promise<Commit[]> {
  const commits: Commit[] = [];
  const options = ["--topo-order", "--reverse", ...range.options];
  const progress = showProgress("commits read", () => countCommits(git, range));
  for await (const some of streamCommits(git, { ...range, options })) {
    commits.push(...some);
    progress.advance(commits.length);
  }
  progress.clear();
  return commits;
}

/**
 * `self`: the author whose commits are fixed; null for all authors. `others`: commits of other authors that break a
 * rule. `ownPublished`: own commits that break a rule and are published.
 */
function judgeAndFix(
  opened: GitAndRules,
  commits: readonly Commit[],
  self: string | null,
  published: ReadonlySet<string> | null,
  skipped: SkipCounts,
): { results: Map<string, FixResult>; others: Commit[]; ownPublished: Commit[] } {
  const { git, plan, sealed, isSealed } = opened;
  const remotes = remotesHere(git.host);
  const judge = createVerdicts(git.host, { plan, sealed, remotes, decoders: createDecoder, isSealed });
  const results = new Map<string, FixResult>();
  const others: Commit[] = [];
  const ownPublished: Commit[] = [];
  const progress = showProgress("commits judged", commits.length);
  for (const [i, commit] of commits.entries()) {
    progress.advance(i);
    const verdict = judge(commit);
    const isOwn = self === null || isSamePerson(identOf(commit, "author"), self);
    const isBroken = verdict.kind === "judged" && verdict.violations.length > 0;
    if (published?.has(commit.id)) {
      // Its ancestors are published too and stay as they are, so it keeps its parents.
      if (isBroken) (isOwn ? ownPublished : others).push(commit);
    } else if (isOwn || verdict.kind === "left") {
      countSkips(skipped, verdict, commit);
      results.set(commit.id, fixCommit(commit, verdict, judge));
    } else if (isBroken) others.push(commit);
  }
  progress.clear();
  return { results, others, ownPublished };
}

/** Gives the new ids by the old ones. */
async function rewriteBranch(
  git: RealGit,
  branch: Branch,
  changes: readonly Change[],
  summary: string,
  later: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const signsAnew = git.host.runGit(["config", "--type=bool", "--get", "commit.gpgsign"]).stdout === "true\n";
  const rewritten = await rewriteCommits(git, changes, signsAnew);
  await carryNotes(git, rewritten.ids);
  // The tip descends from every commit of the range, so it is rewritten too.
  const tip = rewritten.ids.get(branch.tip) as string;
  const tag = branch.at === branch.tip ? null : await rewriteTag(git, branch, tip);
  rewritten.droppedSignatures += tag?.droppedSignatures ?? 0;
  await moveBranch(git, branch.ref, {
    from: branch.at,
    to: tag?.id ?? tip,
    reason: `interlock fix: ${summary}`,
  });
  const lines = changes.map((change) => renderRewritten(change, rewritten));
  say([...lines, `interlock: ${summary}\n`, renderWayBack(branch)].join(""));
  for (const warning of await describeLeftBehind(git, branch, changes, rewritten, later))
    sayError(`interlock: warning: ${warning}\n`);
  return rewritten.ids;
}
