/**
 * Runs a hook point's contributions over a list. Pure: the same input and plan give the same outcome.
 */
import type { RunContext } from "./dispatch-context.ts";
import { appendUnique } from "./effects/append-unique.ts";
import type { EffectWords } from "./effect-problems.ts";
import type { ListEffect, Plan } from "./plan.ts";
import { runContributions, type EffectRunner, type Outcome } from "./run-contributions.ts";

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
  const after = runContributions(plan.points[point] || [], list, context, listRunner, outcome);
  outcome.list = after.slice();
  return outcome;
}

const listWords: EffectWords<ListEffect> = {
  subject: ({ path }) => "list '" + path + "'",
};

/** There is one list effect; a second one makes this a table, as that of the text effects. */
const listRunner: EffectRunner<readonly string[], ListEffect> = {
  noun: "list",
  templates: (effect) => effect.values,
  apply: (list, _effect, values) => appendUnique(list, values),
  holds: (list, _effect, values) => appendUnique(list, values) === list,
  done: (_effect, before, after) =>
    "added " +
    after
      .slice(before.length)
      .map((value) => "'" + value + "'")
      .join(", "),
  words: () => listWords,
};
