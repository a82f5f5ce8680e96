/** The push gate: may these commits leave? Commits that the remote advertises need no judgement, see prove.ts. */
import { canJudge, notJudgedPrograms } from "../../engine/judge/judge-message.ts";
import type { NotJudged } from "../../engine/judge/judgeable.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import type { JudgedCommit } from "../report/report.ts";
import { readEnvFile } from "../plan/env-file.ts";
import type { Push } from "./announced-push.ts";
import {
  describeCommits,
  describeNotJudged,
  describeOtherPrograms,
  describeRefusal,
  type Consequence,
} from "./describe-findings.ts";
import { describeUnproved, hintFetch, hintRefsUnknown } from "./describe-unproved.ts";
import { createJudge, type CommitJudge } from "./commit-faults.ts";
import { isGitsNote } from "./notes.ts";
import { proveWithRemotes } from "./prove-with-remotes.ts";
import { isForNotes, type Update } from "./updates.ts";

export interface JudgedPush {
  /** Why the push is refused; empty if it may continue. */
  problems: readonly Problem[];
  warnings: readonly Problem[];
  commits: readonly JudgedCommit[];
}

export function judgePush(host: Host, plan: Plan, push: Push): JudgedPush {
  const { url, updates } = push;
  let commits: readonly JudgedCommit[] = [];
  if (plan.pushVerify === "off" || updates.length === 0) return { problems: [], warnings: [], commits };
  const warnings = describeOtherPrograms(notJudgedPrograms(plan));
  if (!canJudge(plan)) return { problems: [], warnings, commits };
  const sealed = readEnvFile(host, plan.envFile);
  if (sealed.problem !== null) return { problems: [sealed.problem], warnings, commits };
  const skipped: { [id: string]: NotJudged } = {};
  const judge = createJudge(host, plan, sealed.values, url, push.seal !== null, (rule) => {
    skipped[rule.id] = rule;
  });
  const judgeNote: CommitJudge = (commit) => (isGitsNote(commit) ? [] : judge(commit));
  const kinds: [Update[], CommitJudge][] = [
    [updates.filter((update) => !isForNotes(update)), judge],
    [updates.filter(isForNotes), judgeNote],
  ];
  for (const [some, judgeOne] of kinds) {
    const found = some.length === 0 ? null : findProblem(host, plan, judgeOne, push, some);
    if (found === null) continue;
    commits = commits.concat(found.commits);
    if (consequenceOf(plan, push) === "refused") return { problems: [found.problem], warnings, commits };
    warnings.push(found.problem);
  }
  for (const id of Object.keys(skipped)) warnings.push(describeNotJudged(skipped[id] as NotJudged));
  return { problems: [], warnings, commits };
}

/** What happens to a push with commits that break a rule. */
export function consequenceOf(plan: Plan, { isDryRun }: Pick<Push, "isDryRun">): Consequence {
  if (plan.pushVerify === "warn" || plan.mode === "report") return "sent";
  return isDryRun ? "dry run" : "refused";
}

interface FoundProblem {
  problem: Problem;
  commits: readonly JudgedCommit[];
}

/** Null if the updates may leave. */
function findProblem(
  host: Host,
  plan: Plan,
  judge: CommitJudge,
  push: Push,
  updates: readonly Update[],
): FoundProblem | null {
  const found = proveWithRemotes(host, plan, judge, push, updates);
  if (found === null) return null;
  const { proof, remotes, unreached, lacksRemotes } = found;
  const { url, gitDir, remote = url } = push;
  const consequence = consequenceOf(plan, push);
  const circumstances = { plan, gitDir, url, remote, consequence, remotes, unreached };
  if (proof.unproved !== null && proof.findings.length === 0)
    return { problem: describeUnproved(host, proof.unproved, circumstances), commits: [] };
  const problem = describeRefusal(host, proof, updates, circumstances);
  if (push.advertised === null && updates.some(({ remoteId }) => remoteId === ""))
    problem.hint = hintRefsUnknown(host, push.isSendPack === true);
  if (lacksRemotes) problem.hint += "\n" + hintFetch(host, remote);
  return { problem, commits: describeCommits(proof) };
}
