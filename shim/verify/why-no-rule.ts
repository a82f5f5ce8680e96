/**
 * Checks that there is a rule to judge by. If no rule is in force, a range is not clean: nothing was checked.
 */
import { finalizePoint } from "../../engine/core/hook-points.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { describeNoRule, findRulesHere, hintForNoRule } from "../../engine/core/in-force.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import type { Host } from "../host.ts";
import type { Refusal } from "../verbs/verb-form.ts";

interface NoRule extends Refusal {
  /** Would a rule be in force elsewhere, for example on another remote? */
  byCondition: boolean;
  /** Would a rule be in force if a variable were set? */
  lacksVariable: boolean;
}

/** `remotes`: as for judging; returns null if they are unknown. */
export function whyNoRule(
  plan: Plan,
  sealed: { [name: string]: string },
  host: Host,
  remotes: () => string[] | null,
): NoRule | null {
  const contributions = plan.points[finalizePoint] ?? [];
  const programs = { [finalizePoint]: (plan.programs || {})[finalizePoint] ?? [] };
  const judged = { ...plan, points: { [finalizePoint]: contributions }, programs };
  const values = makeValues(
    plan,
    sealed,
    (name) => host.env(name),
    () => "",
  );
  const asksRemotes = [...contributions, ...programs[finalizePoint]].some(
    ({ when }) => when?.remote !== undefined,
  );
  const known = asksRemotes ? remotes() : null;
  const rules = findRulesHere(judged, values, known === null ? null : () => known);
  if (rules.inForce > 0) return null;
  return {
    byCondition: rules.inactive.some(({ byCondition }) => byCondition),
    lacksVariable: rules.inactive.some(({ lacksVariable }) => lacksVariable),
    message: decodeUtf8(describeNoRule("rule for commit messages", rules)),
    hint: decodeUtf8(hintForNoRule(plan, rules)),
  };
}
