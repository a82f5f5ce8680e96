/** What a program that adds kinds of handlers sees. These declarations are shipped. */
import type { PointName } from "../../engine/lifecycle/all-points.ts";
import type { HookContext } from "../../engine/lifecycle/hook.ts";
import type { AnyPointKey, SyncPointKey } from "../../engine/lifecycle/point-keys.ts";

/** A payload, or what a hook says of it. */
export type HookValue = { [field: string]: unknown };

/**
 * Gives what the hook has to say: an object of fields, or undefined for nothing. It may be a promise, except at a
 * `chain-sync` point. What it throws is its failure.
 */
export type HookFunction = (payload: HookValue, context: HookContext) => unknown;

/** What a file says about a handler. */
export interface HandlerSpec {
  id: string;
  plugin: string;
  point: PointName;
  /** The name by which the file calls the point. */
  event: string;
  command: string | readonly string[];
  args: readonly string[];
  /** The variables that it asks for, with their values. */
  env(): { [name: string]: string };
}

/** Makes a handler of what a file says. Called when an engine is made. */
export type HandlerFactory = (spec: HandlerSpec) => HookFunction;

export interface HandlerRegistry {
  /** The kinds that there are: `effects`, `command`, `builtin`, and those that were added. */
  kinds(): string[];
  /** Adds a kind of handler, for `handler: { type: <kind> }`; or replaces one. */
  registerHandler(kind: string, factory: HandlerFactory): HandlerRegistry;
  /** Adds a builtin, for `handler: { type: builtin, command: <name> }`. */
  registerBuiltin(
    name: string,
    builtin: (payload: HookValue, context: HookContext & { args: readonly string[] }) => unknown,
  ): HandlerRegistry;
}

/** For a synchronous point: a function that cannot be waited for. */
export type SyncHookFunction = (
  payload: HookValue,
  context: HookContext,
) => (HookValue & { then?: never }) | null | undefined | void;

interface Registration<Point extends AnyPointKey, Handler> {
  hookName: Point;
  pluginId: string;
  handler: Handler;
  priority?: number | undefined;
  timeoutMs?: number | undefined;
  id?: string | undefined;
}

/** A hook that a program registers itself. Higher priorities run first, as in the systems that register hooks. */
export type HookRegistration =
  | Registration<SyncPointKey, SyncHookFunction>
  | Registration<Exclude<AnyPointKey, SyncPointKey>, HookFunction>;
