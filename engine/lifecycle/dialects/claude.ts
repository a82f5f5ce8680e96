/**
 * Claude Code, and the runtimes that took over its form: Codex, Gemini CLI and docker-agent. They differ in the names of
 * events and fields.
 */
import type { PointName } from "../points/lifecycle-points.ts";
import type { Result } from "../points/result.ts";
import {
  blocked,
  contextIn,
  printed,
  userTextIn,
  type Dialect,
  type DialectAnswer,
  type DialectOutput,
} from "./dialect.ts";

/** How a runtime spells what all of them have. */
interface Spelling {
  hookSpecificOutput: string;
  hookEventName: string;
  permissionDecision: string | null;
  permissionDecisionReason: string;
  updatedInput: string;
  additionalContext: string;
  systemMessage: string;
  /** The word that refuses where there is no permission to decide on. */
  refuse: string;
}

const camel: Spelling = {
  hookSpecificOutput: "hookSpecificOutput",
  hookEventName: "hookEventName",
  permissionDecision: "permissionDecision",
  permissionDecisionReason: "permissionDecisionReason",
  updatedInput: "updatedInput",
  additionalContext: "additionalContext",
  systemMessage: "systemMessage",
  refuse: "block",
};

const snake: Spelling = {
  hookSpecificOutput: "hook_specific_output",
  hookEventName: "hook_event_name",
  permissionDecision: "permission_decision",
  permissionDecisionReason: "permission_decision_reason",
  updatedInput: "updated_input",
  additionalContext: "additional_context",
  systemMessage: "system_message",
  refuse: "block",
};

/** Gemini CLI has no permissions: a decision stands at the top. */
const gemini: Spelling = { ...camel, permissionDecision: null, updatedInput: "tool_input", refuse: "deny" };

export const claudeDialect: Dialect = nested(camel, "CLAUDE_PROJECT_DIR", ["SessionStart", "SubagentStart"], {
  PreToolUse: "tool.call.before",
  PostToolUse: "tool.call.after",
  UserPromptSubmit: "prompt.submit",
  Notification: "agent.notification",
  Stop: "agent.stop",
  SubagentStart: "subagent.spawned",
  SubagentStop: "subagent.ended",
  PreCompact: "compaction.before",
  PostCompact: "compaction.after",
  SessionStart: "session.start",
  SessionEnd: "session.end",
});

export const codexDialect: Dialect = nested(camel, null, ["SessionStart"], {
  PreToolUse: "tool.call.before",
  PostToolUse: "tool.call.after",
  UserPromptSubmit: "prompt.submit",
  Stop: "agent.stop",
  SessionStart: "session.start",
});

export const geminiDialect: Dialect = nested(gemini, "GEMINI_PROJECT_DIR", ["SessionStart"], {
  BeforeTool: "tool.call.before",
  AfterTool: "tool.call.after",
  BeforeAgent: "prompt.submit",
  AfterAgent: "agent.stop",
  BeforeModel: "llm.call.before",
  AfterModel: "llm.call.after",
  PreCompress: "compaction.before",
  SessionStart: "session.start",
  SessionEnd: "session.end",
  Notification: "agent.notification",
});

export const dockerAgentDialect: Dialect = {
  ...nested(snake, null, ["session_start"], {
    pre_tool_use: "tool.call.before",
    post_tool_use: "tool.call.after",
    session_start: "session.start",
    session_end: "session.end",
    turn_start: "turn.start",
    before_llm_call: "llm.call.before",
    after_llm_call: "llm.call.after",
    on_user_input: "user.input.needed",
    on_error: "agent.error",
    on_max_iterations: "agent.max_iterations",
    stop: "agent.stop",
    notification: "agent.notification",
    permission_request: "tool.permission.request",
    tool_guard: "tool.guard",
    tool_input_transform: "tool.input.transform",
    tool_response_transform: "tool.response.transform",
    on_tool_approval_decision: "tool.approval.decided",
    user_prompt_submit: "prompt.submit",
    user_steering_messages_submit: "prompt.steering",
    user_followup_submit: "prompt.followup",
    turn_end: "turn.end",
    pre_compact: "compaction.prepare",
    before_compaction: "compaction.before",
    after_compaction: "compaction.after",
    subagent_stop: "subagent.ended",
    on_agent_switch: "agent.switched",
    on_session_resume: "session.resumed",
    worktree_create: "worktree.created",
  }),
  failsClosed: ["tool.call.before", "tool.guard"],
  contextJoint: "\n",
};

/** Where the answer is a permission to run a tool. */
const permissionPoints: readonly PointName[] = [
  "tool.call.before",
  "tool.input.transform",
  "tool.guard",
  "tool.permission.request",
];

function nested(
  spelling: Spelling,
  projectVariable: string | null,
  beginnings: readonly string[],
  events: { readonly [event: string]: PointName },
): Dialect {
  return {
    events,
    beginnings,
    projectVariable,
    toInput: (event, payload, { runId, cwd }) => ({
      session_id: runId,
      transcript_path: "",
      ...payload,
      cwd,
      hook_event_name: event,
    }),
    toPayload: (_, { hook_event_name: __, ...input }) => input,
    toOutput: (event, answer) => render(spelling, event, events[event], answer),
  };
}

function render(
  spelling: Spelling,
  event: string,
  point: PointName | undefined,
  answer: DialectAnswer,
): DialectOutput {
  const { refusal, isBroken, result, input } = answer;
  if (isBroken) return blocked(refusal ?? "the rules could not be asked");
  const isToolCall = point !== undefined && permissionPoints.indexOf(point) >= 0;
  const reason = refusal ?? (result["block"] === true ? String(result["blockReason"] ?? "") : null);
  const verdict = reason !== null ? "deny" : isToolCall ? verdictOf(result, input) : null;
  const isPermission = isToolCall && spelling.permissionDecision !== null;
  const context = contextIn(answer);
  const specific: Result = {
    ...(isPermission && verdict !== null ? { [spelling.permissionDecision as string]: verdict } : {}),
    ...(isPermission && reason !== null ? { [spelling.permissionDecisionReason]: reason } : {}),
    ...(input === undefined || reason !== null ? {} : { [spelling.updatedInput]: input }),
    ...(point === "tool.response.transform" && result["tool_response"] !== undefined
      ? { updated_tool_response: result["tool_response"] }
      : {}),
    ...(context === undefined ? {} : { [spelling.additionalContext]: context }),
  };
  const isTop = reason !== null && !isPermission;
  return printed({
    decision: isTop ? spelling.refuse : undefined,
    reason: isTop ? reason : undefined,
    [spelling.systemMessage]: userTextIn(answer),
    [spelling.hookSpecificOutput]:
      Object.keys(specific).length === 0 ? undefined : { [spelling.hookEventName]: event, ...specific },
  });
}

/** A changed input is used only together with a decision. */
function verdictOf(result: Result, input: unknown): string | null {
  if (result["requireApproval"] !== undefined) return "ask";
  if (input !== undefined) return "allow";
  return result["decision"] === "allow" || result["decision"] === "approve" ? "allow" : null;
}
