/**
 * Runs a hook point's contributions over any text. Pure: the same input and plan give the same outcome.
 */
import type { DispatchContext, MessageContext } from "./dispatch-context.ts";
import { dispatchMessage, type TextOutcome } from "./dispatch-message.ts";
import { plainTextEffects, trailerlessEffects } from "./effects/plain-text-effects.ts";
import { runnerOf } from "./effects/text-effect-kind.ts";
import { hookPoints, type HookPointName } from "./hook-points.ts";
import type { Plan } from "./plan.ts";
import { runContributions } from "./run-contributions.ts";
import { draftOf, textOf } from "./text-draft.ts";

const plainTextRunner = runnerOf("text", plainTextEffects);
const trailerlessRunner = runnerOf("text", trailerlessEffects);

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
  const runner = hookPoints[point].trailers === "none" ? trailerlessRunner : plainTextRunner;
  runContributions(contributions, draft, context, runner, outcome);
  outcome.text = textOf(draft);
  return outcome;
}
