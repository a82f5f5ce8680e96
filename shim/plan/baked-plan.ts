/**
 * Loads the plan of a sealed install. Root compiled it in advance for the install layer alone; it is used as
 * it is, and only if nobody but root could have changed the files that matter.
 */
import { describeErrno } from "../../engine/core/errno.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../host.ts";
import { notBaked, sealBroken, whySealBroken, type Seal } from "../seal/seal.ts";
import { failed, parsePlan, type CachedPlan } from "./cached-plan.ts";
import { bakedPlanFile } from "./plan-places.ts";

export function loadBakedPlan(host: Host, install: string, seal: Seal): CachedPlan {
  const path = bakedPlanFile(host, install, seal);
  if (path === "")
    return failed(sealBroken("'planDir' is not set there, or the file cannot be read", install));
  for (const held of [install, path, host.ownProgram(), host.realProgram()]) {
    const broken = whySealBroken(host, held);
    if (broken !== null) return failed(broken);
  }
  const plan = readPlan(host, path);
  if (typeof plan === "string") return failed(notBaked(plan, path));
  const broken = plan.envFile === null ? null : whySealBroken(host, plan.envFile);
  return broken === null ? { plan, path, origin: "baked" } : failed(broken);
}

/** The plan, or what is wrong with it. */
function readPlan(host: Host, path: string): Plan | string {
  const text = host.readFile(path);
  if (typeof text === "number") return "its plan cannot be read: " + describeErrno(text);
  const plan = parsePlan(host, text);
  if (plan === "stale") return "its plan is another version's";
  return plan === "damaged" ? "its plan is damaged" : plan;
}
