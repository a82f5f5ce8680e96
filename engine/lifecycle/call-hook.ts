/**
 * Calls one hook within its time limit, and says what came of it. Nothing is thrown.
 */
import { programLimitMs, type Point } from "./all-points.ts";
import { copyOf } from "./copy-of.ts";
import type { Hook, HookContext } from "./hook.ts";
import type { Result } from "./merge-results.ts";

/** What came of a call: an answer (undefined: nothing to say), or why there is none. */
export type Answer = { value: unknown } | { error: unknown };

export interface CallSettings {
  runId: string;
  cwd: string;
  /** Limits that replace the table's, by point. */
  limits: { readonly [point: string]: number | undefined };
  /** The names that the caller has for fields, and ours: functions of the caller's look for theirs. */
  spelled?: { readonly [callers: string]: string };
  /** What the caller has said once for many dispatches. */
  base?: { readonly [field: string]: string | undefined };
  /** What else the caller tells its functions. */
  context?: object;
}

export async function callHook(
  hook: Hook,
  point: Point,
  payload: Result,
  settings: CallSettings,
): Promise<Answer> {
  const limitMs = limitOf(hook, point, settings);
  try {
    const called = hook.call(payloadFor(hook, payload, settings), contextOf(hook, limitMs, settings));
    const value = await (limitMs === null || hook.limitsItself
      ? called
      : inTime(called, limitMs, point.mode === "observe"));
    return { value: ownOf(hook, value) };
  } catch (error) {
    return { error };
  }
}

/** For points that cannot wait. */
export function callHookNow(hook: Hook, payload: Result, settings: CallSettings): Answer {
  try {
    const value = hook.call(payloadFor(hook, payload, settings), contextOf(hook, null, settings));
    if (!isPromiseLike(value)) return { value: ownOf(hook, value) };
    dropPromise(value);
    return { error: "it returned a promise, and this point is synchronous; the result is ignored" };
  } catch (error) {
    return { error };
  }
}

/** A copy: what a hook has to say, it returns. A program has it as text, and can change nothing. */
function payloadFor(hook: Hook, payload: Result, { spelled = {} }: CallSettings): Result {
  if (hook.limitsItself) return { ...payload };
  const own = copyOf(payload);
  if (hook.kind === "function") for (const [name, field] of Object.entries(spelled)) own[name] = own[field];
  return own;
}

/** What a function returned may still be changed by it. */
function ownOf({ limitsItself }: Hook, value: unknown): unknown {
  return limitsItself ? value : copyOf(value);
}

function contextOf(hook: Hook, limitMs: number | null, settings: CallSettings): HookContext {
  const { point, id, plugin, kind } = hook;
  const { runId, cwd, base, context = {} } = settings;
  const common = { point, id, plugin, runId, cwd, limitMs, ...(base === undefined ? {} : { base }) };
  return { ...(kind === "function" ? context : {}), ...common };
}

function limitOf(hook: Hook, point: Point, { limits }: CallSettings): number | null {
  const limit = positive(hook.timeoutMs) ?? positive(limits[point.name]) ?? point.timeLimitMs;
  return limit ?? (hook.limitsItself ? programLimitMs : null);
}

/** Null: it is no limit. */
export function positive(limit: unknown): number | null {
  return typeof limit === "number" && Number.isFinite(limit) && limit > 0 ? Math.floor(limit) : null;
}

/** `isIdle`: the process need not stay for it. */
export async function inTime(called: unknown, limitMs: number, isIdle: boolean): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${limitMs}ms`)), limitMs);
    if (isIdle) (timer as { unref?: () => void }).unref?.();
  });
  try {
    return await Promise.race([called, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  return typeof (value as { then?: unknown }).then === "function";
}

/** Its rejection is nobody's. */
export function dropPromise(value: PromiseLike<unknown>): void {
  if (value instanceof Promise) value.catch(() => undefined);
}

/** An error as one line that steers no terminal. */
export function describeError(error: unknown): string {
  const text = textOf(error);
  const line = (text.split("\n")[0] ?? "")
    .replace(/[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, "")
    .trim();
  return line === "" ? "unknown error" : line.slice(0, 500);
}

/** Anything can be thrown, also what cannot be made a text of. */
export function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "";
  }
}
