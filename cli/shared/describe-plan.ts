/**
 * How much a plan has in it, for people and for programs.
 */
import type { Plan } from "../../engine/core/plan.ts";

export function countPlan(plan: Plan): { contributions: number; plugins: number } {
  const contributions = [plan.points, plan.programs ?? {}].flatMap((points) => Object.values(points).flat());
  const plugins = new Set(contributions.map((contribution) => contribution.plugin));
  return { contributions: contributions.length, plugins: plugins.size };
}

export function describePlan(plan: Plan): string {
  const { contributions, plugins } = countPlan(plan);
  return `plan with ${count(contributions, "contribution")} from ${count(plugins, "plugin")}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
