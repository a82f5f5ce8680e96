/**
 * Fires any hook point, with programs and functions among its hooks. What is wrong is in the result; only `catchErrors:
 * false` lets a hook's failure through.
 */
import type { FailurePolicy } from "../engine/core/plan.ts";
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { demote } from "../engine/core/dispatch/demote.ts";
import type { Plan } from "../engine/core/plan.ts";
import { pointOf, terminalLabels, type Point, type PointName } from "../engine/lifecycle/all-points.ts";
import { dialects } from "../engine/lifecycle/dialects/dialects.ts";
import type { Hook } from "../engine/lifecycle/hook.ts";
import type { Result } from "../engine/lifecycle/merge-results.ts";
import { claimOutcome, runHooks, runHooksNow } from "../engine/lifecycle/run-modes.ts";
import { describeFailed, type Run, type RunSettings } from "../engine/lifecycle/run.ts";
import { checkLifecyclePayload } from "./check-lifecycle-payload.ts";
import {
  asWarning,
  describeFailure,
  describeRefusal,
  describeWarning,
  type EngineDiagnostic,
} from "./diagnostic.ts";
import type { RunnerOptions, RunOptions, RunResult } from "./run-types.ts";

export interface RunSource {
  /** All hooks of a point. */
  hooksOf(point: PointName): readonly Hook[];
  /** Is there such a plugin, with hooks at any point? */
  hasPlugin(name: string): boolean;
  mode: Plan["mode"];
  options: RunnerOptions;
}

export async function runPoint(
  source: RunSource,
  name: PointName,
  given: unknown,
  options: RunOptions,
): Promise<RunResult> {
  const checked = checkLifecyclePayload(name, given);
  if (checked.payload === null) return refusedCall(name, checked.diagnostics);
  const point = pointOf(name);
  const hooks = hooksFor(source, name, options);
  const payload = withBase(withRunId(checked.payload, options), source, options);
  log(source, point, hooks);
  const run = await runHooks(
    point,
    hooks,
    payload,
    settingsOf(source, checked.payload, options, checked.spelled),
  );
  return { ...describeRun(source, run, checked.payload), ...outcomeOf(source, run, hooks.length, options) };
}

/** For `chain-sync` points. */
export function runPointNow(
  source: RunSource,
  name: PointName,
  given: unknown,
  options: RunOptions,
): RunResult {
  const checked = checkLifecyclePayload(name, given);
  if (checked.payload === null) return refusedCall(name, checked.diagnostics);
  const payload = withBase(withRunId(checked.payload, options), source, options);
  const hooks = hooksFor(source, name, options);
  log(source, pointOf(name), hooks);
  const settings = settingsOf(source, checked.payload, options, checked.spelled);
  const run = runHooksNow(pointOf(name), hooks, payload, settings);
  return { ...describeRun(source, run, checked.payload), ...outcomeOf(source, run, hooks.length, options) };
}

export function hooksFor(source: RunSource, name: PointName, { plugin }: RunOptions): readonly Hook[] {
  const all = source.hooksOf(name);
  return plugin === undefined ? all : all.filter((hook) => hook.plugin === plugin);
}

/** For a dispatch to one plugin. `count`: of its hooks, and what else of it runs at the point. */
export function outcomeOf(
  source: RunSource,
  run: Run,
  count: number,
  { plugin }: RunOptions,
): Pick<RunResult, "outcome"> {
  return plugin === undefined ? {} : { outcome: claimOutcome(run, source.hasPlugin(plugin), count) };
}

export function refusedCall(point: PointName | string, problems: EngineDiagnostic[]): RunResult {
  return { ok: false, point, payload: null, result: null, trace: [], problems };
}

export function describeRun(source: RunSource, run: Run, before: Result): RunResult {
  const { options } = source;
  const { point, refusal, failures, trace } = run;
  for (const { plugin, message } of failures) options.logger?.error(describeFailed(point, plugin, message));
  if (refusal !== null && point.refuses !== null)
    options.logger?.debug?.(
      `[hooks] ${point.aliases[0] ?? point.name} ${terminalLabels[point.refuses]} decided by ${refusal.plugin}; skipping remaining handlers`,
    );
  const failedWith = (wanted: FailurePolicy): EngineDiagnostic[] =>
    failures.filter(({ policy }) => policy === wanted).map((each) => describeFailure(each, point.name));
  const made: Pick<RunResult, "payload" | "result"> = { payload: run.payload, result: run.result ?? null };
  const unchanged: typeof made = { payload: before, result: null };
  const { value, problems, warnings } = demote(source, unchanged, {
    value: made,
    problems: [...(refusal === null ? [] : [describeRefusal(refusal, point.name)]), ...failedWith("block")],
    warnings: [...run.warnings.map((each) => describeWarning(each, point.name)), ...failedWith("warn")],
  });
  return {
    ok: problems.length === 0,
    point: point.name,
    ...value,
    trace,
    problems: [...problems, ...warnings.map(asWarning)],
  };
}

export function settingsOf(
  { options }: RunSource,
  payload: Result,
  { cwd, runId, context, dialect }: RunOptions,
  spelled: { [callers: string]: string } = {},
): RunSettings {
  const own = payload["run_id"] ?? options.base?.run_id;
  return {
    runId: runId ?? (typeof own === "string" ? own : randomUUID()),
    cwd: folderFor(payload["cwd"]) ?? cwd ?? folderFor(options.base?.cwd) ?? options.cwd ?? process.cwd(),
    ...(options.base === undefined ? {} : { base: options.base }),
    limits: options.limits ?? {},
    failures: options.failures ?? {},
    throws: options.catchErrors === false,
    spelled,
    runtime: dialect === undefined ? undefined : dialects[dialect],
    ...(context === undefined ? {} : { context }),
  };
}

/** The payload's own folder counts if it is one. */
function folderFor(given: unknown): string | null {
  if (typeof given !== "string" || !isAbsolute(given)) return null;
  return statSync(given, { throwIfNoEntry: false })?.isDirectory() ? given : null;
}

/** A run's id belongs to every event of the run. */
function withRunId(payload: Result, { runId }: RunOptions): Result {
  return runId === undefined || payload["run_id"] !== undefined ? payload : { ...payload, run_id: runId };
}

/** What the payload says comes first, then the dispatch, then what was said once for all. */
function withBase(payload: Result, { options: { base } }: RunSource, { cwd }: RunOptions): Result {
  if (base === undefined) return payload;
  const known = cwd === undefined ? base : { ...base, cwd: undefined };
  const missing = Object.entries(known).filter(
    ([field, text]) => text !== undefined && payload[field] === undefined,
  );
  return { ...payload, ...Object.fromEntries(missing) };
}

function log({ options }: RunSource, { aliases, name, mode }: Point, hooks: readonly Hook[]): void {
  if (hooks.length === 0) return;
  const how = mode === "observe" ? "" : mode === "claim" ? ", first-claim wins" : ", sequential";
  options.logger?.debug?.(`[hooks] running ${aliases[0] ?? name} (${hooks.length} handlers${how})`);
}
