/**
 * `createHookRunner`: the lifecycle points as functions over a registry that the caller keeps, under the names and with
 * the behaviour of the hook runner that the points come from. The table says which hooks there are, in which mode each
 * runs, how results are merged and what the defaults are. Nothing is read from files, checked or copied.
 */
import { hookRows, runNameOf, type HookRow, type PluginHookName } from "./hook-names.ts";
import type { GlobalHookRunnerRegistry, HookRunner, HookRunnerOptions } from "./hook-runner-types.ts";
import { mergeOf, type Given } from "./merge-as-given.ts";
import {
  runClaiming,
  runClaimingForPlugin,
  runClaimingOutcome,
  runInChain,
  runModifying,
  runVoid,
  type GivenHook,
  type ModifyPolicy,
  type Runner,
} from "./run-given.ts";

export function createHookRunner(
  registry: GlobalHookRunnerRegistry,
  options: HookRunnerOptions = {},
): HookRunner {
  const runner = makeRunner(registry, options);
  const runs = hookRows.map((row) => [runNameOf(row.hookName), runOf(runner, row)]);
  const claim: PluginHookName = "inbound_claim";
  return {
    ...Object.fromEntries(runs),
    runInboundClaimForPlugin: async (pluginId: string, event: Given, ctx: Given) =>
      runClaimingForPlugin(runner, claim, pluginId, event, ctx),
    runInboundClaimForPluginOutcome: async (pluginId: string, event: Given, ctx: Given) =>
      runClaimingOutcome(runner, claim, pluginId, event, ctx),
    hasHooks: (name: PluginHookName) => registry.typedHooks.some((hook) => hook.hookName === name),
    getHookCount: (name: PluginHookName) =>
      registry.typedHooks.filter((hook) => hook.hookName === name).length,
  } as HookRunner;
}

function makeRunner(registry: GlobalHookRunnerRegistry, options: HookRunnerOptions): Runner {
  const logger = options.logger;
  const catchErrors = options.catchErrors ?? true;
  const policies: { [name: string]: unknown } = { ...defaultPolicies, ...options.failurePolicyByHook };
  const voidLimits = { ...defaultLimits, ...options.voidHookTimeoutMsByHook };
  const otherLimits = { ...defaultLimits, ...options.modifyingHookTimeoutMsByHook };
  const limits = hookRows.map(({ hookName, mode }) => [
    hookName,
    (mode === "observe" ? voidLimits : otherLimits)[hookName],
  ]);
  return {
    logger,
    hooksOf: (name) =>
      (registry.typedHooks as readonly GivenHook[])
        .filter((hook) => hook.hookName === name)
        .toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0)),
    isLoaded: (pluginId) =>
      registry.plugins.some((plugin) => plugin.id === pluginId && plugin.status === "loaded"),
    catches: (name) => Boolean(catchErrors) && (policies[name] ?? "fail-open") === "fail-open",
    limits: Object.fromEntries(limits),
  };
}

const defaultPolicies = Object.fromEntries(
  hookRows.filter(({ failure }) => failure === "block").map(({ hookName }) => [hookName, "fail-closed"]),
);

const defaultLimits = Object.fromEntries(
  hookRows.map(({ hookName, timeLimitMs }) => [hookName, timeLimitMs]),
);

type Run = (event: Given, ctx: Given) => unknown;

function runOf(runner: Runner, row: HookRow): Run {
  const { hookName: name, mode, merge, refuses } = row;
  const given = row.takesRunId ? withRunId : (event: Given) => event;
  switch (mode) {
    case "observe":
      return async (event, ctx) => runVoid(runner, name, given(event, ctx), ctx);
    case "claim":
      return async (event, ctx) => runClaiming(runner, name, event, ctx);
    case "chain-sync":
      return (event, ctx) => runInChain(runner, name, event, ctx, refuses === "block");
    case "gate":
      return async (event, ctx) => runGate(runner, row, event, ctx);
    case "modify": {
      const policy: ModifyPolicy = { merge: mergeOf(name, merge), form: merge, refuses, takesNull: false };
      return async (event, ctx) => runModifying(runner, name, given(event, ctx), ctx, policy);
    }
  }
}

function withRunId(event: Given, ctx: Given): Given {
  return event.runId || !ctx.runId ? event : { ...event, runId: ctx.runId };
}

/** The first block wins, else the first pass. What is no decision blocks. */
async function runGate(runner: Runner, row: HookRow, event: Given, ctx: Given): Promise<Given> {
  const { hookName: name, merge: form, refuses } = row;
  let decidedBy: string | undefined;
  const decision = await runModifying(runner, name, event, ctx, {
    merge(merged, next, pluginId) {
      const read = isDecision(next)
        ? next
        : { outcome: "block", reason: `${name} returned an invalid decision` };
      const isWeaker = read.outcome !== "block" || merged?.outcome === "block";
      if (merged && next !== null && isWeaker) return merged;
      decidedBy = pluginId;
      return read;
    },
    form,
    refuses,
    takesNull: true,
  });
  return decision ? { decision, pluginId: decidedBy ?? "unknown" } : undefined;
}

function isDecision(value: Given): boolean {
  return typeof value === "object" && value !== null && ["pass", "block"].includes(value.outcome);
}
