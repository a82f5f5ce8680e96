/** Uses of `createHookRunner` for the type checker; nothing here is run. */
import { createHookRunner } from "interlock";
import type {
  GateHookResult,
  GlobalHookRunnerRegistry,
  HookRunner,
  HookRunnerLogger,
  InputGateDecision,
  PluginHookBeforeToolCallResult,
  PluginHookHandlerMap,
  PluginHookName,
  PluginHookRegistration,
  PluginTargetedInboundClaimOutcome,
  SubagentLifecycleHookRunner,
} from "interlock";

const logger: HookRunnerLogger = { warn: () => undefined, error: () => undefined };

const registrations: PluginHookRegistration[] = [
  {
    hookName: "before_tool_call",
    pluginId: "guard",
    priority: 10,
    timeoutMs: 500,
    source: "guard.ts",
    handler: (event, ctx) => {
      const name: string = event.toolName;
      const command = event.params["command"];
      return String(command).includes("sudo") && ctx.toolName === name
        ? { block: true, blockReason: "no sudo" }
        : undefined;
    },
  },
  { hookName: "before_tool_call", pluginId: "p", handler: async () => ({ params: { n: 1 } }) },
  { hookName: "tool_result_persist", pluginId: "p", handler: ({ message }) => ({ message }) },
  { hookName: "before_message_write", pluginId: "p", handler: () => ({ block: true }) },
  { hookName: "before_message_write", pluginId: "p", handler: (_, { agentId }) => void agentId },
  {
    hookName: "agent_end",
    pluginId: "p",
    handler: async ({ success, durationMs }) => void [success, durationMs],
  },
  { hookName: "before_agent_run", pluginId: "p", handler: () => ({ outcome: "pass" }) },
  { hookName: "before_agent_run", pluginId: "p", handler: () => ({ outcome: "block", reason: "r" }) },
  { hookName: "inbound_claim", pluginId: "p", handler: ({ timestamp = 0 }) => ({ handled: timestamp > 0 }) },
  { hookName: "subagent_spawning", pluginId: "p", handler: () => ({ status: "error", error: "full" }) },

  // @ts-expect-error: there is no such hook
  { hookName: "before_tool_cal", pluginId: "p", handler: () => undefined },
  // @ts-expect-error: the name of the point is not the name of the hook
  { hookName: "tool.call.before", pluginId: "p", handler: () => undefined },
  // @ts-expect-error: a synchronous hook cannot wait
  { hookName: "tool_result_persist", pluginId: "p", handler: async () => undefined },
  // @ts-expect-error: nor can this one
  { hookName: "before_message_write", pluginId: "p", handler: async () => ({ block: true }) },
  // @ts-expect-error: a promise by hand is one, too
  { hookName: "tool_result_persist", pluginId: "p", handler: ({ message }) => Promise.resolve({ message }) },
  // @ts-expect-error: a flag is no text
  { hookName: "before_tool_call", pluginId: "p", handler: () => ({ block: "yes" }) },
  // @ts-expect-error: no such outcome
  { hookName: "before_agent_run", pluginId: "p", handler: () => ({ outcome: "maybe" }) },
  // @ts-expect-error: a block has a reason
  { hookName: "before_agent_run", pluginId: "p", handler: () => ({ outcome: "block" }) },
  // @ts-expect-error: an observer has nothing to say
  { hookName: "agent_end", pluginId: "p", handler: () => ({ context: "x" }) },
  // @ts-expect-error: the event has no such field
  { hookName: "before_tool_call", pluginId: "p", handler: ({ tool_name }) => void tool_name },
  // @ts-expect-error: nor has the context
  { hookName: "session_start", pluginId: "p", handler: (_, { runId }) => void runId },
  // @ts-expect-error: whose hook is it?
  { hookName: "agent_end", handler: () => undefined },
];

const registry: GlobalHookRunnerRegistry = {
  plugins: [{ id: "guard", status: "loaded" }],
  typedHooks: registrations,
};

const runner: HookRunner = createHookRunner(registry, {
  logger,
  catchErrors: false,
  failurePolicyByHook: { before_tool_call: "fail-closed" },
  voidHookTimeoutMsByHook: { agent_end: 5000 },
  modifyingHookTimeoutMsByHook: { before_prompt_build: 0 },
});

// @ts-expect-error: no such hook
createHookRunner(registry, { failurePolicyByHook: { before_tool_cal: "fail-closed" } });
// @ts-expect-error: no such policy
createHookRunner(registry, { failurePolicyByHook: { before_tool_call: "closed" } });
// @ts-expect-error: a limit is a number
createHookRunner(registry, { voidHookTimeoutMsByHook: { agent_end: "5s" } });
// @ts-expect-error: a logger warns and reports errors
createHookRunner(registry, { logger: { error: () => undefined } });
// @ts-expect-error: a registry has plugins
createHookRunner({ typedHooks: [] });

async function runs(): Promise<void> {
  const call = await runner.runBeforeToolCall({ toolName: "exec", params: {} }, { toolName: "exec" });
  const blocked: boolean | undefined = call?.block;
  const decided: GateHookResult<InputGateDecision> | undefined = await runner.runBeforeAgentRun(
    { prompt: "p", messages: [] },
    {},
  );
  if (decided?.decision.outcome === "block") console.log(decided.decision.reason, decided.pluginId);
  const kept = runner.runToolResultPersist({ message: "m" }, {});
  const write: boolean | undefined = runner.runBeforeMessageWrite({ message: "m" }, {})?.block;
  const nothing: void = await runner.runAgentEnd({ messages: [], success: true }, { runId: "r" });
  const claim = { content: "hi", channel: "chat", timestamp: Date.now() };
  const outcome: PluginTargetedInboundClaimOutcome = await runner.runInboundClaimForPluginOutcome(
    "p",
    claim,
    {},
  );
  if (outcome.status === "error") console.log(outcome.error);
  const has: boolean = runner.hasHooks("cron_changed");
  console.log(blocked, kept?.message, write, nothing, runner.getHookCount("agent_end") + 1, has);

  // @ts-expect-error: it may be undefined
  void call.block;
  // @ts-expect-error: a synchronous run gives no promise
  void kept?.then;
  // @ts-expect-error: the event has no such field
  void runner.runBeforeToolCall({ tool: "exec" }, {});
  // @ts-expect-error: content is a text
  void runner.runMessageSending({ to: "x", content: 5 }, {});
  // @ts-expect-error: no such run
  void runner.runBeforeTolCall;
  // @ts-expect-error: no such hook
  runner.hasHooks("before_tool_cal");
  // @ts-expect-error: no such hook
  runner.getHookCount("agent.end");
  // @ts-expect-error: the plugin comes first
  void runner.runInboundClaimForPlugin(claim, {});
}

const name: PluginHookName = "llm_input";
// @ts-expect-error: no such hook
const wrong: PluginHookName = "llm_inputs";
const one: PluginHookRegistration<"llm_input"> = { hookName: name, pluginId: "p", handler: () => undefined };
const handler: PluginHookHandlerMap["before_tool_call"] = (): PluginHookBeforeToolCallResult => ({
  block: true,
});
// @ts-expect-error: synchronous
const late: PluginHookHandlerMap["before_message_write"] = async () => ({ block: true });
const part: SubagentLifecycleHookRunner = runner;
// @ts-expect-error: not in this part
void part.runAgentEnd;

export { handler, late, one, runs, wrong };
