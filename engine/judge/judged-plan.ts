/** What of a plan commits that exist are judged by. */
import type { Contribution, Plan, PlannedProgram } from "../core/plan.ts";

export const judgedPoint = "commit.message.finalize";

export function judgedContributions(plan: Plan): Contribution[] {
  return plan.points[judgedPoint] || [];
}

/** The plan, with these contributions to judge by. */
export function withContributions(plan: Plan, contributions: Contribution[]): Plan {
  return { ...plan, points: { [judgedPoint]: contributions } };
}

/** Programs that can be run over a message that exists. */
export function checkingPrograms({ programs = {} }: Plan): PlannedProgram[] {
  return (programs[judgedPoint] || []).filter(({ deterministic }) => deterministic === true);
}
