/**
 * Text and list points with programs among their hooks: each hook gets what the one before it made. After the last, the
 * declared effects run once more over the outcome, so that no program can undo them.
 */
import { byRunOrder, type Hook, type RunPlace } from "../engine/lifecycle/hook.ts";
import { callHook, type Answer } from "../engine/lifecycle/call-hook.ts";
import { readResult } from "../engine/lifecycle/read-result.ts";
import { pointOf, type Point } from "../engine/lifecycle/all-points.ts";
import type { HookPointName } from "../engine/core/hook-points.ts";
import type { Contribution } from "../engine/core/plan.ts";
import type { TraceEntry } from "../engine/core/trace.ts";
import { isRecord, type Result } from "../engine/lifecycle/merge-results.ts";
import { whyUnfitChange } from "../engine/lifecycle/payload-forms.ts";
import { chooseHooks, startRun, takeAnswer, takeFailure, type Run } from "../engine/lifecycle/run.ts";
import { checkPayload } from "./check-call.ts";
import { decodeEntry, dispatch, runEffects, makeContext, type DispatchSource } from "./dispatch.ts";
import type { DispatchOptions } from "./public-types.ts";
import { describeRun, outcomeOf, refusedCall, settingsOf, type RunSource } from "./run-point.ts";
import type { RunOptions, RunResult } from "./run-types.ts";

/** The explicit fields by which a program puts another text in place of the one it got. */
const textFields = ["text", "message", "body"];

interface Step extends RunPlace {
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
  const [field = ""] = Object.keys(point.payload);
  const before = checked.payload as Result;
  const { plugin } = options;
  const isMeant = (one: { plugin: string }): boolean => plugin === undefined || one.plugin === plugin;
  const hooks = source.hooksOf(name).filter(isMeant).sort(byRunOrder);
  const contributions = (effects.plan.points[name] ?? []).filter(isMeant);
  const meant = { ...effects, plan: { ...effects.plan, points: { [name]: contributions } } };
  const run = startRun(point, before, settingsOf(source, before, options));
  const applied: TraceEntry[] = [];
  const chosen = chooseHooks(run, hooks);
  let lowest = 0;
  const ask = async (hook: Hook): Promise<boolean> => {
    const { [field]: was } = run.payload;
    const goesOn = await step(run, hook);
    if (run.payload[field] !== was) lowest = Math.max(lowest, hook.depth);
    return goesOn;
  };
  const steps = [
    ...chosen.map((hook): Step => ({ ...placeOf(hook), run: () => ask(hook) })),
    ...contributions.map((one): Step => ({
      ...placeOf({ ...one, priority: effects.priorityOf(one.id) }),
      run: () => applyEffects(run, meant, name, one, options, applied),
    })),
  ];
  const all = steps.sort(byRunOrder).map(({ run: runStep }) => runStep);
  // A lower layer may only add: what it changed, those above it are asked about, and the highest has the last word.
  const above = (): Hook[] => chosen.filter(({ depth }) => depth < lowest).sort((a, b) => b.depth - a.depth);
  if (await inTurn(all)) await inTurn(above().map((hook) => () => step(run, hook)));
  const count = hooks.length + contributions.length;
  const programs = { ...describeRun(source, run, before), ...outcomeOf(source, run, count, options) };
  if (!programs.ok || programs.payload === null) return programs;
  const { plugin: _, cwd: __, runId: ___, context: ____, dialect: _____, ...own } = options;
  const final = dispatch(meant, name, run.payload, own);
  return {
    ...programs,
    ok: final.ok,
    payload: source.isReport ? before : (final.payload as Result | null),
    trace: [...run.trace, ...final.trace.map((entry) => firstChange(entry, applied))],
    problems: [...programs.problems, ...final.diagnostics],
  };
}

/** What a rule has changed already, the last run finds unchanged. */
function firstChange(entry: TraceEntry, applied: readonly TraceEntry[]): TraceEntry {
  return (entry.state === "unchanged" && applied.find(({ id }) => id === entry.id)) || entry;
}

/** Gives false if one of them has ended the run. */
async function inTurn(steps: readonly (() => Promise<boolean>)[]): Promise<boolean> {
  for (const runStep of steps) if (!(await runStep())) return false;
  return true;
}

function placeOf({ priority, plugin, id, registered, place }: RunPlace): RunPlace {
  return {
    priority,
    plugin,
    id,
    ...(registered === undefined ? {} : { registered }),
    ...(place === undefined ? {} : { place }),
  };
}

async function step(run: Run, hook: Hook): Promise<boolean> {
  const answer = await callHook(hook, run.point, run.payload, run.settings);
  const [field = ""] = Object.keys(run.point.payload);
  const changed =
    "value" in answer && isRecord(answer.value) ? rewriteOf(answer.value, run.point, field) : undefined;
  const unfit = changed === undefined ? null : whyUnfitChange(run.point, { [field]: changed });
  if (unfit !== null && !isRefusal(answer, run.point)) return takeFailure(run, hook, unfit);
  const goesOn = takeAnswer(run, hook, answer);
  if (changed !== undefined && run.refusal === null) run.payload = { ...run.payload, [field]: changed };
  for (const each of [...textFields, field]) delete run.result?.[each];
  return goesOn;
}

function isRefusal(answer: Answer, point: Point): boolean {
  return "value" in answer && isRecord(answer.value) && readResult(answer.value, point).refusal !== null;
}

/** What a program puts in place of the text or list; undefined if it leaves it. */
function rewriteOf(said: Result, { mode }: Point, field: string): unknown {
  const { payload } = said;
  if (isRecord(payload) && payload[field] !== undefined) return payload[field];
  const names = mode === "text" ? textFields : [field];
  return names.map((name) => said[name]).find((value) => value !== undefined);
}

/** Problems are left to the last run, which sees the outcome. */
async function applyEffects(
  run: Run,
  source: DispatchSource,
  name: HookPointName,
  contribution: Contribution,
  options: DispatchOptions,
  applied: TraceEntry[],
): Promise<boolean> {
  const { values } = source.sealed();
  const plan = { ...source.plan, points: { [name]: [contribution] } };
  const context = makeContext(source, values, name, options);
  const { changed, outcome } = runEffects(plan, name, run.payload as never, context);
  run.payload = changed;
  applied.push(...outcome.trace.filter(({ state }) => state === "applied").map(decodeEntry));
  return true;
}
