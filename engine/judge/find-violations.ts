/** Finds what is wrong with a message: what the rules would change, rule by rule, and which checks do not hold. */
import { finalizePoint } from "../core/hook-points.ts";
import { runEffects, type Judged } from "../core/dispatch/run-effects.ts";
import { first } from "../core/first.ts";
import { asStored } from "../core/cleanup-settings.ts";
import type { Contribution, Plan } from "../core/plan.ts";
import { isRefusal, withoutName } from "../core/problem.ts";
import { seenKind } from "../core/seen-kind.ts";
import { kindForRules, type JudgeContext } from "./judgeable.ts";
import { withContributions } from "./judged-plan.ts";

/** One finding: several of one commit are several records. */
export interface Violation {
  id: string;
  plugin: string;
  source: string;
  /** What the message lacks, what else the contribution would have changed, or the check's own message. */
  message: string;
  /** The message before and after the contribution; the same for a check. */
  before: string;
  after: string;
}

export function findViolations(
  plan: Plan,
  judged: Contribution[],
  message: string,
  context: JudgeContext,
  inFull: boolean,
): Violation[] {
  const outcome = run(plan, judged, message, context);
  const violations: Violation[] = [];
  if (!inFull && outcome.value !== message) return firstChange(judged, outcome, message);
  if (outcome.value !== message) {
    let before = message;
    // Once more, one by one, to see what each of them changes.
    for (const contribution of judged) {
      const { value: text, trace } = run(plan, [contribution], before, context);
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

/** Without another run: what the rules make of the message together. */
function firstChange(
  judged: Contribution[],
  { value: text, trace }: Judged<string>,
  message: string,
): Violation[] {
  const index = firstIndex(trace, ({ changes }) => changes !== undefined);
  // One whose check fails in the end has a trace without its changes.
  const { id, plugin, source } = judged[index < 0 ? 0 : index] as Contribution;
  return [{ id, plugin, source, message: "would have changed the message", before: message, after: text }];
}

function firstIndex<T>(list: readonly T[], isWanted: (each: T) => boolean): number {
  for (let i = 0; i < list.length; i++) if (isWanted(list[i] as T)) return i;
  return -1;
}

/** "added x" is what an effect did; of a message that exists, it is "lacks x". */
function asFault(change: string): string {
  return change.startsWith("added ") ? change.replace("added", "lacks") : "would have " + change;
}

/** What is required and does not hold, in the order of the text. A missing value is not the message's fault. */
function brokenChecks(judged: Contribution[], { problems }: Judged<string>, message: string): Violation[] {
  const broken: Violation[] = [];
  for (const problem of problems) {
    const rule = first(judged, ({ id }) => id === problem.id);
    if (rule === undefined || !isRefusal(problem)) continue;
    const { id, plugin, source } = rule;
    const text = withoutName(problem.message, id);
    broken.push({ id, plugin, source, message: text, before: message, after: message });
  }
  return broken;
}

function run(
  plan: Plan,
  contributions: Contribution[],
  text: string,
  { values, isMerge, remotes }: JudgeContext,
): Judged<string> {
  // The contributions are chosen by kind already, and no effect changes the kind.
  const occasion = { commit: () => kindForRules(seenKind(text, isMerge)), remotes: () => remotes() || [] };
  return runEffects(withContributions(plan, contributions), finalizePoint, text, {
    cleanup: asStored,
    values,
    occasion,
    allowEmpty: true,
  });
}
