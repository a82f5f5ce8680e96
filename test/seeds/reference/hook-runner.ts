/**
 * A hook runner written from the document alone, as plainly as it goes, to compare `createHookRunner` with: in what it
 * does, and in what it costs. It knows nothing of our table. What the document imports without showing it is on top.
 */
// oxlint-disable typescript/no-explicit-any
type Any = any;

function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "";
  }
}

const formatForLog = (error: unknown): string =>
  messageOf(error).replace(/\s+/g, " ").trim() || "unknown error";
const firstLine = (error: unknown): string => messageOf(error).split("\n")[0]?.trim() || "unknown error";
const concat = (left: Any, right: Any): Any =>
  left && right ? `${left}\n\n${right}` : right || (left ?? right);
const isDecision = (value: Any): boolean =>
  typeof value === "object" && value !== null && ["pass", "block"].includes(value.outcome);

const firstDefined = (prev: Any, next: Any): Any => prev ?? next;
const lastDefined = (prev: Any, next: Any): Any => next ?? prev;
const stickyTrue = (prev: Any, next: Any): Any => (prev === true || next === true ? true : undefined);

const mergeModelResolve = (acc: Any, next: Any): Any => ({
  modelOverride: firstDefined(acc?.modelOverride, next.modelOverride),
  providerOverride: firstDefined(acc?.providerOverride, next.providerOverride),
});

const mergePromptBuild = (acc: Any, next: Any): Any => ({
  systemPrompt: firstDefined(acc?.systemPrompt, next.systemPrompt),
  prependContext: concat(acc?.prependContext, next.prependContext),
  appendContext: concat(acc?.appendContext, next.appendContext),
  prependSystemContext: concat(acc?.prependSystemContext, next.prependSystemContext),
  appendSystemContext: concat(acc?.appendSystemContext, next.appendSystemContext),
});

const mergeTurnPrepare = (acc: Any, next: Any): Any => ({
  prependContext: concat(acc?.prependContext, next.prependContext),
  appendContext: concat(acc?.appendContext, next.appendContext),
});

function normalizeRetry(retry: Any): Any {
  const instruction = typeof retry?.instruction === "string" ? retry.instruction.trim() : "";
  return instruction ? { ...retry, instruction } : undefined;
}

function readCandidates(result: Any): Any[] {
  if (!result || result.action !== "revise") return [];
  const list = result.retryCandidates;
  if (Array.isArray(list) && list.length > 0)
    return list.map((retry) => normalizeRetry(retry)).filter((retry) => retry !== undefined);
  const retry = normalizeRetry(result.retry);
  return retry ? [retry] : [];
}

function mergeFinalize(acc: Any, next: Any): Any {
  if (acc?.action === "finalize") return acc;
  if (next.action === "finalize") return { action: "finalize", reason: next.reason };
  if (acc?.action === "revise" && next.action === "revise") {
    const candidates = [...readCandidates(acc), ...readCandidates(next)];
    const [retry] = candidates;
    const both = { action: "revise", reason: concat(acc.reason, next.reason), ...(retry ? { retry } : {}) };
    if (candidates.length > 1)
      Object.defineProperty(both, "retryCandidates", {
        configurable: true,
        enumerable: false,
        value: candidates,
      });
    return both;
  }
  if (acc?.action === "revise") return acc;
  if (next.action === "revise") {
    const retry = normalizeRetry(next.retry);
    return { action: "revise", reason: next.reason, ...(retry ? { retry } : {}) };
  }
  return next.action === "continue" ? { action: "continue", reason: next.reason } : (acc ?? next);
}

function mergeSpawning(acc: Any, next: Any): Any {
  if (acc?.status === "error") return acc;
  if (next.status === "error") return next;
  const deliveryOrigin = acc?.deliveryOrigin ?? next.deliveryOrigin;
  const threadBindingReady = Boolean(acc?.threadBindingReady || next.threadBindingReady);
  return { status: "ok", threadBindingReady, ...(deliveryOrigin ? { deliveryOrigin } : {}) };
}

