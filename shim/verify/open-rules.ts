/** Loads what existing commits are judged by: the plan and its sealed values. */
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { identReader } from "../git/idents.ts";
import { findRepository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import { anyLayer, findLayers } from "../plan/layers.ts";
import type { LeftOut } from "../plan/left-out.ts";
import { readEnvFile } from "../plan/env-file.ts";
import { loadPlan, type PlanState } from "../plan/load-plan.ts";
import type { Refusal } from "../verbs/verb-form.ts";

export interface OpenedRules {
  plan: Plan;
  sealed: { [name: string]: string };
  /** The repository's layer, if it exists and is not used. */
  leftOut: LeftOut | null;
  isSealed: boolean;
  planState: PlanState;
}

/** Why there are no rules: a refusal with a hint, or a broken set-up. */
export type NoRules = Refusal | { problems: readonly Problem[] };

/** `scope`: overrides that of the config, unless null. */
export function openRules(
  host: Host,
  { mayWrite, scope }: { mayWrite: boolean; scope: Plan["scope"] | null },
): OpenedRules | NoRules {
  const repository = findRepository(host, []);
  const layers = findLayers(host, typeof repository === "string" ? null : repository);
  if (!anyLayer(layers))
    return {
      message: "there is no configuration, so there is nothing to judge by",
      hint: "run 'interlock init' to write one for this repository, or see docs/configuration.md",
    };
  const loaded = loadPlan(host, layers, mayWrite);
  if (loaded.plan === null) return { problems: loaded.planState.problems };
  const plan = scope === null ? loaded.plan : { ...loaded.plan, scope };
  const sealed = readEnvFile(host, plan.envFile);
  if (sealed.problem !== null) return { problems: [sealed.problem] };
  if (plan.scope === "own" && identReader(host, [], null)("committer") === "")
    return {
      message: "the scope is 'own', and git does not know who you are",
      hint: "git config user.name '...' && git config user.email '...'",
    };
  return {
    plan,
    sealed: sealed.values,
    leftOut: loaded.planState.leftOut,
    isSealed: layers.seal !== null,
    planState: loaded.planState,
  };
}
