/**
 * The fixpoint: a commit's message is compliant when the plan run over it changes nothing and every check
 * holds. Pure; whoever judges commits that exist rests on this one function.
 *
 * The message is read as it stands in the object, by git's default settings (`asStored`), and in no other way: whatever
 * else it could be taken for, this is what every other clone shows. What the rules made of a message while it
 * was committed is a fixpoint of this reading too, whichever cleanup and comment character git used then.
 */
import { dispatchMessage, messageRunner, type TextOutcome } from "./dispatch-message.ts";
import {
  isForCommit,
  kindForRules,
  noteMissingValues,
  type JudgeContext,
  type NotJudged,
} from "./judged-here.ts";
import { asStored, isEmptyMessage } from "./message-rules.ts";
import type { Contribution, Plan, TextEffect } from "./plan.ts";
import { isRefusal, withoutName } from "./problem.ts";
import { seenKind, type SeenKind } from "./seen-kind.ts";
import { draftOf } from "./text-draft.ts";

export interface Judgement {
  violations: Violation[];
  notJudged: NotJudged[];
}

export interface Violation {
  id: string;
  plugin: string;
  source: string;
  /** What the message lacks, what else the contribution would have done, or the check's own words. */
  message: string;
  /** The message before and after the contribution; the same for a check. */
  before: string;
  after: string;
}

const point = "commit.message.finalize";

/** Those that commits are judged by. */
export function judgedContributions(plan: Plan): Contribution[] {
  return plan.points[point] || [];
}

/** The plan with these in their place. */
export function withContributions(plan: Plan, contributions: Contribution[]): Plan {
  return { ...plan, points: { [point]: contributions } };
}

export function judgeMessage(plan: Plan, message: string, context: JudgeContext): Judgement {
  const { judged, notJudged } = chooseJudged(plan, context, seenKind(message, context.isMerge));
  return { violations: judged.length === 0 ? [] : findViolations(plan, judged, message, context), notJudged };
}

/** The contributions that a commit of this kind is judged by. */
export function chooseJudged(
  plan: Plan,
  context: JudgeContext,
  seen: SeenKind | null,
): { judged: Contribution[]; notJudged: NotJudged[] } {
  const notJudged: NotJudged[] = [];
  const judged: Contribution[] = [];
  for (const contribution of judgedContributions(plan)) {
    if (!isForCommit(contribution, context, seen, notJudged)) continue;
    noteMissingValues(contribution, context.values, notJudged);
    judged.push(contribution);
  }
  return { judged, notJudged };
}

function findViolations(
  plan: Plan,
  judged: Contribution[],
  message: string,
  context: JudgeContext,
): Violation[] {
  if (isFixpoint(judged, message, context)) return [];
  const outcome = run(plan, judged, message, context);
  const violations: Violation[] = [];
  if (outcome.text !== message) {
    let before = message;
    // Once more, one by one, to see what each of them changes.
    for (const contribution of judged) {
      const { text, trace } = run(plan, [contribution], before, context);
      const entry = trace[0];
      if (text === before || entry === undefined) continue;
      const { id, plugin, source } = contribution;
      const faults = (entry.changes || ["changed the message"]).map(asFault);
      violations.push({ id, plugin, source, message: faults.join(", "), before, after: text });
      before = text;
    }
  }
  return violations.concat(brokenChecks(judged, outcome, message));
}

/** What an effect has done to a message, said of the message. */
function asFault(change: string): string {
  return change.startsWith("added ") ? change.replace("added", "lacks") : "would have " + change;
}

/**
 * Does every effect leave the message as it is? Then so does the chain, and nothing more is to be found out:
 * of many commits, most are clean.
 */
function isFixpoint(judged: Contribution[], message: string, { values }: JudgeContext): boolean {
  if (isEmptyMessage(message, asStored)) return false;
  const draft = draftOf(message, asStored);
  for (const { effects } of judged) {
    for (const effect of effects as TextEffect[]) {
      const value = messageRunner.resolve(effect, values, []);
      if (value === null) continue;
      if (messageRunner.apply(draft, effect, value) !== "") return false;
      if (effect.required && !messageRunner.holds(draft, effect, value)) return false;
    }
  }
  return true;
}

/** What is required and does not hold. A value that is missing is no fault of the message. */
function brokenChecks(judged: Contribution[], { problems }: TextOutcome, message: string): Violation[] {
  const broken: Violation[] = [];
  for (const { id, plugin, source } of judged) {
    for (const problem of problems) {
      const words = withoutName(problem.message, id);
      if (words === null || !isRefusal(problem)) continue;
      broken.push({ id, plugin, source, message: words, before: message, after: message });
    }
  }
  return broken;
}

function run(
  plan: Plan,
  contributions: Contribution[],
  text: string,
  { values, isMerge, remotes }: JudgeContext,
): TextOutcome {
  // What is judged has been chosen by its kind already, and no effect changes that.
  const facts = { commit: () => kindForRules(seenKind(text, isMerge)), remotes: () => remotes() || [] };
  return dispatchMessage(withContributions(plan, contributions), point, text, {
    rules: asStored,
    values,
    facts,
    allowEmpty: true,
  });
}
