/**
 * Hooks with handlers that git and gh run, as the plan has them.
 */
import { decodeUtf8, encodeUtf8 } from "../core/bytes.ts";
import type { Plan, PlannedProgram } from "../core/plan.ts";
import { pointOf, programLimitMs } from "../lifecycle/all-points.ts";
import { whyOtherEnvironment, wordsOf, type DeclaredHook } from "../lifecycle/declared/declared-hook.ts";

/** Null if there are none. `environment`: the config key. */
export function planPrograms(
  hooks: readonly DeclaredHook[],
  environment: string,
): NonNullable<Plan["programs"]> | null {
  const programs: NonNullable<Plan["programs"]> = {};
  for (const hook of hooks) {
    if (!pointOf(hook.point).fired || hook.handler.kind !== "command" || hook.disabledBy !== null) continue;
    (programs[hook.point] ??= []).push(planProgram(hook, environment));
  }
  return Object.keys(programs).length === 0 ? null : programs;
}

/** Omit defaults: the plan is read at every commit. */
function planProgram(hook: DeclaredHook, environment: string): PlannedProgram {
  const { id, plugin, source, layer, present, onlyFor, point, handler } = hook;
  const skipped = whyOtherEnvironment(hook, decodeUtf8(environment));
  const when = { ...(present.length > 0 ? { present: [...present] } : {}), ...onlyFor };
  return {
    id,
    plugin,
    source,
    layer,
    ...(Object.keys(when).length === 0 ? {} : { when }),
    ...(skipped === null ? {} : { skipped: encodeUtf8(skipped) }),
    words: wordsOf(handler),
    ...(handler.cwd === null ? {} : { folder: handler.cwd }),
    ...(handler.deterministic ? { deterministic: true as const } : {}),
    limitMs: handler.timeoutMs ?? pointOf(point).timeLimitMs ?? programLimitMs,
    failure: handler.onFailure ?? pointOf(point).failure,
    env: handler.env,
  };
}
