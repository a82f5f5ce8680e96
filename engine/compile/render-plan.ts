/** The plan as the text of its file. */
import { asciiJson } from "../core/bytes.ts";
import { fnv1a } from "../core/fnv.ts";
import { renderPlanFile } from "../core/plan-file.ts";
import type { Plan } from "../core/plan.ts";

export function renderPlan(plan: Plan): string {
  return renderPlanFile(asciiJson(plan) + "\n", fnv1a);
}
