/**
 * Gets the plan for a command, with all that counts in a sealed install: what lower layers add, and whether the glass
 * is broken.
 */
import type { Plan } from "../engine/core/plan.ts";
import type { Host } from "./host.ts";
import { aboveRepository, anyLowerLayer, type Layers } from "./layers.ts";
import { leftOutOf } from "./left-out.ts";
import { loadPlan } from "./load-plan.ts";
import { stopFor, type Report } from "./report.ts";
import { addLowerLayers } from "./sealed/add-lower-layers.ts";
import { readBreakGlass } from "./sealed/break-glass.ts";
import { isOn } from "./switches.ts";
import { takePlanAlone, type PlanTaker } from "./take-plan-alone.ts";
import { findUnknownVariables } from "./unknown-variables.ts";

export const takePlan: PlanTaker = (host, layers, mayWrite, report) => {
  const plan = takePlanAlone(host, layers, mayWrite, report);
  // Without a configuration a slip in INTERLOCK_CONFIG may be why; else it is worth a word only to whoever asks.
  const hasNoConfig = plan === null && report.problems.length === 0;
  if (hasNoConfig || !mayWrite || isOn(host, "INTERLOCK_DEBUG"))
    report.warnings = report.warnings.concat(findUnknownVariables(host));
  if (plan === null || !layers.seal) return plan;
  report.notes = host.env("INTERLOCK_CONFIG") ? [ignoredSwitch] : [];
  readBreakGlass(host, plan.auditFile ?? null, report);
  const whole = report.problems.length > 0 ? null : withLowerLayers(host, layers, plan, mayWrite, report);
  if (whole !== null) report.notices = whole.notices ?? "terminal";
  if (whole === null || report.breakGlass === null) return whole;
  report.mode = "report";
  return { ...whole, mode: "report" };
};

const ignoredSwitch = "INTERLOCK_CONFIG is ignored: the install is sealed";

function withLowerLayers(
  host: Host,
  layers: Layers,
  sealed: Plan,
  mayWrite: boolean,
  report: Report,
): Plan | null {
  const isOff = sealed.repositoryLayer === "off";
  if (isOff && layers.repository !== "")
    report.leftOut = leftOutOf(layers, { leftOut: { why: "off", digest: "" } });
  const used = isOff ? aboveRepository(layers) : layers;
  if (!anyLowerLayer(host, used)) return sealed;
  const loaded = loadPlan(host, used, mayWrite);
  if (!("problem" in loaded)) {
    report.leftOut = report.leftOut || leftOutOf(layers, loaded.plan);
    return addLowerLayers(sealed, loaded.plan);
  }
  if (loaded.needsColdSide) {
    report.notes.push("rules of user and repository are left out: there is no cold side to compile them");
    return sealed;
  }
  report.reason = "there is no plan to go by";
  stopFor(report, [loaded.problem]);
  return null;
}
