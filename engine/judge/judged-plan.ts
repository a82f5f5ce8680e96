/** What of a plan commits that exist are judged by. */
import { finalizePoint } from "../core/hook-points.ts";
import type { Contribution, Plan, PlannedProgram } from "../core/plan.ts";

export function judgedContributions(plan: Plan): Contribution[] {
  return plan.points[finalizePoint] || [];
}

/** The plan, with these contributions to judge by. */
export function withContributions(plan: Plan, contributions: Contribution[]): Plan {
  return { ...plan, points: { [finalizePoint]: contributions } };
}

/** Programs that can be run over a message that exists. */
export function checkingPrograms({ programs = {} }: Plan): PlannedProgram[] {
  return (programs[finalizePoint] || []).filter(({ deterministic }) => deterministic === true);
}
