/**
 * Writes a plan to where the shim looks for it.
 */
import { renderPlan } from "../engine/compile/render-plan.ts";
import type { Plan } from "../engine/core/plan.ts";
import type { Host } from "../shim/host.ts";
import { aboveRepository, planDirOf, planFile, privatePlanFile, type Layers } from "../shim/plan/layers.ts";
import { nodeConfigFiles } from "../shim/node/config-files.ts";
import { writePlan } from "../shim/node/write-plan.ts";

/** Where it was written to, or where it should have been and why it is not. */
export interface KeptPlan {
  path: string;
  failure: string | null;
}

/** `above`: the plan without the repository's layer, for all repositories that have none. */
export function keepPlans(host: Host, layers: Layers, plan: Plan, above: Plan | null): KeptPlan {
  if (layers.repository !== "" && above !== null) {
    const shared = aboveRepository(layers);
    const kept = keepPlan(host, shared, planFile(host, shared), renderPlan(above));
    if (kept.failure !== null) return kept;
  }
  return keepPlan(host, layers, planFile(host, layers), renderPlan(plan));
}

export function keepPlan(host: Host, layers: Layers, path: string, text: string): KeptPlan {
  const failure = path === "" ? "there is no folder for it" : writePlan(path, text, readersOf(layers));
  const apart = failure === null ? "" : privatePlanFile(host, layers, true);
  if (apart === "" || writePlan(apart, text, "owner") !== null) return { path, failure };
  return { path: apart, failure: null };
}

/** In a user's cache it is for that user alone. */
function readersOf(layers: Layers): "owner" | "everybody" {
  if (layers.seal) return "owner";
  const text = layers.install === "" ? "" : nodeConfigFiles.readFile(layers.install);
  return typeof text === "string" && planDirOf(text) !== "" ? "everybody" : "owner";
}
