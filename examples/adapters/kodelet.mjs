/**
 * kodelet's trigger over interlock: its five events, told what a conversation has once.
 *
 *   const { engine } = createEngine({ hookFolders: [".interlock", `${config}/interlock`] });
 *   await engine.discover();
 *   const trigger = createTrigger(engine, conversationId, isSubAgent, recipeName);
 *   const { blocked, reason, input } = await trigger.beforeToolCall("bash", { command: "ls" });
 */
export function createTrigger(engine, conversationId, isSubAgent, recipeName) {
  const base = {
    conv_id: conversationId,
    invoked_by: isSubAgent ? "subagent" : "main",
    recipe_name: recipeName,
  };
  const fire = (event, fields) => engine.dispatch(event, { ...base, ...fields });
  const verdict = ({ ok, result }) => ({ blocked: !ok, reason: ok ? "" : (result?.blockReason ?? "") });
  return {
    base,
    async userMessageSend(message) {
      return verdict(await fire("user_message_send", { message }));
    },
    async beforeToolCall(tool_name, tool_input) {
      const run = await fire("before_tool_call", { tool_name, tool_input });
      return { ...verdict(run), input: run.ok ? run.payload.tool_input : undefined };
    },
    /** What takes the place of the tool's output; null if nothing does. */
    async afterToolCall(tool_name, tool_input, tool_output) {
      const { result } = await fire("after_tool_call", { tool_name, tool_input, tool_output });
      return result?.output ?? null;
    },
    async agentStop(messages) {
      return (await fire("agent_stop", { messages })).result?.follow_up_messages ?? [];
    },
    async turnEnd(response, turn_number) {
      await fire("turn_end", { response, turn_number });
    },
  };
}
