/** kodelet: executables that name their event (`<exe> hook`) and run (`<exe> run`). */
import type { PointName } from "../points/lifecycle-points.ts";
import type { Result } from "../points/result.ts";
import { printed, type Dialect, type DialectAnswer, type DialectOutput } from "./dialect.ts";

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
  failuresNeverBlock: true,
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

/** Only `blocked: true` blocks. Another exit status than 0 is logged, and standard output is not read then. */
function render(
  event: string,
  { refusal, isBroken, result, input, failures, warnings }: DialectAnswer,
): DialectOutput {
  // It has no field for a text that stops nothing.
  const stderr = [...failures.map((text) => `interlock: warning: ${text}`), ...warnings]
    .map((line) => `${line}\n`)
    .join("");
  const canBlock = event === "before_tool_call" || event === "user_message_send";
  if (isBroken) {
    const reason = refusal ?? "the rules could not be asked";
    return {
      ...printed({ blocked: canBlock ? false : undefined }),
      stderr: `${stderr}${reason}\n`,
      status: 1,
    };
  }
  return { ...printed(fieldsAt(event, canBlock, refusal, result, input)), stderr };
}

function fieldsAt(
  event: string,
  canBlock: boolean,
  refusal: string | null,
  answer: Result,
  input: unknown,
): Result {
  if (canBlock && refusal !== null) return { blocked: true, reason: refusal };
  if (canBlock) return { blocked: false, input };
  if (event === "after_tool_call") return { output: answer["output"] };
  return { follow_up_messages: answer["follow_up_messages"] ?? (refusal === null ? undefined : [refusal]) };
}