const mergeSending = (acc: Any, next: Any): Any =>
  acc?.cancel === true
    ? acc
    : {
        content: lastDefined(acc?.content, next.content),
        cancel: stickyTrue(acc?.cancel, next.cancel),
      };

function mergeToolCall(acc: Any, next: Any, hook: Any): Any {
  if (acc?.block === true) return acc;
  const approvedBy = acc?.requireApproval?.pluginId;
  const isFrozen = Boolean(approvedBy) && approvedBy !== hook.pluginId;
  return {
    params: isFrozen ? acc?.params : lastDefined(acc?.params, next.params),
    block: stickyTrue(acc?.block, next.block),
    blockReason: lastDefined(acc?.blockReason, next.blockReason),
    requireApproval:
      acc?.requireApproval ??
      (next.requireApproval ? { ...next.requireApproval, pluginId: hook.pluginId } : undefined),
  };
}

function mergeInstall(acc: Any, next: Any): Any {
  if (acc?.block === true) return acc;
  const findings = [...(acc?.findings ?? []), ...(next.findings ?? [])];
  return {
    findings: findings.length > 0 ? findings : undefined,
    block: stickyTrue(acc?.block, next.block),
    blockReason: lastDefined(acc?.blockReason, next.blockReason),
  };
}

const isPromiseLike = (value: Any): boolean =>
  ((typeof value === "object" && value !== null) || typeof value === "function") &&
  typeof value.then === "function";

const limitIn = (value: Any): number | undefined =>
  typeof value !== "number" || !Number.isFinite(value) || value <= 0 ? undefined : Math.floor(value);

