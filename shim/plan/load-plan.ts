/**
 * Gets the plan for a command. In a sealed install that is the baked one, with what lower layers add, unless the glass is
 * broken.
 */
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../host.ts";
import { aboveRepository, anyLayer, anyLowerLayer, type Layers } from "./layers.ts";
import { leftOutOf } from "./left-out.ts";
import { loadPlan } from "./cached-plan.ts";
import { stopFor, type Report } from "../report/report.ts";
import { addLowerLayers } from "./add-lower-layers.ts";
import { loadBakedPlan } from "./baked-plan.ts";
import { readBreakGlass } from "../seal/break-glass.ts";
import { isOn } from "./switches.ts";
import { findUnknownVariables } from "./own-variables.ts";

/** Fills in the report's plan; null if there is none, with the reason in the report. */
export function takePlan(host: Host, layers: Layers, mayWrite: boolean, report: Report): Plan | null {
  const plan = takeInstallPlan(host, layers, mayWrite, report);
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
}

/** The plan of all layers; in a sealed install, that of the install layer alone. */
function takeInstallPlan(host: Host, layers: Layers, mayWrite: boolean, report: Report): Plan | null {
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
}

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
