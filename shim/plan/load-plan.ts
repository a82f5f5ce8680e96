/** Gets the plan for a command. In a sealed install that is the baked plan plus what lower layers add. */
import type { AuditSinks, Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import { readBreakGlass, type BrokenGlass } from "../seal/break-glass.ts";
import { addLowerLayers } from "./add-lower-layers.ts";
import { loadBakedPlan } from "./baked-plan.ts";
import { loadCachedPlan, type PlanOrigin } from "./cached-plan.ts";
import { aboveRepository, anyLayer, anyLowerLayer, type Layers } from "./layers.ts";
import { leftOutOf, type LeftOut } from "./left-out.ts";
import { findUnknownVariables, isOn } from "./own-variables.ts";

/** What was learned while loading the plan. */
export interface PlanState {
  /** Why there is no plan, if there is none. */
  reason: string;
  problems: Problem[];
  warnings: Problem[];
  notes: string[];
  /** Where the plan came from; null if there is none. */
  source: { path: string; origin: PlanOrigin } | null;
  mode: "enforce" | "report";
  /** When changes are reported: on a terminal only, always, or never. */
  notices: "terminal" | "always" | "never";
  /** The repository's layer, if it exists and is not used. */
  leftOut: LeftOut | null;
  /** Where decisions are recorded; null if nowhere. */
  audit: AuditSinks | null;
  /** Null unless root has temporarily disabled the rules of a sealed install. */
  breakGlass: BrokenGlass | null;
}

export interface LoadedPlan {
  /** Null if nothing is configured, or there are problems. */
  plan: Plan | null;
  planState: PlanState;
}

export function noPlanState(): PlanState {
  return {
    reason: "",
    problems: [],
    warnings: [],
    notes: [],
    source: null,
    mode: "enforce",
    notices: "terminal",
    leftOut: null,
    audit: null,
    breakGlass: null,
  };
}

/** `mayWrite: false` writes nothing, and reports all it can. */
export function loadPlan(host: Host, layers: Layers, mayWrite: boolean): LoadedPlan {
  const planState = noPlanState();
  const install = loadInstallPlan(host, layers, mayWrite, planState);
  // Without any config, a mistyped INTERLOCK_CONFIG may be the cause;
  // otherwise warn only a caller who asks for details.
  const hasNoConfig = install === null && planState.problems.length === 0;
  if (hasNoConfig || !mayWrite || isOn(host, "INTERLOCK_DEBUG"))
    planState.warnings = findUnknownVariables(host);
  if (install === null || !layers.seal) return { plan: install, planState };
  const plan = completeSealedPlan(host, layers, install, mayWrite, planState);
  if (plan === null || planState.breakGlass === null) return { plan, planState };
  planState.mode = "report";
  return { plan: { ...plan, mode: "report" }, planState };
}

/** The plan of all layers; in a sealed install, of the install layer alone. */
function loadInstallPlan(host: Host, layers: Layers, mayWrite: boolean, planState: PlanState): Plan | null {
  if (!anyLayer(layers)) {
    planState.reason = "there is no configuration";
    return null;
  }
  const { seal } = layers;
  const loaded = seal ? loadBakedPlan(host, layers.install, seal) : loadCachedPlan(host, layers, mayWrite);
  if ("problem" in loaded) return failWith(planState, loaded.problem);
  // The caller can limit memory, so in a sealed install a failure must not let the command pass.
  if (!seal) host.setFailurePolicy(loaded.plan.onEngineFailure);
  planState.source = { path: loaded.path, origin: loaded.origin };
  planState.mode = loaded.plan.mode;
  planState.notices = loaded.plan.notices ?? "terminal";
  planState.leftOut = leftOutOf(host, layers, loaded.plan);
  planState.audit = loaded.plan.audit ?? null;
  return loaded.plan;
}

function failWith(planState: PlanState, problem: Problem): null {
  planState.reason = "there is no plan to go by";
  planState.problems = [problem];
  return null;
}

/** Adds what lower layers add, and reads whether root has disabled the rules (break glass). */
function completeSealedPlan(
  host: Host,
  layers: Layers,
  sealed: Plan,
  mayWrite: boolean,
  planState: PlanState,
): Plan | null {
  if (host.env("INTERLOCK_CONFIG"))
    planState.notes.push("INTERLOCK_CONFIG is ignored: the install is sealed");
  const glass = readBreakGlass(host, (sealed.audit ?? {}).file ?? null);
  if (glass.problem !== null) return failWith(planState, glass.problem);
  planState.breakGlass = glass.broken;
  if (glass.note !== "") planState.notes.push(glass.note);
  const plan = withLowerLayers(host, layers, sealed, mayWrite, planState);
  if (plan !== null) planState.notices = plan.notices ?? "terminal";
  return plan;
}

function withLowerLayers(
  host: Host,
  layers: Layers,
  sealed: Plan,
  mayWrite: boolean,
  planState: PlanState,
): Plan | null {
  const isOff = sealed.repositoryLayer === "off";
  if (isOff && layers.repository !== "")
    planState.leftOut = leftOutOf(host, layers, { leftOut: { why: "off", digest: "" } });
  const used = isOff ? aboveRepository(layers) : layers;
  if (!anyLowerLayer(used)) return sealed;
  const loaded = loadCachedPlan(host, used, mayWrite);
  if (!("problem" in loaded)) {
    planState.leftOut = planState.leftOut || leftOutOf(host, layers, loaded.plan);
    return addLowerLayers(sealed, loaded.plan);
  }
  if (!loaded.needsColdSide) return failWith(planState, loaded.problem);
  planState.notes.push("rules of user and repository are left out: there is no cold side to compile them");
  return sealed;
}
