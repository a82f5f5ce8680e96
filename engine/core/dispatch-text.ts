/**
 * Runs a hook point's contributions over a text. Pure: the same input and plan give the same outcome.
 */
import type { DispatchContext } from "./dispatch-context.ts";
import { emptyMessage } from "./effect-problems.ts";
import { effectHolds, textEffectOf } from "./effects/text-effects.ts";
import { isEmptyMessage } from "./message-rules.ts";
import type { Contribution, Plan, TextEffect } from "./plan.ts";
import { runContributions, type EffectRunner, type Outcome } from "./run-contributions.ts";
import { draftOf, textOf, type TextDraft } from "./text-draft.ts";
import { skippedBecause } from "./trace.ts";
import { whyNotRun } from "./when.ts";

export interface TextOutcome extends Outcome {
  text: string;
}

export function dispatchText(plan: Plan, point: string, text: string, context: DispatchContext): TextOutcome {
  const outcome: TextOutcome = { text, trace: [], problems: [], warnings: [] };
  const contributions = plan.points[point] || [];
  const { rules } = context;
  if (rules !== null && isEmptyMessage(text, rules)) skipAll(outcome, contributions, context);
  else {
    const runner = rules === null ? plainTextRunner : messageRunner;
    outcome.text = textOf(runContributions(contributions, draftOf(text, rules), context, runner, outcome));
  }
  return outcome;
}

const messageRunner: EffectRunner<TextDraft, TextEffect> = {
  noun: "message",
  templates: (effect) => [effect.value],
  apply: (draft, effect, values) => textEffectOf(effect).apply(draft, effect, values[0] as string),
  holds: (draft, effect, values) => effectHolds(draft, effect, values[0] as string),
  done: (effect) => textEffectOf(effect).done(effect),
  words: textEffectOf,
};

const plainTextRunner: EffectRunner<TextDraft, TextEffect> = { ...messageRunner, noun: "text" };

/**
 * git aborts over an empty message, and an added trailer would hide that. Where the caller allows an
 * empty message, a required trailer cannot be had: alone it would be the title.
 */
function skipAll(
  outcome: TextOutcome,
  contributions: readonly Contribution[],
  context: DispatchContext,
): void {
  for (const contribution of contributions) {
    const reason = whyNotRun(contribution, context);
    const trace = skippedBecause(contribution, reason || "the message is empty");
    outcome.trace.push(trace);
    if (!context.allowEmpty || reason !== null) continue;
    const required = (contribution.effects as TextEffect[]).filter((effect) => effect.required);
    if (required.length === 0) continue;
    const first = required[0] as TextEffect;
    trace.state = "failed";
    outcome.problems.push(emptyMessage(contribution, first, textEffectOf(first)));
  }
}
