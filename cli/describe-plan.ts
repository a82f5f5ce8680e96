/** What is said of a plan that was written, or could not be. */
import { errorAt, type Diagnostic } from "../engine/compile/diagnostic.ts";
import type { Plan } from "../engine/core/plan.ts";

export function describePlan(plan: Plan): string {
  const contributions = Object.values(plan.points).flat();
  const plugins = new Set(contributions.map((contribution) => contribution.plugin));
  return `plan with ${count(contributions.length, "contribution")} from ${count(plugins.size, "plugin")}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

export function unwritable(path: string, why: string): Diagnostic {
  return errorAt(path, null, {
    code: "plan-unwritable",
    message: `the plan cannot be written (${why})`,
    hint: "make the folder writable, or set 'planDir:' in the install config",
  });
}
