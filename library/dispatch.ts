/**
 * Fires a hook point for a program: an ordinary payload in, the payload as the contributions leave it,
 * and what each of them did. Everything that can be wrong is in the result; nothing is thrown.
 */
import { decodeUtf8, encodeUtf8 } from "../engine/core/bytes.ts";
import { firePoint, type Firing } from "../engine/core/dispatch/fire-point.ts";
import { mapText, type PointValue } from "../engine/core/effects/payload-kinds.ts";
import {
  hookPoints,
  resolveHookPoint,
  type HookPointName,
  type Payload,
  isMessagePoint,
} from "../engine/core/hook-points.ts";
import type { Plan } from "../engine/core/plan.ts";
import type { Problem } from "../engine/core/problem.ts";
import type { TraceEntry } from "../engine/core/trace.ts";
import { checkPayload, checkDispatchOptions } from "./check-call.ts";
import { fromProblem, type EngineDiagnostic } from "./diagnostic.ts";
import { unknownPoint } from "./points.ts";
import type { DispatchOptions, DispatchRefused, DispatchResult } from "./public-types.ts";
import { remoteName } from "../engine/core/remote-name.ts";
import { valuesNow } from "./values-now.ts";

type AnyPayload = Payload<HookPointName>;

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
  // Contributions work on the first field of a payload; the others stay as they are.
  const field = Object.keys(hookPoints[point].payload)[0] as keyof AnyPayload;
  const value: string | readonly string[] = payload[field];
  const before = mapText(value, encodeUtf8);
  const context = makeContext(source, point, options as DispatchOptions);
  const fired = firePoint(source.plan, point, { ...context, given: before });
  if (fired.made === null) return refused(fired.problems.map((problem) => fromProblem(problem, "error")));
  // Where a rule is broken, the payload is as the rules left it.
  const made = fired.problems.length > 0 ? fired.made : fired.value;
  const changed = made === before ? payload : { ...payload, [field]: decodeChanged(made, before, value) };
  const errors = fired.problems.map((problem) => fromProblem(forPrograms(problem), "error"));
  const warnings = fired.warnings.map((problem) => fromProblem(forPrograms(problem), "warning"));
  return {
    ok: errors.length === 0,
    payload: changed,
    trace: fired.trace.map(decodeEntry),
    diagnostics: [...errors, ...warnings],
  };
}

/** The engine has no git to ask, so the program has to pass the idents. */
function forPrograms(problem: Problem): Problem {
  const ident = problem.code === "value-missing" ? /'\$\{git\.(\w+)\}'/.exec(problem.message) : null;
  return ident === null ? problem : { ...problem, hint: `pass git: { ${ident[1]}: 'Name <mail>' }` };
}

/** An unchanged text is returned as it came, because UTF-8 cannot represent half a surrogate pair. */
function decodeChanged(
  after: PointValue,
  before: PointValue,
  original: PointValue,
): string | readonly string[] {
  if (typeof after === "string") return decodeUtf8(after);
  return after.map((entry, i) => (entry === before[i] ? (original[i] as string) : decodeUtf8(entry)));
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
}

/** The `envFile` of the config is read anew at every dispatch. */
export function makeContext(
  source: DispatchSource,
  point: HookPointName,
  options: DispatchOptions,
): Omit<Firing<PointValue>, "given"> {
  const isMessage = isMessagePoint(point);
  const { cleanup = "whitespace", commentChar = "#", commit = "composed", env, git = {} } = options;
  const lookUp = (name: string): string | undefined =>
    (env !== undefined && Object.hasOwn(env, name) ? env[name] : undefined) ?? source.env(name);
  return {
    cleanup: isMessage ? { mode: cleanup, commentChar } : null,
    opened: valuesNow(source.plan, lookUp, (which) => encodeUtf8(git[which] ?? "")),
    allowEmpty: options.allowEmpty ?? false,
    occasion: {
      commit: () => (isMessage ? commit : null),
      remotes: () => (options.remotes ?? []).map((url) => remoteName(encodeUtf8(url))),
    },
    // Programs run before, and where they wait for nobody.
    isCallers: null,
  };
}
