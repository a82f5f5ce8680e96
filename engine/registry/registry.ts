/**
 * The contributions of one engine: sorted when it is made, private to it, and never changed.
 */
import type { ListedHook } from "../compile/list-hooks.ts";
import { suggestName } from "../core/nearest-name.ts";
import { decodeUtf8 } from "../core/bytes.ts";
import { hookPointChoices, resolveHookPoint, type HookPointName } from "../core/hook-points.ts";
import type { HookContribution, ListOptions } from "./public-types.ts";

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
 * A name that is no hook point is a mistake in the program, not in anybody's files. An answer of
 * "none" would hide it, so this throws.
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
