/**
 * Runs a hook point's contributions over a list. Pure: the same input and plan give the same outcome.
 */
import type { RunContext } from "../when.ts";
import type { Plan } from "../plan.ts";
import { runContributions, type Outcome } from "../run-contributions.ts";
import { runners } from "../effects/effects.ts";
import type { ListDraft } from "../effects/payload-kinds.ts";

export interface ListOutcome extends Outcome {
  list: string[];
}

export function dispatchList(
  plan: Plan,
  point: string,
  list: readonly string[],
  context: RunContext,
): ListOutcome {
  const outcome: ListOutcome = { list: [], trace: [], problems: [], warnings: [] };
  const draft: ListDraft = { list };
  runContributions(plan.points[point] || [], draft, context, runners.list, outcome);
  outcome.list = draft.list.slice();
  return outcome;
}
