/**
 * What a verb needs that works on commits that exist: the real git, the plan and the values it may name.
 */
import type { Plan } from "../../engine/core/plan.ts";
import { openRules } from "../../shim/verify/open-rules.ts";
import { whyNoRepository } from "../../shim/verify/repository-here.ts";
import { complainOfProblems } from "../complain.ts";
import { badSetUp } from "../exit-status.ts";
import { sayLeftOutLayer } from "../say-left-out.ts";
import { findRealGit, type RealGit } from "./real-git.ts";
import { refuse } from "./refuse.ts";

export interface OpenedPlan {
  git: RealGit;
  plan: Plan;
  sealed: { [name: string]: string };
}

/** On failure, the exit status; the error is already printed. */
export function openPlan(options: {
  mayWrite: boolean;
  scope: Plan["scope"] | null;
  /** Variables of the caller's that git gets. */
  kept: Parameters<typeof findRealGit>[0];
  needsRepository: boolean;
}): OpenedPlan | number {
  const git = findRealGit(options.kept);
  if (git === null) return refuse("there is no git on PATH", "install git, or put it on PATH");
  const noRepository = options.needsRepository ? whyNoRepository(git.host) : null;
  if (noRepository !== null) return refuse(noRepository.message, noRepository.hint);
  const opened = openRules(git.host, options);
  if ("message" in opened) return refuse(opened.message, opened.hint);
  if ("problems" in opened) {
    complainOfProblems(opened.problems);
    return badSetUp;
  }
  sayLeftOutLayer(opened.leftOut);
  return { git, plan: opened.plan, sealed: opened.sealed };
}
