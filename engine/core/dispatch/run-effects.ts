/**
 * Runs a hook point's contributions over its text or list, commit message or not. Pure: the same input and plan give the same
 * outcome.
 */
import { cleanMessage } from "../clean-message.ts";
import { emptyMessage } from "../effect-problems.ts";
import { runners, type AnyRunner } from "../effects/effects.ts";
import {
  payloadForms,
  payloadKindOf,
  type AnyForm,
  type GivenForm,
  type PointValue,
} from "../effects/payload-kinds.ts";
import { hookPoints, type HookPointName } from "../hook-points.ts";
import { isEmptyMessage, type CleanupSettings } from "../cleanup-settings.ts";
import type { Contribution, Plan, TextEffect } from "../plan.ts";
import { runContributions, type PointFindings } from "../run-contributions.ts";
import { draftOf } from "../text/text-draft.ts";
import { traceOf } from "../trace.ts";
import { whyNotRun, type RunContext } from "../when.ts";

/** What effects need beside the plan and the value. */
export interface EffectsContext extends RunContext, GivenForm {
  /** Will git accept an empty message? Ignored at points without a commit message. */
  allowEmpty: boolean;
}

/** A value, and what was done to it. */
export interface Judged<V> extends PointFindings {
  value: V;
}

export const messageRunner = runners.message;

/** Gives the value itself if nothing changes it. */
export function runEffects<V extends PointValue>(
  plan: Plan,
  point: HookPointName,
  given: V,
  context: EffectsContext,
): Judged<V> {
  const outcome: Judged<V> = { value: given, trace: [], problems: [], warnings: [] };
  const contributions = plan.points[point] || [];
  if (contributions.length === 0) return outcome;
  const kind = payloadKindOf(hookPoints[point]);
  if (kind === "message" && isNothing(given as string, context))
    skipAll(outcome, contributions, context, given as string);
  else {
    const { open, close } = payloadForms[kind] as AnyForm;
    const draft = open(given, context);
    runContributions(contributions, draft, context, runners[kind] as AnyRunner, outcome);
    outcome.value = close(draft, given, context) as V;
  }
  return outcome;
}

/** With --allow-empty-message, git commits sign-offs alone, and their first line becomes the title. */
function isNothing(text: string, { cleanup, allowEmpty }: EffectsContext): boolean {
  const own = cleanup as CleanupSettings;
  return isEmptyMessage(text, own) && (!allowEmpty || cleanMessage(text, own) === "");
}

/**
 * git aborts if the message is empty, and an added trailer would prevent that. If the caller allows an empty message, a
 * required trailer cannot be added, because it would become the title. Rules that hold for an empty text, such as a
 * forbidden pattern, are fine.
 */
function skipAll(
  findings: PointFindings,
  contributions: readonly Contribution[],
  context: EffectsContext,
  text: string,
): void {
  const empty = draftOf(text, context.cleanup);
  const isBroken = (effect: TextEffect): boolean => {
    if (!effect.required) return false;
    const value = messageRunner.resolve(effect, context.values, []);
    return value === null || !messageRunner.holds(empty, effect, value);
  };
  for (const contribution of contributions) {
    const reason = whyNotRun(contribution, context);
    const trace = traceOf(contribution, "skipped", reason || "the message is empty");
    findings.trace.push(trace);
    if (!context.allowEmpty || reason !== null) continue;
    const broken = (contribution.effects as TextEffect[]).filter(isBroken);
    if (broken.length === 0) continue;
    const first = broken[0] as TextEffect;
    trace.state = "failed";
    findings.problems.push(emptyMessage(contribution, first, messageRunner.words(first)));
  }
}
