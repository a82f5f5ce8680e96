/**
 * What a program sees of `createHookRunner`: registrations, the registry, options, and the runner with a method for each
 * hook. Which hooks there are, and which of them are synchronous or return nothing, the table of points says. These
 * declarations are shipped.
 */
import type { ModeOf, PluginHookName, RunName } from "./hook-names.ts";
import type { HookSignatures } from "./hook-signatures.ts";
import type { GateHookResult } from "./agent-signatures.ts";
import type { PluginHookInboundClaimResult } from "./tool-signatures.ts";

export type PluginHookEvent<N extends PluginHookName> = HookSignatures[N]["event"];
export type PluginHookContext<N extends PluginHookName> = HookSignatures[N]["context"];
export type PluginHookResult<N extends PluginHookName> = HookSignatures[N]["result"];

/** What a handler may give: nothing, or its result; at points that can wait a promise of it, too. */
type Answer<N extends PluginHookName> =
  ModeOf<N> extends "chain-sync"
    ? PluginHookResult<N> | void
    : ModeOf<N> extends "observe"
      ? Promise<void> | void
      : Promise<PluginHookResult<N> | void> | PluginHookResult<N> | void;

/** The handler of each hook, by its name. */
export type PluginHookHandlerMap = {
  [N in PluginHookName]: (event: PluginHookEvent<N>, ctx: PluginHookContext<N>) => Answer<N>;
};

/** One handler of a plugin. A higher priority runs first; left out it is 0. */
export type PluginHookRegistration<K extends PluginHookName = PluginHookName> = {
  [N in K]: {
    pluginId: string;
    hookName: N;
    handler: PluginHookHandlerMap[N];
    priority?: number | undefined;
    timeoutMs?: number | undefined;
    source?: string | undefined;
  };
}[K];

export interface HookRunnerRegistry {
  readonly typedHooks: readonly PluginHookRegistration[];
}

export interface GlobalHookRunnerRegistry extends HookRunnerRegistry {
  readonly plugins: readonly { id: string; status: "loaded" | "disabled" | "error" }[];
}

export interface HookRunnerLogger {
  debug?: ((message: string) => void) | undefined;
  warn: (message: string) => void;
  error: (message: string) => void;
}

export type HookFailurePolicy = "fail-open" | "fail-closed";

type ByHook<T> = { readonly [N in PluginHookName]?: T | undefined };

export interface HookRunnerOptions {
  logger?: HookRunnerLogger | undefined;
  /** Left out: true, failures are logged. False: they are thrown. */
  catchErrors?: boolean | undefined;
  /** `fail-closed`: a failure is thrown. Left out: only those of `before_agent_run` are. */
  failurePolicyByHook?: ByHook<HookFailurePolicy> | undefined;
  /** Limits of hooks that return nothing. A handler that is late is logged, and not cancelled. */
  voidHookTimeoutMsByHook?: ByHook<number> | undefined;
  /** Limits of all others. A handler that is late is logged and skipped, and not cancelled. */
  modifyingHookTimeoutMsByHook?: ByHook<number> | undefined;
}

/** What a run gives. */
type RunReturn<N extends PluginHookName> =
  ModeOf<N> extends "chain-sync"
    ? PluginHookResult<N> | undefined
    : ModeOf<N> extends "observe"
      ? Promise<void>
      : ModeOf<N> extends "gate"
        ? Promise<GateHookResult<PluginHookResult<N>> | undefined>
        : Promise<PluginHookResult<N> | undefined>;

/** What a caller does not know of the context, handlers do not find in it. */
type Runs = {
  [N in PluginHookName as RunName<N>]: (
    event: PluginHookEvent<N>,
    ctx: Partial<PluginHookContext<N>>,
  ) => RunReturn<N>;
};

export type PluginTargetedInboundClaimOutcome =
  | { status: "handled"; result: PluginHookInboundClaimResult }
  | { status: "missing_plugin" }
  | { status: "no_handler" }
  | { status: "declined" }
  | { status: "error"; error: string };

export interface HookRunner extends Runs {
  /** Asks the handlers of one plugin alone. */
  runInboundClaimForPlugin(
    pluginId: string,
    event: PluginHookEvent<"inbound_claim">,
    ctx: Partial<PluginHookContext<"inbound_claim">>,
  ): Promise<PluginHookInboundClaimResult | undefined>;
  /** The same, and says why nobody claimed it. */
  runInboundClaimForPluginOutcome(
    pluginId: string,
    event: PluginHookEvent<"inbound_claim">,
    ctx: Partial<PluginHookContext<"inbound_claim">>,
  ): Promise<PluginTargetedInboundClaimOutcome>;
  hasHooks(hookName: PluginHookName): boolean;
  getHookCount(hookName: PluginHookName): number;
}

export type SubagentLifecycleHookRunner = Pick<
  HookRunner,
  "hasHooks" | "runSubagentSpawning" | "runSubagentSpawned" | "runSubagentEnded"
>;
