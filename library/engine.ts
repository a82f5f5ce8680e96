/**
 * The engine as a program sees it: a registry, a dispatcher and the policies, over one plan.
 */
import { renderHookPolicies, type HookPolicy } from "../engine/compile/hook-policies.ts";
import type { ListedHook } from "../engine/compile/list-hooks.ts";
import { decodeUtf8 } from "../engine/core/bytes.ts";
import { hookPoints } from "../engine/core/hook-points.ts";
import {
  isCorePoint,
  lifecyclePoints,
  pointOf,
  resolvePoint,
  type PointName,
} from "../engine/lifecycle/all-points.ts";
import type { Hook } from "../engine/lifecycle/hook.ts";
import { bindRegistered } from "./bind-hooks.ts";
import { checkDispatchOptions } from "./check-call.ts";
import { fromProblem, wrongCall, type EngineDiagnostic } from "./diagnostic.ts";
import { dispatch, refused, type DispatchSource } from "./dispatch.ts";
import { withMetadata } from "./fill-metadata.ts";
import { pointNamed, unknownPoint } from "./points.ts";
import type { DispatchOptions, Engine, HookContribution, ListOptions } from "./public-types.ts";
import { limitToOccasion } from "./hooks-for-occasion.ts";
import { refusedCall, runPoint, runPointNow, type RunSource } from "./run-point.ts";
import { runWithEffects } from "./run-with-effects.ts";
import type { RunnerOptions, RunOptions, RunResult } from "./run-types.ts";
import { valuesNow } from "./values-now.ts";

/** A frozen copy, so that a program cannot change the table that the engine uses. */
const table = freezeAll(structuredClone({ ...hookPoints, ...lifecyclePoints }));

export interface EngineParts {
  effects: DispatchSource;
  hooks: readonly ListedHook[];
  policies: readonly HookPolicy[];
  /** Hooks with handlers, ready to be called. */
  bound: readonly Hook[];
  /** Finds executables. */
  discover(): Promise<{ hooks: (Hook | null)[]; diagnostics: EngineDiagnostic[] }>;
  options: RunnerOptions;
}

export function makeEngine({ effects, hooks, policies, bound, discover, options }: EngineParts): Engine {
  const registry = createRegistry(hooks);
  const all = [...bound];
  const names = new Set([...hooks.map(({ plugin }) => plugin), ...bound.map(({ plugin }) => plugin)]);
  const source: RunSource = {
    hooksOf: (point) => all.filter((hook) => hook.point === point),
    hasPlugin: (name) => names.has(name),
    mode: effects.plan.mode,
    options,
  };
  /** Without the sealed values, a hook would get those of the caller. */
  const wrongWith = (own: RunOptions): EngineDiagnostic[] => {
    const { problem } = valuesNow(effects.plan, effects.env);
    return [...checkDispatchOptions(own), ...(problem === null ? [] : [fromProblem(problem, "error")])];
  };
  const fire = (given: string, payload: unknown, own: DispatchOptions & RunOptions = {}): unknown => {
    const point = resolvePoint(given);
    if (point === null) return refused([unknownPoint(given)]);
    if (isCorePoint(point))
      return source.hooksOf(point).length > 0
        ? refused([needsWaiting(point)])
        : dispatch(effects, point, payload, own);
    return pointOf(point).mode === "chain-sync"
      ? fireNow(point, payload, own)
      : fireLater(point, payload, own);
  };
  const fireNow = (point: PointName, payload: unknown, own: RunOptions): RunResult => {
    const wrong = wrongWith(own);
    return wrong.length > 0 ? refusedCall(point, wrong) : runPointNow(source, point, payload, own);
  };
  const fireLater = async (
    given: string,
    payload: unknown,
    own: DispatchOptions & RunOptions = {},
  ): Promise<RunResult> => {
    const point = resolvePoint(given);
    if (point === null) return refusedCall(String(given), [unknownPoint(given)]);
    const wrong = wrongWith(own);
    if (wrong.length > 0) return refusedCall(point, wrong);
    const { mode } = pointOf(point);
    if (mode === "chain-sync") return fireNow(point, payload, own);
    if (!isCorePoint(point)) return runPoint(source, point, payload, own);
    const limited = limitToOccasion(source, effects, point, own);
    const filled = withMetadata(point, payload, own);
    return mode === "gate"
      ? runPoint(limited, point, filled, own)
      : runWithEffects(limited, effects, point, filled, own);
  };
  return Object.freeze({
    points: table,
    getHookContributions: registry.list,
    has: (point: string) => registry.count(point) > 0 || source.hooksOf(pointNamed(point)).length > 0,
    count: (point: string) =>
      registry.count(point) +
      source.hooksOf(pointNamed(point)).filter(({ id }) => !registry.knows(id)).length,
    // Its payload and its result are of the types that the table gives.
    dispatch: fire as Engine["dispatch"],
    dispatchAsync: fireLater,
    discover: async () => {
      const found = await discover();
      const known = new Set(all.map(({ id }) => id));
      const added = found.hooks.filter((hook) => hook !== null && !known.has(hook.id)) as Hook[];
      all.push(...added);
      for (const { plugin } of added) names.add(plugin);
      return found.diagnostics;
    },
    getHookByName: (name: string) => {
      const hook = all.find(({ id }) => id === name);
      return hook === undefined
        ? null
        : { id: hook.id, plugin: hook.plugin, point: hook.point, kind: hook.kind };
    },
    register: (registration) => {
      const hook = bindRegistered(registration, all.length);
      all.push(hook);
      names.add(hook.plugin);
      return () => void all.splice(all.indexOf(hook), all.includes(hook) ? 1 : 0);
    },
    renderHookPolicies: (points?: readonly string[]) => renderHookPolicies(policies, points?.map(pointNamed)),
  } satisfies Engine);
}

function needsWaiting(point: PointName): EngineDiagnostic {
  const message = `'${point}' has a program among its hooks, and 'dispatch' does not wait for one`;
  return wrongCall("needs-waiting", message, "await engine.dispatchAsync(...) in its place");
}

function freezeAll<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) freezeAll(part);
  return Object.freeze(value);
}

export interface Registry {
  list(point: string, options?: ListOptions): HookContribution[];
  count(point: string): number;
  knows(id: string): boolean;
}

/** `hooks` as the compiler lists them: in run order. */
function createRegistry(hooks: readonly ListedHook[]): Registry {
  const byPoint = new Map<PointName, HookContribution[]>();
  for (const hook of hooks) {
    const known = byPoint.get(hook.point);
    if (known === undefined) byPoint.set(hook.point, [describeHook(hook)]);
    else known.push(describeHook(hook));
  }
  const active = new Map(
    [...byPoint].map(([point, all]) => [point, all.filter(({ disabledBy }) => disabledBy === null)]),
  );
  const ids = new Set(hooks.map(({ id }) => id));
  return {
    list: (name, options) => [...((options?.disabled ? byPoint : active).get(pointNamed(name)) ?? [])],
    count: (name) => active.get(pointNamed(name))?.length ?? 0,
    knows: (id) => ids.has(id),
  };
}

function describeHook(hook: ListedHook): HookContribution {
  const { id, point, plugin, priority, summary, effects, policies, disabledBy, handler } = hook;
  return Object.freeze({
    id,
    point,
    plugin,
    priority,
    summary,
    source: decodeUtf8(hook.source),
    disabledBy: disabledBy === null ? null : decodeUtf8(disabledBy),
    effects: Object.freeze([...effects]),
    policies: Object.freeze(policies.map(({ file }) => file)),
    handler: handler === null ? null : freezeAll(structuredClone(handler)),
  });
}
