/**
 * docker-agent's executor over interlock: one `dispatch` and one `has` for all events.
 *
 *   const { engine } = createEngine({ plugins: [], hookFolders: [".interlock"] });
 *   const { allowed, additionalContext } = await createExecutor(engine).dispatch("turn_start", { session_id, cwd });
 */
export function createExecutor(engine) {
  return {
    has: (event) => engine.has(event),
    async dispatch(event, input) {
      const run = await engine.dispatchAsync(event, input, { dialect: "docker-agent" });
      const { context = "", messages_to_user: told = [], blockReason } = run.result ?? {};
      return {
        allowed: run.ok,
        message: run.ok ? "" : (blockReason ?? run.problems[0].message),
        additionalContext: context,
        systemMessage: told.join("\n"),
        modifiedInput: run.payload?.tool_input === input.tool_input ? null : run.payload?.tool_input,
      };
    },
  };
}
