/**
 * The judge of an announced push: which of its updates may happen? Everyone who learns of a push asks it, in three steps: announce,
 * judge, say.
 *
 * | who learns of it | knows the updates from | says the verdict as |
 * |---|---|---|
 * | git's pre-push hook: `shim/entry/pre-push.ts` | the hook's input; the remote's refs from git's packet trace | the hook's exit status |
 * | what sends, over http or by itself: `shim/push/sending.ts` | its refspecs; the refs that git's helper passes on | ids to send instead of names, or an exit status |
 * | a dry run: `shim/explain/push.ts` | the output and trace of `git push --dry-run` | a report |
 * | a server's hook: `shim/verify/judge-received.ts` | the hook's input; the server's own refs | the exit status of `interlock verify` |
 *
 * Data goes in (`AnnouncedPush`) and comes out (`PushVerdict`); the judge prints nothing and ends nothing. To add a rule about
 * refs, judge each update in `judgePush`. Rules about commits need objects, so the caller gives `examine`: who sends proves what
 * the remote lacks (prove-with-remotes.ts), who receives walks what has arrived (shim/verify/). Why: docs/decisions/028-one-judge-of-a-push.md.
 */
import type { Plan } from "../../engine/core/plan.ts";
import type { AnnouncedPush, Consequence, Update } from "./announced-push.ts";
import { isForNotes } from "./updates.ts";

/** Updates whose commits are examined together, because one may bring commits that another one builds on. Deletions bring none. */
export interface UpdateGroup {
  updates: readonly Update[];
  /** They go to refs/notes, where messages that git itself writes may pass. */
  areNotes: boolean;
}

export interface UpdateVerdict<Finding> {
  update: Update;
  /** `unjudged`: another update has stopped the push already, so this one was not examined. */
  result: "accepted" | "refused" | "unjudged";
  /** What is wrong with it. An update can be accepted nevertheless: see `Consequence`. */
  finding: Finding | null;
}

/** `Finding`: what an examination can find, or leave open, in commits. */
export interface PushVerdict<Finding> {
  /** In the order in which they were announced. */
  updates: readonly UpdateVerdict<Finding>[];
  /** What is wrong, each once: one finding may be about several updates. */
  findings: readonly Finding[];
  isRefused: boolean;
}

/** What is wrong with the commits that these updates bring, or why that cannot be known; null if nothing is. */
export type Examine<Finding> = (group: UpdateGroup) => Finding | null;

export function judgePush<Finding>(
  { updates, consequence }: AnnouncedPush,
  examine: Examine<Finding>,
): PushVerdict<Finding> {
  const findings: Finding[] = [];
  const verdicts = updates.map((update): UpdateVerdict<Finding> => {
    return { update, result: update.id === "" ? "accepted" : "unjudged", finding: null };
  });
  let isRefused = false;
  for (const group of groupUpdates(updates)) {
    // Neither hook can stop a part of a push, so one refused group refuses all.
    if (isRefused) break;
    const finding = examine(group);
    if (finding !== null) findings.push(finding);
    isRefused = finding !== null && consequence === "refused";
    for (const verdict of verdicts) {
      const { update } = verdict;
      if (update.id === "" || isForNotes(update) !== group.areNotes) continue;
      verdict.finding = finding;
      verdict.result = isRefused ? "refused" : "accepted";
    }
  }
  return { updates: verdicts, findings, isRefused };
}

/** Groups that would be empty are left out. */
export function groupUpdates(updates: readonly Update[]): UpdateGroup[] {
  const sent = updates.filter(({ id }) => id !== "");
  const groups: UpdateGroup[] = [
    { updates: sent.filter((update) => !isForNotes(update)), areNotes: false },
    { updates: sent.filter(isForNotes), areNotes: true },
  ];
  return groups.filter((group) => group.updates.length > 0);
}

/** By the config, and by whether git sends anything. */
export function consequenceOf(plan: Plan, isDryRun: boolean): Consequence {
  if (plan.pushVerify === "warn" || plan.mode === "report") return "sent";
  return isDryRun ? "dry run" : "refused";
}
