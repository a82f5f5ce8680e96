/** Cursor: an event for each kind of tool, and a permission as the answer. */
import type { PointName } from "../points/lifecycle-points.ts";
import { isRecord } from "../points/result.ts";
import {
  blocked,
  contextIn,
  pick,
  printed,
  textsIn,
  userTextIn,
  type Dialect,
  type DialectAnswer,
  type DialectOutput,
} from "./dialect.ts";

const events: { readonly [event: string]: PointName } = {
  preToolUse: "tool.call.before",
  beforeShellExecution: "tool.call.before",
  beforeMCPExecution: "tool.call.before",
  beforeReadFile: "tool.call.before",
  postToolUse: "tool.call.after",
  afterShellExecution: "tool.call.after",
  afterMCPExecution: "tool.call.after",
  afterFileEdit: "tool.call.after",
  beforeSubmitPrompt: "prompt.submit",
  sessionStart: "session.start",
  sessionEnd: "session.end",
  subagentStart: "subagent.spawned",
  subagentStop: "subagent.ended",
  preCompact: "compaction.before",
  stop: "agent.stop",
};

/** The tool that an event is about, and the fields that are its input. */
const tools: {
  readonly [event: string]: { tool: string; input: readonly string[]; response: readonly string[] };
} = {
  beforeShellExecution: { tool: "Shell", input: ["command"], response: [] },
  afterShellExecution: { tool: "Shell", input: ["command"], response: ["output"] },
  beforeReadFile: { tool: "Read", input: ["file_path", "content"], response: [] },
  afterFileEdit: { tool: "Write", input: ["file_path", "edits"], response: [] },
};

export const cursorDialect: Dialect = {
  events,
  beginnings: ["sessionStart"],
  projectVariable: "CURSOR_PROJECT_DIR",
  toInput: (event, payload, { runId, cwd }) => {
    const { tool_input, tool_name, session_id, ...rest } = payload;
    const form = tools[eventFor(event, tool_name)];
    const isKnown = form !== undefined && isRecord(tool_input);
    return {
      conversation_id: session_id ?? runId,
      generation_id: runId,
      workspace_roots: [cwd],
      ...rest,
      ...(isKnown ? tool_input : { ...(tool_name === undefined ? {} : { tool_name }), tool_input }),
      cwd,
      hook_event_name: eventFor(event, tool_name),
    };
  },
  toPayload: (event, input) => {
    const { hook_event_name: _, conversation_id, workspace_roots, ...rest } = input;
    const roots: unknown[] = Array.isArray(workspace_roots) ? workspace_roots : [];
    const base = {
      ...(conversation_id === undefined ? {} : { session_id: conversation_id }),
      ...(typeof roots[0] === "string" ? { cwd: roots[0] } : {}),
    };
    const form = tools[event];
    if (form === undefined) return { ...base, ...rest };
    const given = Object.keys(rest);
    const isGiven = (field: string): boolean => given.indexOf(field) >= 0;
    const others = given.filter((field) => form.input.concat(form.response).indexOf(field) < 0);
    const response = pick(rest, form.response.filter(isGiven));
    return {
      ...base,
      ...pick(rest, others),
      tool_name: form.tool,
      tool_input: pick(rest, form.input.filter(isGiven)),
      ...(Object.keys(response).length === 0 ? {} : { tool_response: response }),
    };
  },
  toOutput: render,
};

/** A program that is told of any tool is told of a shell command in its own event. */
function eventFor(event: string, tool: unknown): string {
  return event === "preToolUse" && tool === "Shell" ? "beforeShellExecution" : event;
}

function render(event: string, answer: DialectAnswer): DialectOutput {
  const { refusal, isBroken, result, input } = answer;
  if (isBroken) return blocked(refusal ?? "the rules could not be asked");
  const user = userTextIn(answer);
  if (event === "stop") {
    const followUps = textsIn(result["follow_up_messages"]);
    return printed({ followup_message: refusal ?? followUps });
  }
  if (event === "beforeSubmitPrompt")
    return printed({ continue: refusal === null, user_message: refusal ?? user });
  if (events[event] === "tool.call.before") {
    const isAsked = result["requireApproval"] !== undefined;
    return printed({
      permission: refusal !== null ? "deny" : isAsked ? "ask" : "allow",
      user_message: refusal ?? user,
      agent_message: refusal ?? contextIn(answer),
      updated_input: refusal === null ? input : undefined,
    });
  }
  return printed({ additional_context: contextIn(answer), user_message: refusal ?? user });
}
