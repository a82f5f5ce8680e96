/**
 * The hooks of the current folder: as the last compile listed them if nothing has changed since, otherwise compiled.
 */
import { fileOf, isError, type Problem } from "../../engine/core/problem.ts";
import { isHookFile } from "../../engine/compile/plugins/programs-of-layers.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { fromProblem, type EngineDiagnostic } from "../../library/diagnostic.ts";
import { leftOutOf, type LeftOut } from "../../shim/plan/left-out.ts";
import { complainOfFiles } from "./complain.ts";
import { findCachedPlan, type Findings } from "./cached-findings.ts";
import { findLayersHere, type LayersHere } from "./layers-here.ts";

/** Hooks are in run order. */
export interface HooksHere extends Pick<Findings, "hooks" | "allowPrograms"> {
  plan: Plan;
  /** Warnings about programs. */
  warnings: EngineDiagnostic[];
  /** The repository's layer, if it exists and is not used. */
  leftOut: LeftOut | null;
}

/** Programs that may not run, and mistakes in hook files, which leave out what is in them. */
function isAboutProgram(problem: Problem): boolean {
  const { code, severity } = problem;
  return code === "program-not-allowed" || (severity === "warning" && isHookFile(fileOf(problem)));
}

/** Null if the set-up does not work; the error is already printed. */
export async function listHooksHere(here: LayersHere = findLayersHere()): Promise<HooksHere | null> {
  const { host, layers } = here;
  const found = findCachedPlan(host, layers) ?? (await import("./compile-layers.ts")).compileLayers(layers);
  const { plan, hooks, allowPrograms, diagnostics } = found;
  if (plan === null) {
    complainOfFiles(diagnostics.filter(isError));
    return null;
  }
  const warnings = diagnostics.filter(isAboutProgram).map((problem) => fromProblem(problem));
  return { plan, hooks, allowPrograms, warnings, leftOut: leftOutOf(host, layers, plan) };
}
