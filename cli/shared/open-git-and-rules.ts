/**
 * What a verb needs that works on commits that exist: the real git, the plan and the sealed values. And how it ends if
 * it cannot do what was asked.
 */
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../../shim/host.ts";
import type { PlanState } from "../../shim/plan/load-plan.ts";
import { openRules } from "../../shim/verify/open-rules.ts";
import { whyNoRepository } from "../../shim/verify/repository-here.ts";
import { describeBadRange } from "../../shim/verify/bad-range.ts";
import { cannot } from "../../shim/verify/status.ts";
import { badSetUp, complain, complainOfProblems, warnOfLeftOutLayer } from "./complain.ts";
import { UnreadableRange } from "./read-objects.ts";
import { findRealGit, type RealGit } from "./real-git.ts";

export interface GitAndRules {
  git: RealGit;
  plan: Plan;
  sealed: { [name: string]: string };
  isSealed: boolean;
  planState: PlanState;
}

/** On failure, the exit status; the error is already printed. */
export async function openGitAndRules(options: {
  mayWrite: boolean;
  scope: Plan["scope"] | null;
  /** The caller's environment variables that git gets. */
  passedOn: Parameters<typeof findRealGit>[0];
  needsRepository: boolean;
}): Promise<GitAndRules | number> {
  const git = findRealGit(options.passedOn);
  if (git === null) return refuse("there is no git on PATH", "install git, or put it on PATH");
  const noRepository = options.needsRepository ? whyNoRepository(git.host) : null;
  if (noRepository !== null) return refuse(noRepository.message, noRepository.hint);
  const open = (runCold: Host["runCold"]) => openRules({ ...git.host, runCold }, options);
  let lacksPlan = false;
  let opened = open(() => {
    lacksPlan = true;
    return { status: badSetUp, stdout: "" };
  });
  if (lacksPlan) {
    // Loaded only now: the compiler takes longer to load than a short range takes to judge.
    const { answerShim } = await import("./answer-shim.ts");
    opened = open((args) => answerShim(args.at(-1) ?? ""));
  }
  if ("message" in opened) return refuse(opened.message, opened.hint);
  if ("problems" in opened) {
    complainOfProblems(opened.problems);
    return badSetUp;
  }
  warnOfLeftOutLayer(opened.leftOut);
  const { plan, sealed, isSealed, planState } = opened;
  return { git, plan, sealed, isSealed, planState };
}

/** Gives the exit status. */
export function refuse(message: string, hint: string): number {
  complain("not-possible", message, hint);
  return cannot;
}

/** Runs `work`; if git cannot walk its range, says so and gives that exit status. */
export async function refuseBadRange(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableRange)) throw error;
    const { message, hint } = describeBadRange(error.bad);
    return refuse(message, hint);
  }
}
