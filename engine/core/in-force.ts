/**
 * Which contributions are in force here, whatever commit is made. A configuration that puts none in force protects
 * nothing, and must not pass for one that does.
 */
import { hookPoints, type HookPointName } from "./hook-points.ts";
import type { Contribution, Plan, When } from "./plan.ts";
import type { Values } from "./resolve-template.ts";
import { whyNotRun } from "./when.ts";

export interface InactiveRule {
  id: string;
  /** `file:line` of the declaration. */
  source: string;
  reason: string;
  /** Is it that its `when` does not hold here? Elsewhere it may. */
  byCondition: boolean;
  /** Is it only that a variable of the environment is not set? A session may bring it. */
  lacksVariable: boolean;
}

export interface RulesHere {
  inForce: number;
  inactive: InactiveRule[];
}

/** `remotes`: the repository's; null if there is none to ask, and then `when.remote` may hold. */
export function findRulesHere(plan: Plan, values: Values, remotes: (() => string[]) | null): RulesHere {
  const here: RulesHere = { inForce: 0, inactive: [] };
  for (const point of Object.keys(plan.points)) {
    for (const contribution of plan.points[point] as Contribution[]) {
      const { id, source } = contribution;
      const inactive = whyInactive(contribution, point as HookPointName, values, remotes);
      if (inactive === null) here.inForce++;
      else here.inactive.push({ id, source, ...inactive });
    }
  }
  return here;
}

function whyInactive(
  contribution: Contribution,
  point: HookPointName,
  values: Values,
  remotes: (() => string[]) | null,
): Omit<InactiveRule, "id" | "source"> | null {
  const { disabledBy, when, source } = contribution;
  if (disabledBy !== undefined) {
    const isByManifest = source.startsWith(disabledBy + ":");
    const reason = isByManifest ? "its manifest says 'enabled: false'" : "disabled in '" + disabledBy + "'";
    return { reason, byCondition: false, lacksVariable: false };
  }
  if (!hookPoints[point].fired)
    return {
      reason: "no git command fires '" + point + "' in this version",
      byCondition: false,
      lacksVariable: false,
    };
  if (when === undefined) return null;
  // Of which kind the next commit will be is open.
  const known: When = {};
  if (when.present) known.present = when.present;
  if (when.remote && remotes !== null) known.remote = when.remote;
  const facts = { commit: () => null, remotes: remotes ?? ((): string[] => []) };
  const reason = whyNotRun({ ...contribution, when: known }, { values, facts });
  if (reason === null) return null;
  const others: When = {
    ...known,
    present: (when.present || []).filter((each) => each.startsWith("config.")),
  };
  const withoutVariables = whyNotRun({ ...contribution, when: others }, { values, facts });
  return { reason, byCondition: true, lacksVariable: withoutVariables === null };
}

/** Why there is no rule, in one line; `what` is what was looked for. */
export function describeNoRule(what: string, { inactive }: RulesHere): string {
  const reasons = inactive.map(({ id, reason }) => id + ": " + reason);
  return "no " + what + " is in force: " + (reasons.join("; ") || "no plugin has one");
}

/** What to do about it. */
export function hintForNoRule(plan: Plan, { inactive }: RulesHere): string {
  if (inactive.length === 0 && plan.leftOut !== undefined && plan.leftOut.why === "untrusted")
    return "look at the repository's own rules, then run 'interlock trust'";
  if (inactive.length === 0) return "name a plugin that has hooks under 'plugins.dirs'";
  if (!inactive.some(({ lacksVariable }) => lacksVariable))
    return "mend what 'interlock compile' lists as inactive";
  return plan.envFile === null
    ? "set the variable, or seal it under 'env:' in the install config"
    : "write it to '" + plan.envFile + "'";
}
