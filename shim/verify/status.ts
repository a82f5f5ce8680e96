/** The exit status of a completed verification. */
import type { Plan } from "../../engine/core/plan.ts";
import { isAnyChosen, isAnythingUnknown } from "../judge/not-judged.ts";
import type { Refusal } from "../verbs/verb-form.ts";
import type { Summary } from "./findings.ts";
import type { VerifyRequest } from "./request.ts";

export const broken = 1;
export const cannot = 2;

/**
 * The exit status, or why it is unknown whether a rule is broken. `noRule`: set if none is in force because a
 * variable is missing.
 */
export function statusOf(
  summary: Summary,
  plan: Plan,
  { allowSkipped }: VerifyRequest,
  noRule: Refusal | null,
): number | Refusal {
  if (noRule !== null && summary.commits === 0 && !allowSkipped) return noRule;
  if (summary.broken > 0 && plan.mode === "enforce") return broken;
  const message = "not everything could be judged here";
  if (isAnyChosen(summary, "unreadable"))
    return { message, hint: "make these commits anew, with a plain header, in UTF-8, and not too long" };
  if (isAnyChosen(summary, "failed"))
    return { message, hint: "fix the program, so that it answers about every message" };
  if (allowSkipped || !isAnythingUnknown(summary)) return 0;
  return { message, hint: "set what is missing, or accept it with --allow-skipped" };
}
