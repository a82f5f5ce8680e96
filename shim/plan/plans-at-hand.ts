/** The plans that answer a question without compiling: what is not at hand, the cold side makes. */
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../host.ts";
import { loadBakedPlan } from "./baked-plan.ts";
import { findFreshPlan } from "./cached-plan.ts";
import { aboveRepository, anyLayer, anyLowerLayer, type Layers } from "./layers.ts";

/**
 * The plan of all layers; in a sealed install the baked one and, if there are lower layers, the one that has these, too. Empty
 * without any configuration. Null if a plan is missing, stale or broken.
 */
export function findPlansAtHand(host: Host, layers: Layers): Plan[] | null {
  if (!anyLayer(layers)) return [];
  if (!layers.seal) {
    const found = findFreshPlan(host, layers);
    return found === null ? null : [found.plan];
  }
  const baked = loadBakedPlan(host, layers.install, layers.seal);
  if ("problem" in baked) return null;
  const used = baked.plan.repositoryLayer === "off" ? aboveRepository(layers) : layers;
  if (!anyLowerLayer(used)) return [baked.plan];
  const combined = findFreshPlan(host, used);
  return combined === null ? null : [baked.plan, combined.plan];
}
