/**
 * Runs a hook point's contributions over a list. Pure: the same input and plan give the same outcome.
 */
import type { RunContext } from "../when.ts";
import { trim } from "../message-rules.ts";
import type { ListEffect, Plan } from "../plan.ts";
import { resolveTemplate, type Unresolved, type Values } from "../resolve-template.ts";
import { runContributions, type EffectRunner, type Outcome } from "../run-contributions.ts";
import { appendUnique } from "../effects/append-unique.ts";
import { listEffects } from "../effects/effects.ts";

export interface ListOutcome extends Outcome {
  list: string[];
}

interface ListDraft {
  list: readonly string[];
}

export function dispatchList(
  plan: Plan,
  point: string,
  list: readonly string[],
  context: RunContext,
): ListOutcome {
  const outcome: ListOutcome = { list: [], trace: [], problems: [], warnings: [] };
  const draft: ListDraft = { list };
  runContributions(plan.points[point] || [], draft, context, listRunner, outcome);
  outcome.list = draft.list.slice();
  return outcome;
}

/** There is one list effect; with a second one, its row says how it works, like those of text effects. */
const listRunner: EffectRunner<ListDraft, ListEffect, string[]> = {
  noun: "list",
  resolve: resolveValues,
  apply: (draft, _effect, values) => {
    const before = draft.list.length;
    draft.list = appendUnique(draft.list, values);
    const added = draft.list.slice(before);
    return added.length === 0 ? "" : "added " + added.map((value) => "'" + value + "'").join(", ");
  },
  holds: ({ list }, _effect, values) => appendUnique(list, values) === list,
  found: () => "",
  words: ({ type }) => listEffects[type],
};

/** The values that resolve. */
function resolveValues(effect: ListEffect, values: Values, unresolved: Unresolved[]): string[] | null {
  const found: string[] = [];
  for (const template of effect.values) {
    const resolved = resolveTemplate(template, values);
    if (typeof resolved === "string") found.push(trim(resolved));
    else unresolved.push(resolved);
  }
  return found.length === 0 ? null : found;
}
