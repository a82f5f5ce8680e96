/**
 * The engine as a program sees it: a registry, a dispatcher and the policies, over one plan.
 */
import { renderHookPolicies, type HookPolicy } from "../compile/hook-policies.ts";
import type { ListedHook } from "../compile/list-hooks.ts";
import { hookPoints } from "../core/hook-points.ts";
import { dispatch } from "./dispatch.ts";
import type { DispatchSource } from "./dispatch-source.ts";
import type { DispatchOptions, DispatchResult, Engine, HookPointKey, PointOf } from "./public-types.ts";
import { createRegistry, pointNamed } from "./registry.ts";

/** A copy that nobody can change: the table itself is what everything else goes by. */
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
