/** Uses of `createEngine` and `engine.register` for the type checker; nothing here is run. */
import { createEngine, renderDiagnostics } from "interlock";
import type { AnyPointKey, HookRegistration } from "interlock";

const { engine, diagnostics } = createEngine({
  plugins: [],
  failurePolicyByHook: { before_tool_call: "fail-closed", "agent.end": "fail-open" },
  timeoutMsByHook: { agent_end: 500, PreToolUse: 10 },
});
if (engine === null) throw new Error(renderDiagnostics(diagnostics));

// @ts-expect-error: there is no such hook
createEngine({ plugins: [], failurePolicyByHook: { before_tool_cal: "fail-closed" } });
// @ts-expect-error: nor here
createEngine({ plugins: [], timeoutMsByHook: { agent_ends: 5 } });

const remove: () => void = engine.register({
  hookName: "before_tool_call",
  pluginId: "sandbox",
  priority: 10,
  handler: async ({ tool_input }, { runId }) =>
    String(tool_input).includes("sudo") ? { block: true, blockReason: runId } : undefined,
});
remove();
for (const hookName of [
  "tool.call.before",
  "PreToolUse",
  "Stop",
  "response.finalize",
  "push.before",
] as const)
  engine.register({ hookName, pluginId: "p", handler: () => undefined });
engine.register({ hookName: "tool_result_persist", pluginId: "p", handler: ({ message }) => ({ message }) });
engine.register({ hookName: "before_message_write", pluginId: "p", handler: () => undefined });

// @ts-expect-error: there is no such hook
engine.register({ hookName: "before_tool_cal", pluginId: "p", handler: () => undefined });
// @ts-expect-error: a synchronous hook cannot wait
engine.register({ hookName: "tool_result_persist", pluginId: "p", handler: async () => ({ message: "m" }) });
// @ts-expect-error: nor by its own name
engine.register({ hookName: "message.write.before", pluginId: "p", handler: async () => undefined });
// @ts-expect-error: whose hook is it?
engine.register({ hookName: "agent_end", handler: () => undefined });
// @ts-expect-error: a handler is a function
engine.register({ hookName: "agent_end", pluginId: "p", handler: "log" });

// @ts-expect-error: there is no such hook
const key: AnyPointKey = "before_tool_cal";
const registration: HookRegistration = {
  hookName: "turn_start",
  pluginId: "p",
  handler: () => ({ context: "c" }),
};
engine.register(registration);

// @ts-expect-error: there is no such point
void engine.dispatch("tool.call.befor", {});
const now = engine.dispatch("tool_result_persist", { message: "m" });
void now.payload;
const later = engine.dispatch("before_tool_call", { tool_name: "exec", timestamp: 5 }, { plugin: "p" });
// @ts-expect-error: it is a promise
void later.payload;

export { key };
