/**
 * What a verb needs that works on commits that exist: the real git, the plan and the values it may name.
 */
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { identReader } from "../../shim/git/idents.ts";
import { findRepository } from "../../shim/git/repository.ts";
import { anyLayer, findLayers } from "../../shim/layers.ts";
import { passThrough } from "../../shim/report.ts";
import { readSealedValues } from "../../shim/sealed-values.ts";
import { takePlan } from "../../shim/take-plan.ts";
import { complainOfProblems } from "../complain.ts";
import { badSetUp } from "../exit-status.ts";
import { sayLeftOutLayer } from "../say-left-out.ts";
import { findRealGit, type RealGit } from "./real-git.ts";
import { refuse } from "./refuse.ts";
import { whyNoRepository } from "./repository-here.ts";

export interface OpenedPlan {
  git: RealGit;
  plan: Plan;
  sealed: { [name: string]: string };
}

/** A number is the exit status of one who cannot go on; why has been said. */
export function openPlan(options: {
  mayWrite: boolean;
  scope: Plan["scope"] | null;
  /** Variables of the caller's that git gets. */
  kept: Parameters<typeof findRealGit>[0];
}): OpenedPlan | number {
  const git = findRealGit(options.kept);
  if (git === null) return refuse("there is no git on PATH", "install git, or put it on PATH");
  const noRepository = whyNoRepository(git);
  if (noRepository !== null) return refuse(noRepository.message, noRepository.hint);
  const { host } = git;
  const repository = findRepository(host, []);
  const layers = findLayers(host, typeof repository === "string" ? null : repository);
  if (!anyLayer(host, layers))
    return refuse(
      "there is no configuration, so there is nothing to judge by",
      "set INTERLOCK_CONFIG to a config file, or write one: docs/configuration.md",
    );
  const report = passThrough([], "");
  const taken = takePlan(host, layers, options.mayWrite, report);
  if (taken === null) return stop(report.problems);
  sayLeftOutLayer(report.leftOut);
  const plan = options.scope === null ? taken : { ...taken, scope: options.scope };
  const sealed = readSealedValues(host, plan.envFile);
  if (sealed.problem !== null) return stop([sealed.problem]);
  if (plan.scope === "own" && identReader(host, [], null)("committer") === "")
    return refuse(
      "the scope is 'own', and git does not know who you are",
      "git config user.name '...' && git config user.email '...'",
    );
  return { git, plan, sealed: sealed.values };
}

function stop(problems: readonly Problem[]): number {
  complainOfProblems(problems);
  return badSetUp;
}
