/** Everything that a hook point does with a text that is no commit message of git's own, or with a list. */
import { dispatchList } from "../../engine/core/dispatch/dispatch-list.ts";
import { dispatchText } from "../../engine/core/dispatch/dispatch-text.ts";
import type { HookPointName } from "../../engine/core/hook-points.ts";
import type { MessageRules } from "../../engine/core/message-rules.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../host.ts";
import { runProgramsAndEffects, type Judged } from "./programs-and-effects.ts";
import type { ProgramsContext } from "./run-programs.ts";
import { runListPrograms, runTextPrograms } from "./text-programs.ts";

/** `rules`: null for a text that is not a commit message. `finish`: what is made of the text that is sent. */
export function runTextRules(
  host: Host,
  plan: Plan,
  point: HookPointName,
  text: string,
  context: ProgramsContext,
  rules: MessageRules | null = null,
  finish: (after: string) => string = (after) => after,
): Judged<string | null> {
  return runProgramsAndEffects(
    text,
    { host, isSealed: context.isSealed, isReport: plan.mode === "report" },
    (value) => runTextPrograms(host, plan, point, value, context),
    (value) => {
      const outcome = dispatchText(plan, point, value, { ...context, rules, allowEmpty: false });
      return { ...outcome, value: finish(outcome.text) };
    },
  );
}

/** `removed`: what the same command takes away; it counts as there, so that nobody adds it. */
export function runListRules(
  host: Host,
  plan: Plan,
  point: HookPointName,
  list: readonly string[],
  context: ProgramsContext,
  removed: readonly string[] = [],
): Judged<readonly string[] | null> {
  return runProgramsAndEffects(
    list,
    { host, isSealed: context.isSealed, isReport: plan.mode === "report" },
    (value) => runListPrograms(host, plan, point, value, context),
    (value) => {
      const before = value.concat(removed);
      const outcome = dispatchList(plan, point, before, context);
      const added = outcome.list.slice(before.length);
      return { ...outcome, value: added.length > 0 ? value.concat(added) : value };
    },
  );
}
