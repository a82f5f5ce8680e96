/**
 * Text and list points with programs among their hooks: each hook gets what the one before it made. After the last, the
 * declared effects run once more over the outcome, so that no program can undo them.
 */
import { byRunOrder, type Hook } from "../engine/lifecycle/hook.ts";
import { callHook } from "../engine/lifecycle/call-hook.ts";
import { claimOutcome } from "../engine/lifecycle/run-modes.ts";
import { pointOf, type Point } from "../engine/lifecycle/all-points.ts";
import type { HookPointName } from "../engine/core/hook-points.ts";
import type { Contribution } from "../engine/core/plan.ts";
import { isRecord, type Result } from "../engine/lifecycle/merge-results.ts";
import { chooseHooks, startRun, takeAnswer, takeFailure, type Run } from "../engine/lifecycle/run.ts";
import { checkPayload } from "./check-call.ts";
import { dispatch, runEffects, makeContext, type DispatchSource } from "./dispatch.ts";
import type { DispatchOptions } from "./public-types.ts";
import { describeRun, refusedCall, settingsOf, type RunSource } from "./run-point.ts";
import type { RunOptions, RunResult } from "./run-types.ts";

/** The explicit fields by which a program puts another text in place of the one it got. */
const textFields = ["text", "message", "body"];

interface Step {
  priority: number;
  plugin: string;
  id: string;
  run: () => Promise<boolean>;
}

export async function runChain(
  source: RunSource,
  effects: DispatchSource,
  name: HookPointName,
  given: unknown,
  options: RunOptions & DispatchOptions,
): Promise<RunResult> {
  const checked = checkPayload(name, given);
  if (checked.payload === null) return refusedCall(name, checked.diagnostics);
  const point = pointOf(name);
  const before = checked.payload as Result;
  const { plugin } = options;
  const isMeant = (one: { plugin: string }): boolean => plugin === undefined || one.plugin === plugin;
  const hooks = source.hooksOf(name).filter(isMeant).sort(byRunOrder);
  const contributions = (effects.plan.points[name] ?? []).filter(isMeant);
  const meant = { ...effects, plan: { ...effects.plan, points: { [name]: contributions } } };
  const run = startRun(point, before, settingsOf(source, before, options));
  const steps = [
    ...chooseHooks(run, hooks).map((hook): Step => ({
      ...placeOf(hook),
      run: () => step(run, hook),
    })),
    ...contributions.map((one): Step => ({
      ...placeOf({ ...one, priority: effects.priorityOf(one.id) }),
      run: () => applyEffects(run, meant, name, one, options),
    })),
  ];
  for (const { run: runStep } of steps.sort(byRunOrder)) if (!(await runStep())) break;
  const count = hooks.length + contributions.length;
  const outcome = plugin === undefined ? {} : { outcome: claimOutcome(run, source.hasPlugin(plugin), count) };
  const programs = { ...describeRun(source, run, before), ...outcome };
  if (!programs.ok || programs.payload === null) return programs;
  const { plugin: _, cwd: __, runId: ___, ...own } = options;
  const final = dispatch(meant, name, run.payload, own);
  return {
    ...programs,
    ok: final.ok,
    payload: source.isReport ? before : (final.payload as Result | null),
    trace: [...run.trace, ...final.trace],
    problems: [...programs.problems, ...final.diagnostics],
  };
}

function placeOf({ priority, plugin, id }: Pick<Hook, "priority" | "plugin" | "id">): Omit<Step, "run"> {
  return { priority, plugin, id };
}

async function step(run: Run, hook: Hook): Promise<boolean> {
  const answer = await callHook(hook, run.point, run.payload, run.settings);
  const [field = ""] = Object.keys(run.point.payload);
  const changed =
    "value" in answer && isRecord(answer.value) ? rewriteOf(answer.value, run.point, field) : undefined;
  if (changed !== undefined && !isOfMode(changed, run.point))
    return takeFailure(run, hook, `its '${field}' is not a ${run.point.mode}`);
  const goesOn = takeAnswer(run, hook, answer);
  if (changed !== undefined && run.refusal === null) run.payload = { ...run.payload, [field]: changed };
  for (const each of [...textFields, field]) delete run.result?.[each];
  return goesOn;
}

/** What a program puts in place of the text or list; undefined if it leaves it. */
function rewriteOf(said: Result, { mode }: Point, field: string): unknown {
  const { payload } = said;
  if (isRecord(payload) && payload[field] !== undefined) return payload[field];
  const names = mode === "text" ? textFields : [field];
  return names.map((name) => said[name]).find((value) => value !== undefined);
}

function isOfMode(value: unknown, { mode }: Point): boolean {
  if (mode === "text") return typeof value === "string";
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** Problems are left to the last run, which sees the outcome. */
async function applyEffects(
  run: Run,
  source: DispatchSource,
  name: HookPointName,
  contribution: Contribution,
  options: DispatchOptions,
): Promise<boolean> {
  const { values } = source.sealed();
  const plan = { ...source.plan, points: { [name]: [contribution] } };
  const context = makeContext(source, values, name, options);
  run.payload = runEffects(plan, name, run.payload as never, context).changed;
  return true;
}
