/**
 * Fires a hook point for a program: an ordinary payload in, the payload as the contributions leave it,
 * and what each of them did. Everything that can be wrong is in the result; nothing is thrown.
 */
import { decodeUtf8, encodeUtf8 } from "../engine/core/bytes.ts";
import type { DispatchContext } from "../engine/core/dispatch/dispatch-message.ts";
import { dispatchList } from "../engine/core/dispatch/dispatch-list.ts";
import { dispatchText } from "../engine/core/dispatch/dispatch-text.ts";
import {
  hookPoints,
  resolveHookPoint,
  type HookPointName,
  type Payload,
  isMessagePoint,
} from "../engine/core/hook-points.ts";
import type { Plan } from "../engine/core/plan.ts";
import type { Problem } from "../engine/core/problem.ts";
import type { Outcome } from "../engine/core/run-contributions.ts";
import type { TraceEntry } from "../engine/core/trace.ts";
import { checkPayload, checkDispatchOptions } from "./check-call.ts";
import { fromProblem, type EngineDiagnostic } from "./diagnostic.ts";
import { unknownPoint } from "./points.ts";
import type { DispatchOptions, DispatchRefused, DispatchResult } from "./public-types.ts";
import { remoteName } from "../engine/core/remote-name.ts";
import { makeValues } from "../engine/core/resolve-template.ts";

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
  const { changed, outcome } = runEffects(source.plan, point, payload, context);
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

/** The engine has no git to ask, so the program has to pass the idents. */
function forPrograms(problem: Problem): Problem {
  const ident = problem.code === "value-missing" ? /'\$\{git\.(\w+)\}'/.exec(problem.message) : null;
  return ident === null ? problem : { ...problem, hint: `pass git: { ${ident[1]}: 'Name <mail>' }` };
}

type AnyPayload = Payload<HookPointName>;

/** Contributions work on the first field of a payload; the others stay as they are. */
function runEffects(
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
      // A gate changes nothing, so the compiler rejects effects there; programs are run by `dispatchAsync`.
      return { changed: payload, outcome: { trace: [], problems: [], warnings: [] } };
  }
}

/** An unchanged text is returned as it came, because UTF-8 cannot represent half a surrogate pair. */
function decodeChanged(after: string, before: string | undefined, original: string | undefined): string {
  return after === before && original !== undefined ? original : decodeUtf8(after);
}

function decodeEntry({ id, plugin, source, state, detail, changes }: TraceEntry): TraceEntry {
  const entry = { id, plugin, source: decodeUtf8(source), state, detail: decodeUtf8(detail) };
  return changes === undefined ? entry : { ...entry, changes: changes.map(decodeUtf8) };
}

export function refused(diagnostics: EngineDiagnostic[]): DispatchRefused<HookPointName> {
  return { ok: false, payload: null, trace: [], diagnostics };
}

export interface DispatchSource {
  plan: Plan;
  /** The environment that the engine was made with. */
  env(name: string): string | undefined;
  /** The values of the config's `envFile`, byte strings, read anew at every dispatch. */
  sealed(): { values: { [name: string]: string }; problem: Problem | null };
}

export function makeContext(
  source: DispatchSource,
  sealed: { [name: string]: string },
  point: HookPointName,
  options: DispatchOptions,
): DispatchContext {
  const isMessage = isMessagePoint(point);
  const { cleanup = "whitespace", commentChar = "#", commit = "composed", env, git = {} } = options;
  const lookUp = (name: string): string | undefined => {
    const value = (env !== undefined && Object.hasOwn(env, name) ? env[name] : undefined) ?? source.env(name);
    return value === undefined ? undefined : encodeUtf8(value);
  };
  return {
    rules: isMessage ? { cleanup, commentChar } : null,
    values: makeValues(source.plan, sealed, lookUp, (which) => encodeUtf8(git[which] ?? "")),
    allowEmpty: options.allowEmpty ?? false,
    facts: {
      commit: () => (isMessage ? commit : null),
      remotes: () => (options.remotes ?? []).map((url) => remoteName(encodeUtf8(url))),
    },
  };
}
