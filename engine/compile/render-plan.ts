/**
 * The plan as JSON in pure ASCII: any host reads it the same way, whatever it takes text to be.
 */
import { asciiJson } from "../core/bytes.ts";
import type { Plan } from "../core/plan.ts";

export function renderPlan(plan: Plan): string {
  return asciiJson(plan) + "\n";
}
