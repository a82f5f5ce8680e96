/**
 * The modes of `createHookRunner`: handlers get the caller's own objects, what they give is merged as it is, and a
 * failure is logged or thrown at once. Debug lines, error texts and the order of all calls are those of the document that
 * the interface comes from.
 */
import { terminalLabels } from "../all-points.ts";
import { dropPromise, inTime, isPromiseLike, positive, textOf } from "../call-hook.ts";
import { isDecided } from "../merge-results.ts";
import { oneLine } from "../../core/program-answer.ts";
import type { MergeForm, RefusalForm } from "../points/point-form.ts";
import type { PluginHookName } from "./hook-names.ts";
import type { HookRunnerLogger } from "./hook-runner-types.ts";
import type { Given, Merge } from "./merge-as-given.ts";

/** A registration, of which the caller may have made anything. */
export interface GivenHook {
  pluginId: string;
  hookName: string;
  handler: Given;
  priority?: number | undefined;
  timeoutMs?: number | undefined;
}

export interface Runner {
  logger: HookRunnerLogger | undefined;
  /** Higher priorities first. The registry is read anew at every run. */
  hooksOf(name: PluginHookName): GivenHook[];
  isLoaded(pluginId: string): boolean;
  /** Are failures at this point logged, and not thrown? */
  catches(name: PluginHookName): boolean;
  limits: { readonly [N in PluginHookName]?: unknown };
}

export interface ModifyPolicy {
  merge: Merge;
  form: MergeForm;
  refuses: RefusalForm | null;
  /** Is null an answer too? */
  takesNull: boolean;
}

export type TargetedOutcome =
  | { status: "handled"; result: Given }
  | { status: "missing_plugin" | "no_handler" | "declined" }
  | { status: "error"; error: string };

export async function runVoid(
  runner: Runner,
  name: PluginHookName,
  event: unknown,
  ctx: unknown,
): Promise<void> {
  const hooks = runner.hooksOf(name);
  if (hooks.length === 0) return;
  runner.logger?.debug?.(`[hooks] running ${name} (${hooks.length} handlers)`);
  const called = hooks.map(async (hook) => {
    try {
      const promise = Promise.resolve(hook.handler(event, ctx));
      await withinLimit(runner, name, hook, promise, true);
    } catch (error) {
      takeError(runner, name, hook, error);
    }
  });
  await Promise.all(called);
}

export async function runModifying(
  runner: Runner,
  name: PluginHookName,
  event: unknown,
  ctx: unknown,
  policy: ModifyPolicy,
): Promise<Given> {
  const hooks = runner.hooksOf(name);
  if (hooks.length === 0) return undefined;
  runner.logger?.debug?.(`[hooks] running ${name} (${hooks.length} handlers, sequential)`);
  let result: Given;
  for (const hook of hooks) {
    try {
      const { handler } = hook;
      const given = await withinLimit(runner, name, hook, Promise.resolve(handler(event, ctx)), false);
      if (given === undefined || (given === null && !policy.takesNull)) continue;
      result = policy.merge(result, given, hook.pluginId);
      if (!result || !isDecided(result, policy.form)) continue;
      const label = policy.refuses === null ? "" : ` ${terminalLabels[policy.refuses]}`;
      runner.logger?.debug?.(
        `[hooks] ${name}${label} decided by ${hook.pluginId} (priority=${hook.priority ?? 0}); skipping remaining handlers`,
      );
      break;
    } catch (error) {
      takeError(runner, name, hook, error);
    }
  }
  return result;
}

export async function runClaiming(
  runner: Runner,
  name: PluginHookName,
  event: unknown,
  ctx: unknown,
): Promise<Given> {
  const hooks = runner.hooksOf(name);
  if (hooks.length === 0) return undefined;
  runner.logger?.debug?.(`[hooks] running ${name} (${hooks.length} handlers, first-claim wins)`);
  return (await firstClaim(runner, name, hooks, event, ctx))?.claim;
}

