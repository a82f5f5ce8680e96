/**
 * The plan as JSON in pure ASCII: any host reads it the same way, whatever it takes text to be.
 */
import type { Plan } from "../core/plan.ts";

export function renderPlan(plan: Plan): string {
  const json = JSON.stringify(plan);
  return (
    json.replace(/[\x7f-\uffff]/g, (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0")) + "\n"
  );
}
