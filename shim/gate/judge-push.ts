/**
 * The gate: may these commits leave? What the remote said it has is left out first. Only if something is wrong
 * with the rest, the remote is asked for more: most pushes need no further question.
 */
import type { NotJudged } from "../../engine/core/judged-here.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import { stopFor, type Report } from "../report.ts";
import { readSealedValues } from "../sealed-values.ts";
import { copySieve } from "./copies.ts";
import { createJudge, type CommitJudge } from "./judge-commit.ts";
import { presentObjects } from "./raw-objects.ts";
import { askRemote, isRedirected, readAddressSettings } from "./remote-has.ts";
import { describeCommits, notAsked, refusal, unreadable, type Consequence } from "./describe-findings.ts";
import { readShallow, type Shallow } from "./shallow.ts";
import { trustedRemotes } from "./trusted-remotes.ts";
import { anyNote, isNotesMessage } from "./notes.ts";
import { isForNotes, type Update } from "./updates.ts";
import { isClean, walkCommits } from "./walk.ts";

/** The remote's refs by its own word, on the connection that pushes: ids by name. */
export interface Advertised {
  [ref: string]: string;
}

export interface Push {
  /** Where it goes. */
  url: string;
  gitDir: string;
  /** `core.commentChar`, or `auto`. */
  commentChar: string;
  updates: readonly Update[];
  /** git only says what it would do, and sends nothing. */
  isDryRun: boolean;
}

/** Writes into the report what is to be said, and an exit if the push must not go on. */
export function judgePush(host: Host, plan: Plan, push: Push, report: Report): void {
  const { url, updates } = push;
  if (plan.pushVerify === "off" || updates.length === 0) return;
  const sealed = readSealedValues(host, plan.envFile);
  if (sealed.problem !== null) {
    stopFor(report, [sealed.problem]);
    return;
  }
  const skipped: { [id: string]: NotJudged } = {};
  const judge = createJudge(host, plan, sealed.values, push.commentChar, url, (rule) => {
    skipped[rule.id] = rule;
  });
  const branches = updates.filter((update) => !isForNotes(update));
  const notes = updates.filter(isForNotes);
  const judgeNote: CommitJudge = (commit) => (isNotesMessage(commit.message) ? [] : judge(commit));
  const lots: [Update[], CommitJudge][] = [
    [branches, judge],
    [notes, judgeNote],
  ];
  const consequence = consequenceOf(plan, push);
  const shallow = readShallow(host, push.gitDir);
  for (const [lot, judgeOne] of lots) {
    const problem =
      lot.length === 0 ? null : findProblem(host, plan, judgeOne, { ...push, updates: lot }, shallow, report);
    if (problem === null) continue;
    if (consequence === "refused") {
      stopFor(report, [problem]);
      return;
    }
    report.warnings.push(problem);
  }
  for (const id of Object.keys(skipped)) report.warnings.push(notAsked(skipped[id] as NotJudged));
}

/** What becomes of a push with commits that break a rule. */
export function consequenceOf(plan: Plan, { isDryRun }: Pick<Push, "isDryRun">): Consequence {
  if (plan.pushVerify === "warn" || plan.mode === "report") return "sent";
  return isDryRun ? "dry run" : "refused";
}

function findProblem(
  host: Host,
  plan: Plan,
  judge: CommitJudge,
  push: Push,
  shallow: Shallow,
  report: Report,
): Problem | null {
  const { url, gitDir, updates } = push;
  const wanted = updates.map(({ id }) => id);
  const oldIds = updates.map(({ remoteId }) => remoteId).filter((id) => id !== "");
  let known: readonly string[] = presentObjects(host, oldIds);
  const first = walkCommits(host, judge, { wanted, known, shallow }, true);
  if (first !== null && isClean(first)) return null;
  const settings = readAddressSettings(host);
  const canAsk = !isRedirected(url, settings);
  const others = trustedRemotes(plan, settings, url);
  const asked = canAsk ? [url].concat(others) : others;
  const isNoteAmong = asked.length > 0 && anyNote(host, wanted, known);
  for (const address of asked) {
    known = known.concat(askRemote(host, address, wanted, isNoteAmong));
    const walked = walkCommits(host, judge, { wanted, known, shallow }, true);
    if (walked !== null && isClean(walked)) return null;
  }
  const siftCopies = copySieve(host, known, asked);
  const walked = walkCommits(host, judge, { wanted, known, shallow }, false, siftCopies);
  const consequence = consequenceOf(plan, push);
  if (walked === null) return unreadable(url, consequence);
  if (isClean(walked)) return null;
  report.commits = report.commits.concat(describeCommits(walked));
  return refusal(host, walked, updates, { plan, gitDir, url, wasAsked: canAsk, consequence });
}
