/**
 * `interlock fix`: rewrites commits of the current branch that break a rule and that nobody else has yet.
 * Objects first, which nothing leads to; then notes; then the branch, in one step. Whenever it is ended, the
 * branch is the old one or the new one.
 * Exit status: 0 done, or nothing to do; 1 if a commit cannot be mended, or is not yours; 2 if it cannot be done here; 128; 129.
 */
import { readRequest, type FixRequest } from "./fix/request.ts";
import { chooseBranch, type Branch } from "./fix/choose-branch.ts";
import { describeLeftBehind } from "./fix/left-behind.ts";
import { mendCommit, type Mending } from "./fix/mend-commit.ts";
import { carryNotes, moveBranch } from "./fix/move-branch.ts";
import {
  renderBroken,
  renderMending,
  renderNothing,
  renderOthers,
  renderRewritten,
  renderSummary,
} from "./fix/report.ts";
import { findChanges, rewriteCommits, type Change } from "./fix/rewrite-commits.ts";
import { GitFailure } from "./fix/run-git.ts";
import { whyNot } from "./fix/why-not.ts";
import { createJudge, remotesOf } from "./commits/judge-commits.ts";
import { describeRest, isAnythingUnknown, noteRest, type Rest } from "./commits/not-judged.ts";
import { openPlan, type OpenedPlan } from "./commits/open-plan.ts";
import { isSamePerson } from "../engine/core/author-scope.ts";
import { identOf, type Commit } from "../shim/git/commit-object.ts";
import { identReader } from "../shim/git/idents.ts";
import { readCommits } from "./commits/read-commits.ts";
import type { RealGit } from "./commits/real-git.ts";
import { refuse, refuseBadRange } from "./commits/refuse.ts";
import { refuseCall } from "./exit-status.ts";
import { say, sayError } from "./output.ts";
import type { VerbLine } from "./parse-line.ts";

const cannotMend = 1;

export async function runFix(line: VerbLine): Promise<number> {
  const request = readRequest(line);
  if ("message" in request) return refuseCall(request.message, request.hint);
  const opened = openPlan({ mayWrite: !request.dryRun, scope: request.scope });
  if (typeof opened === "number") return opened;
  const branch = chooseBranch(opened.git, request);
  if (branch === null) {
    say(renderNothing(0));
    return 0;
  }
  if ("message" in branch) return refuse(branch.message, branch.hint);
  try {
    return await refuseBadRange(() => fixBranch(opened, branch, request));
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return refuse(error.message, error.hint);
  }
}

async function fixBranch(opened: OpenedPlan, branch: Branch, request: FixRequest): Promise<number> {
  const { git } = opened;
  const commits = await readBranch(git, branch);
  const rest: Rest = { leftAlone: new Map(), unjudged: new Map() };
  const self = request.allAuthors ? null : identReader(git.host, [], null)("committer");
  if (self === "")
    return refuse(
      "git does not know who you are, and so not which commits are yours",
      "git config user.name '...' && git config user.email '...', or mend all with --all-authors",
    );
  const { mendings, others } = mendAll(opened, commits, self, rest);
  const broken = commits.flatMap((commit) => {
    const mending = mendings.get(commit.id);
    return mending?.kind === "broken" ? [renderBroken(commit, mending, branch.tip)] : [];
  });
  say([...broken, ...describeRest(rest).map((line) => line + "\n")].join(""));
  const statusAtEnd = others.length > 0 ? cannotMend : 0;
  if (broken.length > 0) {
    say(renderOthers(others));
    refuse(
      `no rule says what ${broken.length === 1 ? "this message" : "these messages"} should be; nothing was changed`,
      "reword them with the command that stands below each, then run 'interlock fix' again",
    );
    return cannotMend;
  }
  if (isAnythingUnknown(rest) && !request.allowSkipped)
    return refuse(
      "not everything can be judged here; nothing was changed",
      "set what is missing, or accept it with --allow-skipped",
    );
  const changes = findChanges(commits, mendings);
  if (changes.length === 0) {
    say(renderOthers(others) || renderNothing(commits.length));
    return statusAtEnd;
  }
  const reason = await whyNot(git, branch, changes, request);
  if (reason !== null) return refuse(reason.message, reason.hint);
  if (request.dryRun) {
    const summary = renderSummary(changes, commits.length, "would be rewritten", branch);
    say([...changes.map(renderMending), `interlock: ${summary}\n`, renderOthers(others)].join(""));
    return statusAtEnd;
  }
  await rewriteBranch(git, branch, changes, renderSummary(changes, commits.length, "rewritten", branch));
  say(renderOthers(others));
  return statusAtEnd;
}

/** Parents first. */
async function readBranch(git: RealGit, { range }: Branch): Promise<Commit[]> {
  const commits: Commit[] = [];
  const options = ["--topo-order", "--reverse", ...range.options];
  for await (const some of readCommits(git, { ...range, options })) commits.push(...some);
  return commits;
}

/** `self`: whose commits are mended; null for everybody's. `others`: commits of others that would be. */
function mendAll(
  { git, plan, sealed }: OpenedPlan,
  commits: readonly Commit[],
  self: string | null,
  rest: Rest,
): { mendings: Map<string, Mending>; others: Commit[] } {
  const judge = createJudge(git.host, plan, sealed, remotesOf(git.host));
  const mendings = new Map<string, Mending>();
  const others: Commit[] = [];
  for (const commit of commits) {
    const verdict = judge(commit);
    const isOwn = self === null || isSamePerson(identOf(commit, "author"), self);
    if (isOwn || verdict.kind === "left") {
      noteRest(rest, verdict, commit);
      mendings.set(commit.id, mendCommit(commit, verdict, judge));
    } else if (verdict.kind === "judged" && verdict.violations.length > 0) others.push(commit);
  }
  return { mendings, others };
}

async function rewriteBranch(
  git: RealGit,
  branch: Branch,
  changes: readonly Change[],
  summary: string,
): Promise<void> {
  const signsAnew = git.host.runGit(["config", "--type=bool", "--get", "commit.gpgsign"]).stdout === "true\n";
  const rewritten = await rewriteCommits(git, changes, signsAnew);
  await carryNotes(git, rewritten.ids);
  // Everything in the range leads to the tip, so it is another one too.
  const to = rewritten.ids.get(branch.tip) as string;
  await moveBranch(git, branch.ref, { from: branch.tip, to, reason: `interlock fix: ${summary}` });
  const lines = changes.map((change) => renderRewritten(change, rewritten));
  say([...lines, `interlock: ${summary}\n`, `to go back: git reset --soft ${branch.tip}\n`].join(""));
  for (const warning of await describeLeftBehind(git, branch, changes, rewritten))
    sayError(`interlock: warning: ${warning}\n`);
}
