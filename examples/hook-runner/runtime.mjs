// A runtime whose plugins register their hooks themselves. Nothing stands between it and `createHookRunner`.
//   node examples/hook-runner/runtime.mjs
import { createHookRunner } from "interlock";

const registry = {
  plugins: [
    { id: "guard", status: "loaded" },
    { id: "redact", status: "loaded" },
  ],
  typedHooks: [
    {
      hookName: "before_tool_call",
      pluginId: "guard",
      priority: 10,
      handler: ({ params }) =>
        params.command.startsWith("sudo") ? { block: true, blockReason: "no sudo" } : undefined,
    },
    {
      hookName: "tool_result_persist",
      pluginId: "redact",
      handler: ({ message }) => ({ message: message.replace(/sk-\w+/g, "<key>") }),
    },
    {
      hookName: "agent_end",
      pluginId: "guard",
      handler: ({ runId, success }) => console.log(`${runId} is over: ${success}`),
    },
  ],
};

const logger = { debug: () => {}, warn: console.warn, error: console.error };
const runner = createHookRunner(registry, { logger });

/** One call of a tool: asked about, run, and stored. */
async function callTool(toolName, params, run) {
  const decided = await runner.runBeforeToolCall({ toolName, params }, { toolName });
  if (decided?.block) return `blocked: ${decided.blockReason}`;
  const message = run(decided?.params ?? params);
  return runner.runToolResultPersist({ toolName, message }, { toolName })?.message ?? message;
}

console.log(await callTool("exec", { command: "sudo reboot" }, () => "never"));
console.log(await callTool("exec", { command: "env" }, () => "KEY=sk-0123abcd"));
await runner.runAgentEnd({ messages: [], success: true }, { runId: "run-1" });
