/** Sessions, turns, subagents and the gateway around them. */
import type { LifecyclePoint } from "./point-form.ts";

export const sessionPoints = {
  "session.start": {
    mode: "observe",
    aliases: ["session_start", "SessionStart", "sessionStart"],
    summary: "a session begins; context is added to it",
    payload: { source: "text?", model: "text?", resumed_from: "text?" },
    plainOutput: "context",
  },
  "session.end": {
    mode: "observe",
    aliases: ["session_end", "SessionEnd", "sessionEnd"],
    summary: "a session is over",
    payload: { reason: "text?", message_count: "number?", duration_ms: "number?" },
  },
  "session.stop": {
    mode: "modify",
    aliases: ["SessionStop"],
    summary: "the user stops a session: checks over what changed",
    payload: { changed_files: "list?" },
    merge: { fields: { block: "stickyTrue", blockReason: "firstDefined" }, stop: { block: true } },
    refuses: "block",
  },
  "session.reset.before": {
    mode: "observe",
    aliases: ["before_reset"],
    summary: "before the messages of a session are dropped",
    payload: { session_file: "text?", messages: "items?", reason: "text?" },
  },
  "compaction.before": {
    mode: "observe",
    aliases: ["before_compaction", "PreCompact", "preCompact", "PreCompress"],
    summary: "before the conversation is shortened",
    payload: { message_count: "number?", trigger: "text?", custom_instructions: "text?" },
  },
  "compaction.after": {
    mode: "observe",
    aliases: ["after_compaction", "PostCompact"],
    summary: "after the conversation was shortened",
    payload: { message_count: "number?", compacted_count: "number?" },
  },
  "turn.start": {
    mode: "observe",
    aliases: ["turn_start"],
    summary: "before each call of the model; context for this turn only, never stored",
    payload: {},
    plainOutput: "context",
  },
  "turn.end": {
    mode: "observe",
    aliases: ["turn_end"],
    summary: "a turn is over",
    payload: { response: "text?", turn_number: "number?" },
  },
  "prompt.submit": {
    mode: "modify",
    aliases: ["UserPromptSubmit", "user_message_send", "beforeSubmitPrompt", "BeforeAgent"],
    summary: "the user submits a prompt: context, suggestions, or a block",
    payload: {
      prompt: "text?",
      user_message: "text?",
      message: "text?",
      files_touched: "list?",
      attachments: "items?",
    },
    merge: { fields: { block: "stickyTrue", blockReason: "firstDefined" }, stop: { block: true } },
    refuses: "block",
    plainOutput: "context",
  },
  "user.input.needed": {
    mode: "observe",
    aliases: ["on_user_input"],
    summary: "the agent waits for the user",
    payload: { message: "text?" },
  },
  "subagent.spawning": {
    mode: "modify",
    aliases: ["subagent_spawning"],
    summary: "before a subagent is started",
    payload: { child_session_key: "text?", agent_id: "text?", label: "text?" },
    merge: {
      rank: {
        field: "status",
        order: [
          { value: "error", equal: "first" },
          {
            value: "ok",
            equal: { status: "lastDefined", threadBindingReady: "anyTrue", deliveryOrigin: "firstDefined" },
          },
        ],
      },
    },
  },
  "subagent.delivery_target": {
    mode: "modify",
    aliases: ["subagent_delivery_target"],
    summary: "where a subagent's answer goes",
    payload: { child_session_key: "text?", requester_session_key: "text?" },
    merge: { rank: { field: "origin", order: [{ value: "*", equal: "first" }] } },
  },
  "subagent.spawned": {
    mode: "observe",
    aliases: ["subagent_spawned", "SubagentStart", "subagentStart"],
    summary: "a subagent was started",
    payload: { child_session_key: "text?", agent_id: "text?", agent_type: "text?" },
  },
  "subagent.ended": {
    mode: "observe",
    aliases: ["subagent_ended", "SubagentStop", "subagentStop"],
    summary: "a subagent is done",
    payload: { target_session_key: "text?", agent_id: "text?", outcome: "text?", reason: "text?" },
  },
  "gateway.start": {
    mode: "observe",
    aliases: ["gateway_start"],
    summary: "the runtime's server is up",
    payload: { port: "number?" },
  },
  "gateway.stop": {
    mode: "observe",
    aliases: ["gateway_stop"],
    summary: "the runtime's server goes down",
    payload: { reason: "text?" },
  },
  "cron.changed": {
    mode: "observe",
    aliases: ["cron_changed"],
    summary: "a scheduled job changed",
    payload: { job_id: "text?", change: "text?", job: "object?" },
  },
} as const satisfies { [name: string]: LifecyclePoint };
