/**
 * Runs a hook point's contributions over any text, commit message or not. Pure: the same input and plan give the same
 * outcome. See plain-text.ts.
 */
import {
  dispatchMessage,
  type DispatchContext,
  type MessageContext,
  type TextOutcome,
} from "./dispatch-message.ts";
import { runners, type TextRunner } from "../effects/effects.ts";
import { payloadKindOf } from "../effects/payload-kinds.ts";
import { hookPoints, type HookPointName } from "../hook-points.ts";
import type { Plan } from "../plan.ts";
import { runContributions } from "../run-contributions.ts";
import { draftOf, textOf } from "../text/text-draft.ts";

export function dispatchText(
  plan: Plan,
  point: HookPointName,
  text: string,
  context: DispatchContext,
): TextOutcome {
  if (context.rules !== null) return dispatchMessage(plan, point, text, context as MessageContext);
  const outcome: TextOutcome = { text, trace: [], problems: [], warnings: [] };
  const contributions = plan.points[point] || [];
  if (contributions.length === 0) return outcome;
  const draft = draftOf(text, null);
  const runner = runners[payloadKindOf(hookPoints[point])] as TextRunner;
  runContributions(contributions, draft, context, runner, outcome);
  outcome.text = textOf(draft);
  return outcome;
}
