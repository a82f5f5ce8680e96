/** The exit status of a completed verification. */
import type { Plan } from "../../engine/core/plan.ts";
import { isAnyChosen, isAnythingUnknown } from "../judge/not-judged.ts";
import { mostNestedTags } from "../push/read-types.ts";
import type { Refusal } from "../verbs/verb-form.ts";
import type { Summary } from "./findings.ts";
import type { VerifyRequest } from "./request.ts";

const broken = 1;
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
    return { message, hint: "mend the program, so that it answers about every message" };
  if (allowSkipped || !isAnythingUnknown(summary)) return 0;
  return { message, hint: "set what is missing, or accept it with --allow-skipped" };
}

const tooLarge = "has more than 16 MiB, which is more than interlock reads of a commit";

export function whyTooLarge(id: string): string {
  return `'${id}' ${tooLarge}`;
}

const nested = `more than ${mostNestedTags} tags lead from one to the next`;

export function whyNested(id: string): string {
  return `${nested}, and then to '${id}'`;
}

export function badRange(why: string): Refusal {
  const message = `these commits cannot be judged: ${why}`;
  if (why.endsWith(tooLarge)) return { message, hint: "make that commit anew with a shorter message" };
  if (why.startsWith(nested)) return { message, hint: "make a tag that names the commit itself" };
  return {
    message: `git cannot walk these commits: ${why}`,
    hint: "name revisions that are here; in a shallow clone, 'git fetch --unshallow' gets the others",
  };
}
