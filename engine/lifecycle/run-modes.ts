/**
 * The modes: in which order hooks run, and what ends a run. The table says how their results are merged.
 */
import type { Chain, Taken } from "../core/programs/chain.ts";
import { addWarning } from "../core/programs/program-findings.ts";
import { traceOf } from "../core/trace.ts";
import type { Point } from "./all-points.ts";
import { callHook, callHookNow, type Answer } from "./call-hook.ts";
import { byRunOrder, type Hook } from "./hook.ts";
import { isDecided, isRecord, type Result } from "./merge-results.ts";
import { chainOf, rewritten, startRun, takeAnswer, takeFailure, type Run, type RunSettings } from "./run.ts";

/** What came of a dispatch to one plugin. */
export type ClaimOutcome =
  | { status: "handled"; result: Result }
  | { status: "missing_plugin" }
  | { status: "no_handler" }
  | { status: "declined" }
  | { status: "error"; error: string };

/** `modify`, `gate`, `observe` and `claim`. `hooks`: those of the point, in any order. */
export async function runHooks(
  point: Point,
  hooks: readonly Hook[],
  payload: Result,
  settings: RunSettings,
): Promise<Run> {
  const run = startRun(point, payload, settings);
  const isInTurn = point.mode !== "observe" && point.mode !== "claim";
  const chain = chainOf(run, [...hooks].sort(byRunOrder), isInTurn);
  if (point.mode === "observe") await observe(run, chain);
  else
    for (let turn = chain.next(); turn !== null; turn = chain.next()) {
      const { hook, isAgain } = turn;
      const before = rewritten(run);
      const answer = await callHook(hook, point, isAgain ? before : run.payload, settings);
      if (isAgain) chain.take(takeAgain(run, hook, answer));
      else chain.take(isInTurn ? takeInTurn(run, hook, answer, before) : takeClaim(run, hook, answer));
    }
  return finish(run);
}

/** `chain-sync`: each hook gets what the one before it made of the message, and nothing is asked again: the last has the last word. */
export function runHooksNow(
  point: Point,
  hooks: readonly Hook[],
  payload: Result,
  settings: RunSettings,
): Run {
  const run = startRun(point, payload, settings);
  const chain = chainOf(run, [...hooks].sort(byRunOrder), false);
  for (let turn = chain.next(); turn !== null; turn = chain.next()) {
    const goesOn = takeAnswer(run, turn.hook, callHookNow(turn.hook, run.payload, settings));
    run.payload = rewritten(run);
    chain.take({ goesOn });
  }
  return finish(run);
}

function takeInTurn(run: Run, hook: Hook, answer: Answer, before: Result): Taken {
  const goesOn = takeAnswer(run, hook, answer) && !isDecided(run.result, run.point.merge);
  return { goesOn, isChanged: () => !isSame(before, rewritten(run)) };
}

/** What they allowed was something else. They may refuse it or change it; nothing else that they say counts twice. */
function takeAgain(run: Run, hook: Hook, answer: Answer): Taken {
  const again = startRun(run.point, rewritten(run), run.settings);
  const goesOn = takeAnswer(again, hook, answer);
  for (const warning of again.warnings) addWarning(run.warnings, warning);
  if (goesOn) takeRewrite(run, again);
  else {
    run.trace.push(...again.trace);
    run.failures.push(...again.failures);
    run.refusal = again.refusal;
    run.result = { ...run.result, ...again.result };
  }
  return { goesOn };
}

/** What a hook of a higher layer makes of the payload takes the place of what a lower one had made of it. */
function takeRewrite(run: Run, again: Run): void {
  const rewrites = Object.entries(again.result ?? {}).filter(([field]) =>
    Object.hasOwn(run.point.rewrites, field),
  );
  if (isSame(rewritten(again), rewritten(run))) return;
  run.trace.push(...again.trace);
  run.payload = again.payload;
  run.result = { ...run.result, ...Object.fromEntries(rewrites) };
}

/** What cannot be written counts as changed: a program in the same process may pass on anything. */
function isSame(before: Result, after: Result): boolean {
  try {
    return JSON.stringify(before) === JSON.stringify(after);
  } catch {
    return false;
  }
}

/** All at once. Their answers are taken in run order, so that the result does not depend on who was faster. */
async function observe(run: Run, chain: Chain<Hook>): Promise<void> {
  const hooks: Hook[] = [];
  for (let turn = chain.next(); turn !== null; turn = chain.next()) hooks.push(turn.hook);
  const answers = await Promise.all(
    hooks.map(async (hook) => {
      const answer = await callHook(hook, run.point, run.payload, run.settings);
      // What is thrown waits for nobody.
      if ("error" in answer && run.settings.throws) takeFailure(run, hook, answer.error);
      return answer;
    }),
  );
  answers.forEach((answer, i) => takeAnswer(run, hooks[i] as Hook, answer));
}

function takeClaim(run: Run, hook: Hook, given: Answer): Taken {
  const answer = claimIn(given);
  if ("error" in answer) return { goesOn: takeFailure(run, hook, answer.error) };
  const isHandled = answer.claim !== null;
  if (answer.claim !== null) run.result = answer.claim;
  run.trace.push(traceOf(hook, isHandled ? "applied" : "unchanged", isHandled ? "handled" : "declined"));
  return { goesOn: !isHandled };
}

/** A function's result may throw when it is read. */
function claimIn(answer: Answer): { claim: Result | null } | { error: unknown } {
  if ("error" in answer) return answer;
  const { value } = answer;
  try {
    return { claim: isRecord(value) && value["handled"] === true ? value : null };
  } catch (error) {
    return { error };
  }
}

export function claimOutcome(run: Run, isLoaded: boolean, count: number): ClaimOutcome {
  if (!isLoaded) return { status: "missing_plugin" };
  if (count === 0) return { status: "no_handler" };
  const [failure] = run.failures;
  const isHandled = run.point.mode === "claim" ? run.result !== undefined : failure === undefined;
  if (isHandled) return { status: "handled", result: run.result ?? {} };
  return failure === undefined ? { status: "declined" } : { status: "error", error: failure.message };
}

function finish(run: Run): Run {
  run.payload = rewritten(run);
  return run;
}
