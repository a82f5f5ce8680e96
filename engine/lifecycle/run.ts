/**
 * One run of a hook point: what is collected while hooks run, and how the answer of one is added.
 */
import { createChain, type Chain } from "../core/programs/chain.ts";
import { addWarning } from "../core/programs/program-findings.ts";
import { traceOf, type TraceEntry } from "../core/trace.ts";
import type { FailurePolicy, HookOrigin } from "../core/plan.ts";
import type { Point } from "./all-points.ts";
import { oneLine } from "../core/program-answer.ts";
import { describeError, type Answer, type CallSettings } from "./call-hook.ts";
import { byStatus, type Hook } from "./hook.ts";
import { isRecord, mergeResult, type Result } from "./merge-results.ts";
import { whyUnfitChange } from "./payload-forms.ts";
import type { RuntimeRules } from "./runtime-rules.ts";
import type { RefusalForm } from "./points/point-form.ts";
import { reasonIn, readResult, refusalFields } from "./read-result.ts";

export interface RunSettings extends CallSettings {
  /** Policies that replace the table's, by point. */
  failures: { readonly [point: string]: FailurePolicy | undefined };
  /** Of the runtime that fires the point: they hold for all hooks. */
  runtime?: RuntimeRules | undefined;
  /** Is a failure thrown, at once and whatever its policy? */
  throws: boolean;
}

/** What is thrown for a hook that failed. */
export class HookFailed extends Error {}

export interface Run {
  point: Point;
  settings: RunSettings;
  payload: Result;
  /** Undefined: no hook said anything. */
  result: Result | undefined;
  trace: TraceEntry[];
  /** The first refusal ends a run at points that can refuse. */
  refusal: HookProblem | null;
  warnings: HookProblem[];
  failures: HookFailure[];
}

/** Something that a hook said or did. */
export interface HookProblem extends HookOrigin {
  message: string;
  /** Is it a refusal by exit status? Interpreters use the same one for errors of their own. */
  isByStatus?: boolean;
}

export interface HookFailure extends HookProblem {
  policy: FailurePolicy;
  cause: unknown;
}

export function startRun(point: Point, payload: Result, settings: RunSettings): Run {
  return {
    point,
    settings,
    payload,
    result: undefined,
    trace: [],
    refusal: null,
    warnings: [],
    failures: [],
  };
}

/**
 * `hooks`: in run order. Of several with the same key, that of the highest layer runs, and there the one that may fail least, in
 * the place of the first: a lower layer must not run one for it that has less time or does not block. If that fails, no other runs.
 */
export function chainOf(run: Run, hooks: readonly Hook[], asksAgain: boolean): Chain<Hook> {
  const { payload } = run;
  return createChain(hooks, {
    keyOf: ({ key }) => key,
    depthOf: ({ depth }) => depth,
    whyNot: (hook, isAgain) => hook.whyNot(isAgain ? rewritten(run) : payload),
    leaveOut: (hook, why) => run.trace.push(traceOf(hook, "skipped", why)),
    isStronger: (hook, than) => isStronger(run, hook, than),
    retries: false,
    asksAgain,
  });
}

/** The payload with what the merged result puts in place of its fields. */
export function rewritten({ point, payload, result }: Run): Result {
  const changes = rewritesOf(point, result ?? {});
  return Object.keys(changes).length === 0 ? payload : { ...payload, ...changes };
}

/** What a result puts in place of fields of the payload. */
function rewritesOf({ rewrites }: Point, result: Result): Result {
  const given = Object.entries(rewrites).filter(
    ([field]) => result[field] !== undefined && result[field] !== null,
  );
  return Object.fromEntries(given.map(([field, target]) => [target, result[field]]));
}

const strictest: readonly FailurePolicy[] = ["block", "warn", "ignore"];

function isStronger(run: Run, hook: Hook, than: Hook): boolean {
  const [own, others] = [hook, than].map((each) => strictest.indexOf(policyFor(run, each))) as [
    number,
    number,
  ];
  return hook.depth - than.depth < 0 || (hook.depth === than.depth && own < others);
}

/** Takes in one answer. Gives false if no further hook may run. */
export function takeAnswer(run: Run, hook: Hook, answer: Answer): boolean {
  if ("error" in answer) return takeFailure(run, hook, answer.error);
  try {
    return takeValue(run, hook, answer.value);
  } catch (error) {
    if (error instanceof HookFailed) throw error;
    // A function's result may throw when it is read.
    return takeFailure(run, hook, error);
  }
}

