/**
 * The engine as a program sees it: a registry, a dispatcher and the policies, over one plan.
 */
import { renderHookPolicies, type HookPolicy } from "../engine/compile/hook-policies.ts";
import type { ListedHook } from "../engine/compile/list-hooks.ts";
import {
  hookPoints,
  hookPointChoices,
  resolveHookPoint,
  type HookPointName,
} from "../engine/core/hook-points.ts";
import { dispatch, type DispatchSource } from "./dispatch.ts";
import type {
  DispatchOptions,
  DispatchResult,
  Engine,
  HookPointKey,
  PointOf,
  HookContribution,
  ListOptions,
} from "./public-types.ts";
import { suggestName } from "../engine/core/nearest-name.ts";
import { decodeUtf8 } from "../engine/core/bytes.ts";

/** A frozen copy, so that a program cannot change the table that the engine uses. */
const table = freezeAll(structuredClone(hookPoints));

export function makeEngine(
  source: DispatchSource,
  hooks: readonly ListedHook[],
  policies: readonly HookPolicy[],
): Engine {
  const registry = createRegistry(hooks);
  return Object.freeze({
    points: table,
    getHookContributions: registry.list,
    has: (point: string) => registry.count(point) > 0,
    count: registry.count,
    dispatch: <K extends HookPointKey>(point: K, payload: unknown, options?: DispatchOptions) =>
      // The payload was checked against the same table that its type is made from.
      dispatch(source, point, payload, options) as DispatchResult<PointOf<K>>,
    renderHookPolicies: (points?: readonly string[]) => renderHookPolicies(policies, points?.map(pointNamed)),
  });
}

function freezeAll<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) freezeAll(part);
  return Object.freeze(value);
}

export interface Registry {
  list(point: string, options?: ListOptions): HookContribution[];
  count(point: string): number;
}

/** `hooks` as the compiler lists them: in run order. */
export function createRegistry(hooks: readonly ListedHook[]): Registry {
  const byPoint = new Map<HookPointName, HookContribution[]>();
  for (const hook of hooks) {
    const known = byPoint.get(hook.point);
    if (known === undefined) byPoint.set(hook.point, [describeHook(hook)]);
    else known.push(describeHook(hook));
  }
  const active = new Map(
    [...byPoint].map(([point, all]) => [point, all.filter(({ disabledBy }) => disabledBy === null)]),
  );
  return {
    list: (name, options) => [...((options?.disabled ? byPoint : active).get(pointNamed(name)) ?? [])],
    count: (name) => active.get(pointNamed(name))?.length ?? 0,
  };
}

/**
 * Throws for an unknown hook point: that is a mistake in the program, not in a user's files, and "none" would hide it.
 */
export function pointNamed(given: string): HookPointName {
  const point = resolveHookPoint(given);
  if (point !== null) return point;
  const name = String(given);
  throw new TypeError(`unknown hook point '${name}'; ${suggestName(name, hookPointChoices())}`);
}

function describeHook(hook: ListedHook): HookContribution {
  const { id, point, plugin, priority, summary, effects, policies, disabledBy } = hook;
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
  });
}