async function within(promise: Promise<Any>, limitMs: number, unref = false): Promise<Any> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${limitMs}ms`)), limitMs);
    if (unref) timer.unref();
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Policy {
  merge: (acc: Any, next: Any, hook: Any) => Any;
  takesNull?: boolean;
  stops?: (result: Any) => boolean;
  label?: string;
}

export function createReferenceRunner(registry: Any, options: Any = {}): { [name: string]: Any } {
  const { logger } = options;
  const catchErrors = options.catchErrors ?? true;
  const policies = { before_agent_run: "fail-closed", ...options.failurePolicyByHook };
  const voidLimits = { agent_end: 30_000, ...options.voidHookTimeoutMsByHook };
  const limits = {
    before_agent_run: 15_000,
    before_prompt_build: 15_000,
    ...options.modifyingHookTimeoutMsByHook,
  };

  const hooksFor = (name: string): Any[] =>
    registry.typedHooks
      .filter((hook: Any) => hook.hookName === name)
      .toSorted((a: Any, b: Any) => (b.priority ?? 0) - (a.priority ?? 0));
  const catches = (name: string): boolean => catchErrors && (policies[name] ?? "fail-open") === "fail-open";
  const takeError = (name: string, hook: Any, error: unknown): void => {
    const message = `[hooks] ${name} handler from ${hook.pluginId} failed: ${formatForLog(error)}`;
    if (!catches(name)) throw new Error(message, { cause: error });
    logger?.error(message);
  };

  const observe = (name: string) => async (event: Any, ctx: Any) => {
    const hooks = hooksFor(name);
    if (hooks.length === 0) return;
    logger?.debug?.(`[hooks] running ${name} (${hooks.length} handlers)`);
    await Promise.all(
      hooks.map(async (hook) => {
        try {
          const promise = Promise.resolve(hook.handler(event, ctx));
          const limitMs = limitIn(hook.timeoutMs) ?? limitIn(voidLimits[name]);
          await (limitMs ? within(promise, limitMs, true) : promise);
        } catch (error) {
          takeError(name, hook, error);
        }
      }),
    );
  };

  const modify = (name: string, policy: Policy) => async (event: Any, ctx: Any) => {
    const hooks = hooksFor(name);
    if (hooks.length === 0) return undefined;
    logger?.debug?.(`[hooks] running ${name} (${hooks.length} handlers, sequential)`);
    let result: Any;
    for (const hook of hooks) {
      try {
        const { handler } = hook;
        const promise = Promise.resolve(handler(event, ctx));
        const limitMs = limitIn(hook.timeoutMs) ?? limitIn((limits as Any)[name]);
        const said = await (limitMs ? within(promise, limitMs) : promise);
        if (said === undefined || (said === null && !policy.takesNull)) continue;
        result = policy.merge(result, said, hook);
        if (!result || !policy.stops?.(result)) continue;
        logger?.debug?.(
          `[hooks] ${name} ${policy.label} decided by ${hook.pluginId} (priority=${hook.priority ?? 0}); skipping remaining handlers`,
        );
        break;
      } catch (error) {
        takeError(name, hook, error);
      }
    }
    return result;
  };

  const claimIn = async (
    hooks: Any[],
    name: string,
    event: Any,
    ctx: Any,
    onError?: (error: unknown) => void,
  ) => {
    for (const hook of hooks) {
      try {
        const promise = Promise.resolve(hook.handler(event, ctx));
        const limitMs = limitIn(hook.timeoutMs) ?? limitIn((limits as Any)[name]);
        const said = await (limitMs ? within(promise, limitMs) : promise);
        if (said?.handled) return { said };
      } catch (error) {
        onError?.(error);
        takeError(name, hook, error);
      }
    }
    return undefined;
  };
  const claim = (name: string) => async (event: Any, ctx: Any) => {
    const hooks = hooksFor(name);
    if (hooks.length === 0) return undefined;
    logger?.debug?.(`[hooks] running ${name} (${hooks.length} handlers, first-claim wins)`);
    return (await claimIn(hooks, name, event, ctx))?.said;
  };

  const chain = (name: string, canBlock: boolean) => (event: Any, ctx: Any) => {
    const hooks = hooksFor(name);
    if (hooks.length === 0) return undefined;
    let current = event.message;
    for (const hook of hooks) {
      try {
        const { handler } = hook;
        const said = handler({ ...event, message: current }, ctx);
        if (isPromiseLike(said)) {
          const message = `[hooks] ${name} handler from ${hook.pluginId} returned a Promise; this hook is synchronous and the result was ignored.`;
          if (!catches(name)) throw new Error(message);
          logger?.warn?.(message);
          continue;
        }
        if (canBlock && said?.block) return { block: true };
        const next = said?.message;
        if (next) current = next;
      } catch (error) {
        const message = `[hooks] ${name} handler from ${hook.pluginId} failed: ${String(error)}`;
        if (!catches(name)) throw new Error(message, { cause: error });
        logger?.error(message);
      }
    }
    return canBlock && current === event.message ? undefined : { message: current };
  };

  const withRunId =
    (run: Any) =>
    async (event: Any, ctx: Any): Promise<Any> =>
      run(event.runId || !ctx.runId ? event : { ...event, runId: ctx.runId }, ctx);

  const isBlocked = (result: Any): boolean => result.block === true;
  const blocking = (merge: Policy["merge"]): Policy => ({ merge, stops: isBlocked, label: "block=true" });

  return {
    runBeforeModelResolve: modify("before_model_resolve", { merge: mergeModelResolve }),
    runAgentTurnPrepare: modify("agent_turn_prepare", { merge: mergeTurnPrepare }),
    runBeforePromptBuild: modify("before_prompt_build", { merge: mergePromptBuild }),
    runBeforeAgentStart: withRunId(
      modify("before_agent_start", {
        merge: (acc, next) => ({ ...mergePromptBuild(acc, next), ...mergeModelResolve(acc, next) }),
      }),
    ),
    runBeforeAgentReply: claim("before_agent_reply"),
    runModelCallStarted: observe("model_call_started"),
    runModelCallEnded: observe("model_call_ended"),
    runLlmInput: observe("llm_input"),
    runLlmOutput: observe("llm_output"),
    runBeforeAgentFinalize: withRunId(modify("before_agent_finalize", { merge: mergeFinalize })),
    runAgentEnd: withRunId(observe("agent_end")),
    runBeforeCompaction: observe("before_compaction"),
    runAfterCompaction: observe("after_compaction"),
    runBeforeReset: observe("before_reset"),
    async runBeforeAgentRun(event: Any, ctx: Any) {
      let winner: string | undefined;
      const decision = await modify("before_agent_run", {
        merge: (acc, next, hook) => {
          const read = isDecision(next)
            ? next
            : { outcome: "block", reason: "before_agent_run returned an invalid decision" };
          if (acc && next !== null && !(read.outcome === "block" && acc.outcome !== "block")) return acc;
          winner = hook.pluginId;
          return read;
        },
        takesNull: true,
        stops: (result) => result.outcome === "block",
        label: "gate-decision",
      })(event, ctx);
      return decision ? { decision, pluginId: winner ?? "unknown" } : undefined;
    },
    runInboundClaim: claim("inbound_claim"),
    async runInboundClaimForPlugin(pluginId: string, event: Any, ctx: Any) {
      const hooks = hooksFor("inbound_claim").filter((hook) => hook.pluginId === pluginId);
      if (hooks.length === 0) return undefined;
      logger?.debug?.(`[hooks] running inbound_claim for ${pluginId} (${hooks.length} handlers, targeted)`);
      return (await claimIn(hooks, "inbound_claim", event, ctx))?.said;
    },
    async runInboundClaimForPluginOutcome(pluginId: string, event: Any, ctx: Any) {
      if (!registry.plugins.some((each: Any) => each.id === pluginId && each.status === "loaded"))
        return { status: "missing_plugin" };
      const hooks = hooksFor("inbound_claim").filter((hook) => hook.pluginId === pluginId);
      if (hooks.length === 0) return { status: "no_handler" };
      logger?.debug?.(
        `[hooks] running inbound_claim for ${pluginId} (${hooks.length} handlers, targeted outcome)`,
      );
      let error: string | undefined;
      const found = await claimIn(hooks, "inbound_claim", event, ctx, (thrown) => {
        error ??= firstLine(thrown);
      });
      if (found) return { status: "handled", result: found.said };
      return error ? { status: "error", error } : { status: "declined" };
    },
    runMessageReceived: observe("message_received"),
    runBeforeDispatch: claim("before_dispatch"),
    runReplyDispatch: claim("reply_dispatch"),
    runMessageSending: modify("message_sending", {
      merge: mergeSending,
      stops: (result) => result.cancel === true,
      label: "cancel=true",
    }),
    runMessageSent: observe("message_sent"),
    runBeforeToolCall: modify("before_tool_call", blocking(mergeToolCall)),
    runAfterToolCall: observe("after_tool_call"),
    runToolResultPersist: chain("tool_result_persist", false),
    runBeforeMessageWrite: chain("before_message_write", true),
    runSessionStart: observe("session_start"),
    runSessionEnd: observe("session_end"),
    runSubagentSpawning: modify("subagent_spawning", { merge: mergeSpawning }),
    runSubagentDeliveryTarget: modify("subagent_delivery_target", {
      merge: (acc, next) => (acc?.origin ? acc : next),
    }),
    runSubagentSpawned: observe("subagent_spawned"),
    runSubagentEnded: observe("subagent_ended"),
    runGatewayStart: observe("gateway_start"),
    runGatewayStop: observe("gateway_stop"),
    runHeartbeatPromptContribution: modify("heartbeat_prompt_contribution", { merge: mergeTurnPrepare }),
    runCronChanged: observe("cron_changed"),
    runBeforeInstall: modify("before_install", blocking(mergeInstall)),
    hasHooks: (name: string) => registry.typedHooks.some((hook: Any) => hook.hookName === name),
    getHookCount: (name: string) => registry.typedHooks.filter((hook: Any) => hook.hookName === name).length,
  };
}