export async function runClaimingForPlugin(
  runner: Runner,
  name: PluginHookName,
  pluginId: string,
  event: unknown,
  ctx: unknown,
): Promise<Given> {
  const hooks = runner.hooksOf(name).filter((hook) => hook.pluginId === pluginId);
  if (hooks.length === 0) return undefined;
  runner.logger?.debug?.(`[hooks] running ${name} for ${pluginId} (${hooks.length} handlers, targeted)`);
  return (await firstClaim(runner, name, hooks, event, ctx))?.claim;
}

export async function runClaimingOutcome(
  runner: Runner,
  name: PluginHookName,
  pluginId: string,
  event: unknown,
  ctx: unknown,
): Promise<TargetedOutcome> {
  if (!runner.isLoaded(pluginId)) return { status: "missing_plugin" };
  const hooks = runner.hooksOf(name).filter((hook) => hook.pluginId === pluginId);
  if (hooks.length === 0) return { status: "no_handler" };
  runner.logger?.debug?.(
    `[hooks] running ${name} for ${pluginId} (${hooks.length} handlers, targeted outcome)`,
  );
  const errors: string[] = [];
  const onError = (error: unknown): unknown => errors.push(firstLineOf(error));
  const found = await firstClaim(runner, name, hooks, event, ctx, onError);
  if (found !== null) return { status: "handled", result: found.claim };
  const [error] = errors;
  return error === undefined ? { status: "declined" } : { status: "error", error };
}

async function firstClaim(
  runner: Runner,
  name: PluginHookName,
  hooks: readonly GivenHook[],
  event: unknown,
  ctx: unknown,
  onError?: (error: unknown) => unknown,
): Promise<{ claim: Given } | null> {
  for (const hook of hooks) {
    try {
      const promise = Promise.resolve(hook.handler(event, ctx));
      const given = await withinLimit(runner, name, hook, promise, false);
      if (given?.handled) return { claim: given };
    } catch (error) {
      onError?.(error);
      takeError(runner, name, hook, error);
    }
  }
  return null;
}

/**
 * Each handler gets the message that the one before it made. `canBlock`: a handler may keep the message from being
 * written, and without a change there is nothing to say; else the message is always the answer.
 */
export function runInChain(
  runner: Runner,
  name: PluginHookName,
  event: Given,
  ctx: unknown,
  canBlock: boolean,
): Given {
  const hooks = runner.hooksOf(name);
  if (hooks.length === 0) return undefined;
  let current = event.message;
  for (const hook of hooks) {
    try {
      const { handler } = hook;
      const given = handler({ ...event, message: current }, ctx);
      if (isPromiseLike(given)) {
        dropPromise(given);
        const text = `[hooks] ${name} handler from ${hook.pluginId} returned a Promise; this hook is synchronous and the result was ignored.`;
        if (!runner.catches(name)) throw new Error(text);
        runner.logger?.warn?.(text);
        continue;
      }
      if (canBlock && given?.block) return { block: true };
      const message = given?.message;
      if (message) current = message;
    } catch (error) {
      fail(runner, name, hook, String(error), error);
    }
  }
  if (canBlock && current === event.message) return undefined;
  return { message: current };
}

/** The hook's own limit counts, then the caller's or the table's. */
function withinLimit(
  { limits }: Runner,
  name: PluginHookName,
  hook: GivenHook,
  promise: Promise<Given>,
  isIdle: boolean,
): Promise<Given> {
  const limitMs = positive(hook.timeoutMs) ?? positive(limits[name]);
  return limitMs ? inTime(promise, limitMs, isIdle) : promise;
}

/** The caller's data, which nothing prints here: uncut. */
function firstLineOf(error: unknown): string {
  return textOf(error).split("\n")[0]?.trim() || "unknown error";
}

function takeError(runner: Runner, name: PluginHookName, hook: GivenHook, error: unknown): void {
  fail(runner, name, hook, oneLine(textOf(error)) || "unknown error", error);
}

function fail(
  { logger, catches }: Runner,
  name: PluginHookName,
  { pluginId }: GivenHook,
  text: string,
  cause: unknown,
): void {
  const message = `[hooks] ${name} handler from ${pluginId} failed: ${text}`;
  if (!catches(name)) throw new Error(message, { cause });
  logger?.error(message);
}
