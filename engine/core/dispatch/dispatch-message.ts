/**
 * Runs a hook point's contributions over a commit message. Pure: the same input and plan give the same outcome.
 */
import { cleanMessage } from "../clean-message.ts";
import { whyNotRun, type RunContext } from "../when.ts";
import { emptyMessage } from "../effect-problems.ts";
import { runners } from "../effects/effects.ts";
import { isEmptyMessage, type MessageRules } from "../message-rules.ts";
import type { Contribution, Plan, TextEffect } from "../plan.ts";
import { runContributions, type Outcome } from "../run-contributions.ts";
import { draftOf, textOf, type TextDraft } from "../text/text-draft.ts";
import { traceOf } from "../trace.ts";

/** What a dispatch over a text needs beside the plan and the text. */
export interface DispatchContext extends RunContext {
  /** How git will clean the text; null for a text that is not a commit message, such as a pull request's. */
  rules: MessageRules | null;
  /** Will git accept an empty message? Ignored where `rules` is null. */
  allowEmpty: boolean;
}

/** For a commit message. */
export interface MessageContext extends DispatchContext {
  rules: MessageRules;
}

export interface TextOutcome extends Outcome {
  text: string;
}

export const messageRunner = runners.message;

export function dispatchMessage(
  plan: Plan,
  point: string,
  text: string,
  context: MessageContext,
): TextOutcome {
  const outcome: TextOutcome = { text, trace: [], problems: [], warnings: [] };
  const contributions = plan.points[point] || [];
  if (contributions.length === 0) return outcome;
  const draft = draftOf(text, context.rules);
  if (isNothing(text, context)) skipAll(outcome, contributions, context, draft);
  else {
    runContributions(contributions, draft, context, messageRunner, outcome);
    outcome.text = textOf(draft);
  }
  return outcome;
}

/** With --allow-empty-message, git commits sign-offs alone, and their first line becomes the title. */
function isNothing(text: string, { rules, allowEmpty }: MessageContext): boolean {
  return isEmptyMessage(text, rules) && (!allowEmpty || cleanMessage(text, rules) === "");
}

/**
 * git aborts if the message is empty, and an added trailer would prevent that. If the caller allows an empty message, a
 * required trailer cannot be added, because it would become the title. Rules that hold for an empty text, such as a
 * forbidden pattern, are fine.
 */
function skipAll(
  outcome: TextOutcome,
  contributions: readonly Contribution[],
  context: MessageContext,
  empty: TextDraft,
): void {
  const isBroken = (effect: TextEffect): boolean => {
    if (!effect.required) return false;
    const value = messageRunner.resolve(effect, context.values, []);
    return value === null || !messageRunner.holds(empty, effect, value);
  };
  for (const contribution of contributions) {
    const reason = whyNotRun(contribution, context);
    const trace = traceOf(contribution, "skipped", reason || "the message is empty");
    outcome.trace.push(trace);
    if (!context.allowEmpty || reason !== null) continue;
    const broken = (contribution.effects as TextEffect[]).filter(isBroken);
    if (broken.length === 0) continue;
    const first = broken[0] as TextEffect;
    trace.state = "failed";
    outcome.problems.push(emptyMessage(contribution, first, messageRunner.words(first)));
  }
}
