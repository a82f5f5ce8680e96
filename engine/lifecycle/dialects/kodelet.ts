/** kodelet: executables that name their event (`<exe> hook`) and run (`<exe> run`). */
import type { PointName } from "../all-points.ts";
import type { Result } from "../merge-results.ts";
import { blocked, printed, type Dialect, type DialectAnswer, type DialectOutput } from "./dialect.ts";

const events: { readonly [event: string]: PointName } = {
  before_tool_call: "tool.call.before",
  after_tool_call: "tool.call.after",
  user_message_send: "prompt.submit",
  agent_stop: "agent.stop",
  turn_end: "turn.end",
};

export const kodeletDialect: Dialect = {
  events,
  beginnings: [],
  projectVariable: null,
  toInput: (event, payload, { runId, cwd }) => {
    const { conv_id, session_id, invoked_by, recipe_name, tool_response, ...rest } = payload;
    return {
      ...rest,
      ...(tool_response === undefined ? {} : { tool_output: tool_response }),
      event,
      conv_id: conv_id ?? session_id ?? runId,
      cwd,
      invoked_by: invoked_by ?? "main",
      // Left out if there is none.
      ...(typeof recipe_name === "string" && recipe_name !== "" ? { recipe_name } : {}),
    };
  },
  toPayload: (_, { event: __, tool_output, ...input }) =>
    tool_output === undefined ? input : { ...input, tool_response: tool_output },
  toOutput: render,
};

function render(event: string, { refusal, isBroken, result, input, warnings }: DialectAnswer): DialectOutput {
  if (isBroken) return blocked(refusal ?? "the rules could not be asked");
  const canBlock = event === "before_tool_call" || event === "user_message_send";
  const said: Result = canBlock
    ? { blocked: refusal !== null, reason: refusal ?? undefined, input }
    : { follow_up_messages: result["follow_up_messages"] ?? (refusal === null ? undefined : [refusal]) };
  // It has no field for a text that stops nothing.
  return { ...printed(said), stderr: warnings.map((warning) => `${warning}\n`).join("") };
}
