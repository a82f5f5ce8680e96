import type { Plan } from "../plan.ts";

/** What a run made of a value, what stops the operation, and what only deserves a look. */
export interface Findings<V, P> {
  value: V;
  problems: P[];
  warnings: P[];
}

/** Under `mode: report` nothing is changed or stopped, and what would be is a warning. `given`: what the operation has without rules. */
export function demote<V, P>({ mode }: Pick<Plan, "mode">, given: V, found: Findings<V, P>): Findings<V, P> {
  if (mode !== "report") return found;
  return { value: given, problems: [], warnings: found.warnings.concat(found.problems) };
}
