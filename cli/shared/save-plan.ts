/**
 * Writes a plan to where the shim looks for it, and says what was written.
 */
import type { Problem } from "../../engine/core/problem.ts";
import { errorAt } from "../../engine/compile/files/problem-at.ts";
import { renderPlan } from "../../engine/core/plan-file.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../../shim/host.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { writePlan } from "../../shim/node/write-plan.ts";
import { aboveRepository, planDirOf, type Layers } from "../../shim/plan/layers.ts";
import { makePlace } from "../../shim/plan/own-folder.ts";
import { folderOf, isForAllHomes, planFile, privatePlanFile } from "../../shim/plan/plan-places.ts";
import { cacheFindings, type Findings } from "./cached-findings.ts";
import { sweepPlans } from "./sweep-plans.ts";

/** Where the plan is; or where it should be, and why it could not be written. */
export interface SavedPlan {
  path: string;
  failure: string | null;
}

/**
 * `above`: the plan without the repository's layer. Repositories without a layer share it. Keeps what else was found, too;
 * for a command that waits, `savePlan` is enough.
 */
export function savePlans(
  host: Host,
  layers: Layers,
  plan: Plan,
  { above, ...findings }: Findings & { above: { plan: Plan | null } },
): SavedPlan {
  if (layers.repository !== "" && above.plan !== null) {
    const shared = aboveRepository(layers);
    const saved = savePlan(host, shared, planFile(host, shared), renderPlan(above.plan));
    if (saved.failure !== null) return saved;
  }
  const text = renderPlan(plan);
  const saved = savePlan(host, layers, planFile(host, layers), text);
  if (saved.failure === null) cacheFindings(saved.path, text, findings, readersOf(layers));
  return saved;
}

export function savePlan(host: Host, layers: Layers, path: string, text: string): SavedPlan {
  const failure =
    path === "" ? "there is no folder for it" : writeInPlace(host, path, text, readersOf(layers));
  if (failure === null && !isForAllHomes(host, layers)) return { path, failure };
  const apart = privatePlanFile(host, layers, true);
  const isApart = apart !== "" && apart !== path && writeInPlace(host, apart, text, "owner") === null;
  return failure === null || !isApart ? { path, failure } : { path: apart, failure: null };
}

function writeInPlace(host: Host, path: string, text: string, readers: Readers): string | null {
  const folder = folderOf(path);
  makePlace(host, folder);
  const failure = writePlan(path, text, readers);
  if (failure === null) sweepPlans(host, folder);
  return failure;
}

/** A plan in a user's cache is for that user alone. */
type Readers = Parameters<typeof writePlan>[2];

function readersOf(layers: Layers): Readers {
  if (layers.seal) return "owner";
  const text = layers.install === "" ? "" : nodeConfigFiles.readFile(layers.install);
  return typeof text === "string" && planDirOf(text) !== "" ? "everybody" : "owner";
}

export function unwritablePlan(path: string, why: string): Problem {
  return errorAt(path, null, {
    code: "plan-unwritable",
    message: `the plan cannot be written (${why})`,
    hint: "make the folder writable, or set 'planDir:' in the install config",
  });
}
