/**
 * The modes: in which order hooks run, and what ends a run. The table says how their results are merged.
 */
import type { Point } from "./all-points.ts";
import { callHook, callHookNow, type Answer } from "./call-hook.ts";
import { byRunOrder, type Hook } from "./hook.ts";
import { isDecided, isRecord, type Result } from "./merge-results.ts";
import {
  addWarnings,
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
    const before = hook.depth > deepest ? writtenOut(rewritten(run)) : undefined;
    const answer = await callHook(hook, run.point, run.payload, run.settings);
    if (!takeAnswer(run, hook, answer) || isDecided(run.result, run.point.merge)) return 0;
    if (before !== undefined && !isSame(before, writtenOut(rewritten(run)))) deepest = hook.depth;
  }
  return deepest;
}

/**
 * A lower layer may only add. If one changed the payload, the hooks of the layers above are asked about the outcome, the
 * highest layer last: what they allowed was something else. They may refuse it or change it; nothing else that they say
 * counts twice.
 */
async function askAgain(run: Run, hooks: readonly Hook[], depth: number): Promise<void> {
  const above = hooks.filter((hook) => hook.depth < depth);
  for (const hook of above.sort((a, b) => b.depth - a.depth || byRunOrder(a, b))) {
    const payload = rewritten(run);
    if (hook.whyNot(payload) !== null) continue;
    const again = startRun(run.point, payload, run.settings);
    const goesOn = takeAnswer(again, hook, await callHook(hook, run.point, payload, run.settings));
    addWarnings(run, again.warnings);
    if (!goesOn) {
      run.trace.push(...again.trace);
      run.failures.push(...again.failures);
      run.refusal = again.refusal;
      run.result = { ...run.result, ...again.result };
      return;
    }
    takeRewrite(run, again);
  }
}

/** What a hook of a higher layer makes of the payload takes the place of what a lower one had made of it. */
function takeRewrite(run: Run, again: Run): void {
  const rewrites = Object.entries(again.result ?? {}).filter(([field]) =>
    Object.hasOwn(run.point.rewrites, field),
  );
  if (isSame(writtenOut(rewritten(again)), writtenOut(rewritten(run)))) return;
  run.trace.push(...again.trace);
  run.payload = again.payload;
  run.result = { ...run.result, ...Object.fromEntries(rewrites) };
}

/** To compare payloads by. Null if it cannot be written: a program in the same process may pass on anything. */
function writtenOut(payload: Result): string | null {
  try {
    return JSON.stringify(payload);
  } catch {
    return null;
  }
}

/** What cannot be compared counts as changed. */
function isSame(before: string | null, after: string | null): boolean {
  return before !== null && before === after;
}

/** All at once. Their answers are taken in run order, so that the result does not depend on who was faster. */
async function observe(run: Run, hooks: readonly Hook[]): Promise<void> {
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

async function claim(run: Run, hooks: readonly Hook[]): Promise<void> {
  for (const hook of hooks) {
    const answer = claimIn(await callHook(hook, run.point, run.payload, run.settings));
    if ("error" in answer) {
      if (!takeFailure(run, hook, answer.error)) return;
    } else if (answer.claim !== null) {
      run.result = answer.claim;
      run.trace.push(entryOf(hook, "applied", "handled"));
      return;
    } else run.trace.push(entryOf(hook, "unchanged", "declined"));
  }
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
