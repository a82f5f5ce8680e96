/**
 * The modes: in which order hooks run, and what ends a run. The table says how their results are merged.
 */
import type { Point } from "./all-points.ts";
import { callHook, callHookNow } from "./call-hook.ts";
import { byRunOrder, type Hook } from "./hook.ts";
import { isDecided, isRecord, type Result } from "./merge-results.ts";
import {
  chooseHooks,
  entryOf,
  startRun,
  takeAnswer,
  takeFailure,
  type Run,
  type RunSettings,
} from "./run.ts";

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
  const chosen = chooseHooks(run, [...hooks].sort(byRunOrder));
  if (point.mode === "observe") await observe(run, chosen);
  else if (point.mode === "claim") await claim(run, chosen);
  else await askAgain(run, hooks, await inTurn(run, chosen));
  return finish(run);
}

/** `chain-sync`: each hook gets what the one before it made of the message. */
export function runHooksNow(
  point: Point,
  hooks: readonly Hook[],
  payload: Result,
  settings: RunSettings,
): Run {
  const run = startRun(point, payload, settings);
  const chosen = chooseHooks(run, [...hooks].sort(byRunOrder));
  chosen.every((hook) => {
    const goesOn = takeAnswer(run, hook, callHookNow(hook, run.payload, settings));
    run.payload = rewritten(run);
    return goesOn;
  });
  return finish(run);
}

/** Gives the depth of the deepest layer that changed what the hooks were asked about; 0 if none below install did. */
async function inTurn(run: Run, hooks: readonly Hook[]): Promise<number> {
  let deepest = 0;
  for (const hook of hooks) {
    const before = hook.depth > deepest ? JSON.stringify(rewritten(run)) : null;
    const answer = await callHook(hook, run.point, run.payload, run.settings);
    if (!takeAnswer(run, hook, answer) || isDecided(run.result, run.point.merge)) return 0;
    if (before !== null && JSON.stringify(rewritten(run)) !== before) deepest = hook.depth;
  }
  return deepest;
}

/**
 * A lower layer may only add. If one changed the payload, the hooks of the layers above are asked about the outcome, and
 * only their refusals count: what they allowed was something else.
 */
async function askAgain(run: Run, hooks: readonly Hook[], depth: number): Promise<void> {
  const final = rewritten(run);
  for (const hook of [...hooks].sort(byRunOrder)) {
    if (hook.depth >= depth || hook.whyNot(final) !== null) continue;
    const again = startRun(run.point, final, run.settings);
    const goesOn = takeAnswer(again, hook, await callHook(hook, run.point, final, run.settings));
    if (goesOn) continue;
    run.trace.push(...again.trace);
    run.failures.push(...again.failures);
    run.refusal = again.refusal;
    run.result = { ...run.result, ...again.result };
    return;
  }
}

/** All at once. Their answers are taken in run order, so that the result does not depend on who was faster. */
async function observe(run: Run, hooks: readonly Hook[]): Promise<void> {
  const answers = await Promise.all(
    hooks.map((hook) => callHook(hook, run.point, run.payload, run.settings)),
  );
  answers.forEach((answer, i) => takeAnswer(run, hooks[i] as Hook, answer));
}

async function claim(run: Run, hooks: readonly Hook[]): Promise<void> {
  for (const hook of hooks) {
    const answer = await callHook(hook, run.point, run.payload, run.settings);
    if ("error" in answer) {
      if (!takeFailure(run, hook, answer.error)) return;
    } else if (isRecord(answer.value) && answer.value["handled"] === true) {
      run.result = answer.value;
      run.trace.push(entryOf(hook, "applied", "handled"));
      return;
    } else run.trace.push(entryOf(hook, "unchanged", "declined"));
  }
}

export function claimOutcome(run: Run, isLoaded: boolean, count: number): ClaimOutcome {
  if (!isLoaded) return { status: "missing_plugin" };
  if (count === 0) return { status: "no_handler" };
  const [failure] = run.failures;
  const isHandled = run.point.mode === "claim" ? run.result !== undefined : failure === undefined;
  if (isHandled) return { status: "handled", result: run.result ?? {} };
  return failure === undefined ? { status: "declined" } : { status: "error", error: failure.text };
}

/** The payload with what the merged result puts in place of its fields. */
function rewritten({ point, payload, result }: Run): Result {
  const changes = Object.entries(point.rewrites)
    .filter(([field]) => result?.[field] !== undefined && result[field] !== null)
    .map(([field, target]) => [target, result?.[field]]);
  return changes.length === 0 ? payload : { ...payload, ...Object.fromEntries(changes) };
}

function finish(run: Run): Run {
  run.payload = rewritten(run);
  return run;
}
