/**
 * Gets the plan for a command. In a sealed install that is the baked one; what else counts there is added by
 * `takePlan` (shim/take-plan.ts), which the everyday commit does without.
 */
import type { Plan } from "../engine/core/plan.ts";
import type { Host } from "./host.ts";
import { leftOutOf } from "./left-out.ts";
import { anyLayer, type Layers } from "./layers.ts";
import { loadPlan } from "./load-plan.ts";
import { stopFor, type Report } from "./report.ts";
import { loadBakedPlan } from "./sealed/baked-plan.ts";

/** Fills in the report's plan; null if there is none, with the reason in the report. */
export type PlanTaker = (host: Host, layers: Layers, mayWrite: boolean, report: Report) => Plan | null;

export const takePlanAlone: PlanTaker = (host, layers, mayWrite, report) => {
  if (!anyLayer(host, layers)) {
    report.reason = "there is no configuration";
    return null;
  }
  const { seal } = layers;
  const loaded = seal ? loadBakedPlan(host, layers.install, seal) : loadPlan(host, layers, mayWrite);
  if ("problem" in loaded) {
    report.reason = "there is no plan to go by";
    stopFor(report, [loaded.problem]);
    return null;
  }
  // Limits on memory are the caller's to set: where an install is sealed, a failure is no way out.
  if (!seal) host.setFailurePolicy(loaded.plan.onEngineFailure);
  report.plan = { path: loaded.path, origin: loaded.origin };
  report.mode = loaded.plan.mode;
  report.notices = loaded.plan.notices ?? "terminal";
  report.leftOut = leftOutOf(layers, loaded.plan);
  return loaded.plan;
};
