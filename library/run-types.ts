/** What a program sees of dispatching to programs and functions. These declarations are shipped. */
import type { FailurePolicy } from "../engine/core/plan.ts";
import type { basePayload, PointName } from "../engine/lifecycle/all-points.ts";
import type { DialectName } from "../engine/lifecycle/dialects/dialects.ts";
import type { ClaimOutcome } from "../engine/lifecycle/run-modes.ts";
import type { TraceEntry } from "../engine/core/trace.ts";
import type { EngineDiagnostic } from "./diagnostic.ts";
import type { HookValue } from "./programs/registry-types.ts";

export interface RunResult {
  /** May the operation go on? */
  ok: boolean;
  point: PointName | string;
  /** As the hooks left it; null if the call itself was wrong. */
  payload: HookValue | null;
  /** What all hooks said together; null if none said anything. */
  result: HookValue | null;
  trace: TraceEntry[];
  /** Who refused and why, and which hooks failed. */
  problems: EngineDiagnostic[];
  /** Only for a dispatch to one plugin. */
  outcome?: ClaimOutcome;
}

export interface RunOptions {
  /** Only the hooks of this plugin; the result has an `outcome`. */
  plugin?: string | undefined;
  /** The folder that the operation is about, and in which programs run. */
  cwd?: string | undefined;
  /** The id of the run that this belongs to. */
  runId?: string | undefined;
  /** The runtime that fires the point: how failures count and contexts are joined is as there. */
  dialect?: DialectName | undefined;
  /** What functions are told beside the point, the plugin and the run: `handler(event, context)`. */
  context?: object | undefined;
}

/** Fields that a payload may leave out, because they are the same for many dispatches. */
export type BaseFields = { readonly [F in keyof typeof basePayload]?: string | undefined };

export interface HookLogger {
  debug?(message: string): void;
  error(message: string): void;
}

export interface RunnerOptions {
  cwd?: string | undefined;
  base?: BaseFields | undefined;
  catchErrors?: boolean | undefined;
  logger?: HookLogger | undefined;
  /** By the point's own name. */
  limits?: { readonly [point: string]: number | undefined } | undefined;
  failures?: { readonly [point: string]: FailurePolicy | undefined } | undefined;
}
