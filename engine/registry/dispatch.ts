/**
 * Fires a hook point for a program: an ordinary payload in, the payload as the contributions leave it,
 * and what each of them did. Everything that can be wrong is in the result; nothing is thrown.
 */
import { suggestName } from "../core/nearest-name.ts";
import { decodeUtf8, encodeUtf8 } from "../core/bytes.ts";
import type { DispatchContext } from "../core/dispatch-context.ts";
import { dispatchList } from "../core/dispatch-list.ts";
import { dispatchText } from "../core/dispatch-text.ts";
import {
  hookPointChoices,
  hookPoints,
  resolveHookPoint,
  type HookPointName,
  type Payload,
} from "../core/hook-points.ts";
import type { Plan } from "../core/plan.ts";
import type { Problem } from "../core/problem.ts";
import type { Outcome } from "../core/run-contributions.ts";
import type { TraceEntry } from "../core/trace.ts";
import { checkPayload } from "./check-payload.ts";
import { makeContext, type DispatchSource } from "./dispatch-source.ts";
import { checkDispatchOptions } from "./dispatch-options.ts";
import { fromProblem, wrongCall, type EngineDiagnostic } from "./engine-diagnostic.ts";
import type { DispatchOptions, DispatchRefused, DispatchResult } from "./public-types.ts";

export function dispatch(
  source: DispatchSource,
  name: string,
  given: unknown,
  options: unknown = {},
): DispatchResult<HookPointName> {
  const point = resolveHookPoint(name);
  if (point === null) return refused([unknownPoint(name)]);
  const { payload, diagnostics } = checkPayload(point, given);
  const wrong = [...diagnostics, ...checkDispatchOptions(options)];
  if (payload === null || wrong.length > 0) return refused(wrong);
  const sealed = source.sealed();
  if (sealed.problem !== null) return refused([fromProblem(sealed.problem, "error")]);

  const context = makeContext(source, sealed.values, point, options as DispatchOptions);
  const { changed, outcome } = runPoint(source.plan, point, payload, context);
  const trace = outcome.trace.map(decodeEntry);
  const warnings = outcome.warnings.map((problem) => fromProblem(forPrograms(problem), "warning"));
  if (source.plan.mode === "report") {
    const reported = outcome.problems.map((problem) => fromProblem(forPrograms(problem), "warning"));
    return { ok: true, payload, trace, diagnostics: [...reported, ...warnings] };
  }
  const errors = outcome.problems.map((problem) => fromProblem(forPrograms(problem), "error"));
  if (errors.length === 0) return { ok: true, payload: changed, trace, diagnostics: warnings };
  return { ok: false, payload: changed, trace, diagnostics: [...errors, ...warnings] };
}

/** A program has no git to ask: it says itself who the people are. */
function forPrograms(problem: Problem): Problem {
  const ident = problem.code === "value-missing" ? /'\$\{git\.(\w+)\}'/.exec(problem.message) : null;
  return ident === null ? problem : { ...problem, hint: `pass git: { ${ident[1]}: 'Name <mail>' }` };
}

type AnyPayload = Payload<HookPointName>;

/** The first field of a payload is what contributions work on; what else is in it stays. */
function runPoint(
  plan: Plan,
  point: HookPointName,
  payload: AnyPayload,
  context: DispatchContext,
): { changed: AnyPayload; outcome: Outcome } {
  const field = Object.keys(hookPoints[point].payload)[0] as string;
  const value: unknown = payload[field as keyof AnyPayload];
  const replace = (changed: unknown): AnyPayload => ({ ...payload, [field]: changed });
  switch (hookPoints[point].mode) {
    case "text": {
      const bytes = encodeUtf8(value as string);
      const outcome = dispatchText(plan, point, bytes, context);
      return { changed: replace(decodeChanged(outcome.text, bytes, value as string)), outcome };
    }
    case "list": {
      const list = value as string[];
      const bytes = list.map(encodeUtf8);
      const outcome = dispatchList(plan, point, bytes, context);
      const changed = outcome.list.map((entry, i) => decodeChanged(entry, bytes[i], list[i]));
      return { changed: replace(changed), outcome };
    }
    case "gate":
      // Effects change things, and a gate changes nothing: the compiler lets none of them in.
      return { changed: payload, outcome: { trace: [], problems: [], warnings: [] } };
  }
}

/** What was not changed is given back as it came, even if UTF-8 cannot say it (half a surrogate pair). */
function decodeChanged(after: string, before: string | undefined, original: string | undefined): string {
  return after === before && original !== undefined ? original : decodeUtf8(after);
}

function decodeEntry({ id, plugin, source, state, detail, changes }: TraceEntry): TraceEntry {
  const entry = { id, plugin, source: decodeUtf8(source), state, detail: decodeUtf8(detail) };
  return changes === undefined ? entry : { ...entry, changes: changes.map(decodeUtf8) };
}

function refused(diagnostics: EngineDiagnostic[]): DispatchRefused<HookPointName> {
  return { ok: false, payload: null, trace: [], diagnostics };
}

function unknownPoint(given: unknown): EngineDiagnostic {
  // A program without types may pass anything.
  const name = String(given);
  return wrongCall(
    "unknown-hook-point",
    `unknown hook point '${name}'`,
    suggestName(name, hookPointChoices()),
  );
}
