/**
 * Which rules are in force in the current folder, with the values that a commit made here would find.
 */
import { findRulesHere, type RulesHere } from "../../engine/core/in-force.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { askRemotes } from "../../shim/git/remotes.ts";
import type { Host } from "../../shim/host.ts";
import { openValues } from "../../shim/plan/open-values.ts";

/** `top`: the work tree's top folder; empty outside a repository, which has no remotes. */
export function rulesHere(host: Host, plan: Plan, top: string): RulesHere {
  const { values } = openValues(host, plan, () => "");
  return findRulesHere(plan, values, top === "" ? null : () => askRemotes(host, []));
}