function takeValue(run: Run, hook: Hook, value: unknown): boolean {
  const { point } = run;
  const isGate = point.mode === "gate";
  if (value === undefined || (value === null && !isGate)) {
    run.trace.push(traceOf(hook, "unchanged", "nothing to say"));
    return true;
  }
  if (!isRecord(value)) {
    if (isGate) return refuseInvalid(run, hook, point.refuses ?? "outcome");
    return takeFailure(run, hook, "its result is not an object");
  }
  const { fields, refusal, warning, decision } = readResult(value, point);
  if (isGate && (decision === "none" || decision === "invalid"))
    return refuseInvalid(run, hook, point.refuses ?? "outcome");
  if (decision === "invalid" && point.refuses !== null) return refuseInvalid(run, hook, point.refuses);
  const { payload: changes, ...own } = fields;
  const { answer, patch } = divide(point, own, changes);
  if (refusal !== null && point.refuses !== null)
    return refuse(run, hook, point.refuses, refusal, answer, Object.hasOwn(value, byStatus));
  const unfit = whyUnfit(point, changes, patch, answer);
  if (unfit !== null) return takeFailure(run, hook, unfit);
  if (Object.keys(answer).length > 0) run.result = mergeAnswer(run, hook, answer);
  if (isGate && run.result !== undefined) run.result["pluginId"] ??= hook.plugin;
  if (Object.keys(patch).length > 0) run.payload = { ...run.payload, ...patch };
  const { id, plugin, source } = hook;
  if (warning !== null) addWarning(run.warnings, { id, plugin, source, message: oneLine(warning) });
  run.trace.push(traceOf(hook, "applied", describeAnswer(warning, refusal, answer, patch)));
  return true;
}

function describeAnswer(
  warning: string | null,
  refusal: string | null,
  answer: Result,
  patch: Result,
): string {
  if (warning !== null) return `warned: ${oneLine(warning)}`;
  return refusal === null
    ? `said ${describeFields(answer, patch)}`
    : `refused, and nothing can be refused here: ${refusal || noReason}`;
}

/** What becomes a part of the result, and what of the payload: a change of a field that results rewrite goes through the rules for it. */
function divide({ rewrites }: Point, own: Result, changes: unknown): { answer: Result; patch: Result } {
  const answer = { ...own };
  const patch = isRecord(changes) ? { ...changes } : {};
  for (const [field, target] of Object.entries(rewrites))
    if (Object.hasOwn(patch, target)) {
      answer[field] ??= patch[target];
      delete patch[target];
    }
  return { answer, patch };
}

function whyUnfit(point: Point, changes: unknown, patch: Result, answer: Result): string | null {
  if (changes !== undefined && changes !== null && !isRecord(changes))
    return "its 'payload' is not an object";
  return whyUnfitChange(point, { ...patch, ...rewritesOf(point, answer) });
}

/** A decision that cannot be read must not let anything pass. */
function refuseInvalid(run: Run, hook: Hook, refuses: RefusalForm): boolean {
  const { aliases, name } = run.point;
  const reason = `${aliases[0] ?? name} returned an invalid decision`;
  return refuse(run, hook, refuses, reason, refusalFields(refuses, reason));
}

/** Without a reason of its own, the one that a hook before it gave is the reason. */
function refuse(
  run: Run,
  hook: Hook,
  refuses: RefusalForm,
  reason: string,
  answer: Result,
  isByStatus = false,
): boolean {
  if (refuses === "outcome" && run.result !== undefined) {
    // A block beats every pass, and the reason of a pass is none for a block.
    const { outcome: _, reason: __, pluginId: ___, ...others } = run.result;
    run.result = others;
  }
  run.result = mergeAnswer(run, hook, answer);
  if (refuses === "outcome") run.result["pluginId"] = hook.plugin;
  const text = oneLine(reason || reasonIn(run.result, refuses)) || noReason;
  run.refusal = { id: hook.id, plugin: hook.plugin, source: hook.source, message: text, isByStatus };
  run.trace.push(traceOf(hook, "failed", `refused: ${text}`));
  return false;
}

const noReason = "no reason given";

function mergeAnswer({ result, point, settings }: Run, hook: Hook, answer: Result): Result {
  const { contextJoint } = settings.runtime ?? hook.runtime ?? {};
  return mergeResult(result, answer, point.merge, hook.plugin, contextJoint);
}

/**
 * The rule of the runtime that the hook was written for decides, then the policy of the hook, that of the caller for this
 * point, the rule of the runtime that fires it, and the table's.
 */
function policyFor({ point, settings }: Run, hook: Hook): FailurePolicy {
  const closed = (rules: RuntimeRules | undefined): FailurePolicy | null =>
    rules?.failsClosed?.includes(point.name) === true ? "block" : null;
  return (
    closed(hook.runtime) ??
    hook.onFailure ??
    settings.failures[point.name] ??
    closed(settings.runtime) ??
    point.failure
  );
}

export function takeFailure(run: Run, hook: Hook, cause: unknown): boolean {
  const { point, settings } = run;
  const policy = policyFor(run, hook);
  const message = describeError(cause);
  const { id, plugin, source } = hook;
  if (settings.throws) throw new HookFailed(describeFailed(point, plugin, message), { cause });
  run.failures.push({ id, plugin, source, message, policy, cause });
  run.trace.push(traceOf(hook, "failed", message));
  return policy !== "block";
}

/** For a log, by the name that the systems have whose hooks log so. */
export function describeFailed({ aliases, name }: Point, plugin: string, text: string): string {
  return `[hooks] ${aliases[0] ?? name} handler from ${plugin} failed: ${text}`;
}

function describeFields(answer: Result, patch: Result): string {
  const changed = Object.keys(patch).map((field) => `payload.${field}`);
  return [...Object.keys(answer), ...changed].map((field) => `'${field}'`).join(", ") || "nothing";
}
