/**
 * The JSON object that a program reads. Ours has everything under `payload`, and beside it the payload's fields and the
 * event's name as other systems have them, so that a script written for one of those finds what it looks for.
 */
import { pointOf, type PointName } from "../all-points.ts";
import { dialects, eventOf, type DialectName } from "../dialects/dialects.ts";
import type { HookContext } from "../hook.ts";
import type { Result } from "../points/result.ts";

export function programInput(
  payload: Result,
  context: HookContext,
  event: string,
  dialect: DialectName | null,
): Result {
  const { point, id, runId, cwd } = context;
  if (dialect !== null) {
    const own = Object.hasOwn(dialects[dialect].events, event) ? event : eventOf(dialect, point);
    // A text or a list has no fields of its own for it.
    return dialects[dialect].toInput(own ?? event, { ...context.base, ...payload }, { runId, cwd });
  }
  return {
    ...payload,
    ...baseFields(point, payload, runId),
    hook: point,
    id,
    run_id: payload["run_id"] ?? runId,
    cwd,
    payload,
  };
}

/** The base fields of other systems; only lifecycle points have them. */
function baseFields(point: PointName, payload: Result, runId: string): Result {
  if (pointOf(point).isClosed) return {};
  const session = payload["session_id"] ?? payload["conv_id"] ?? runId;
  const { aliases } = pointOf(point);
  return {
    event: eventOf("kodelet", point) ?? aliases[0] ?? point,
    event_type: aliases.find((alias) => /^[A-Z]/.test(alias)) ?? point,
    hook_event_name: eventOf("claude", point) ?? aliases[0] ?? point,
    session_id: session,
    conv_id: payload["conv_id"] ?? session,
    invoked_by: payload["invoked_by"] ?? "main",
  };
}
