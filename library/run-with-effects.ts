/** Text and list points with programs among their hooks: programs first, as with git and gh, so that rules hold for what they make. */
import { demote } from "../engine/core/dispatch/demote.ts";
import type { HookPointName } from "../engine/core/hook-points.ts";
import { pointOf } from "../engine/lifecycle/all-points.ts";
import type { Result } from "../engine/lifecycle/merge-results.ts";
import { runHooks } from "../engine/lifecycle/run-modes.ts";
import { checkPayload } from "./check-call.ts";
import { dispatch, type DispatchSource } from "./dispatch.ts";
import type { DispatchOptions } from "./public-types.ts";
import { describeRun, hooksFor, outcomeOf, refusedCall, settingsOf, type RunSource } from "./run-point.ts";
import type { RunOptions, RunResult } from "./run-types.ts";

export async function runWithEffects(
  source: RunSource,
  effects: DispatchSource,
  name: HookPointName,
  given: unknown,
  options: RunOptions & DispatchOptions,
): Promise<RunResult> {
  const checked = checkPayload(name, given);
  if (checked.payload === null) return refusedCall(name, checked.diagnostics);
  const before = checked.payload as Result;
  const { plugin, cwd: _, runId: __, context: ___, dialect: ____, ...own } = options;
  const all = effects.plan.points[name] ?? [];
  const contributions = plugin === undefined ? all : all.filter((one) => one.plugin === plugin);
  const hooks = hooksFor(source, name, options);
  const run = await runHooks(pointOf(name), hooks, before, settingsOf(source, before, options));
  const count = hooks.length + contributions.length;
  const programs = { ...describeRun(source, run, before), ...outcomeOf(source, run, count, options) };
  if (!programs.ok || programs.payload === null) return programs;
  const plan = { ...effects.plan, points: { [name]: contributions } };
  const final = dispatch({ ...effects, plan }, name, run.payload, own);
  const made = { value: final.payload as Result | null, problems: [], warnings: [] };
  return {
    ...programs,
    ok: final.ok,
    payload: demote(source, before, made).value,
    trace: [...run.trace, ...final.trace],
    problems: [...programs.problems, ...final.diagnostics],
  };
}
