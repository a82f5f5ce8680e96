/** What an agent does: from choosing the model to the end of its run. */
import type { LifecyclePoint } from "./point-form.ts";

export const agentPoints = {
  "model.resolve.before": {
    mode: "modify",
    aliases: ["before_model_resolve"],
    summary: "before provider and model are chosen",
    payload: { prompt: "text?" },
    merge: { fields: { modelOverride: "firstDefined", providerOverride: "firstDefined" } },
  },
  "agent.turn.prepare": {
    mode: "modify",
    aliases: ["agent_turn_prepare"],
    summary: "before a turn: context around the prompt",
    payload: { prompt: "text?", messages: "items?" },
    merge: { fields: { prependContext: "concat", appendContext: "concat" } },
  },
  "prompt.build.before": {
    mode: "modify",
    aliases: ["before_prompt_build"],
    summary: "before the prompt is put together",
    payload: { prompt: "text?", messages: "items?" },
    merge: {
      fields: {
        systemPrompt: "firstDefined",
        prependContext: "concat",
        appendContext: "concat",
        prependSystemContext: "concat",
        appendSystemContext: "concat",
      },
    },
    timeLimitMs: 15000,
  },
  "agent.start.before": {
    mode: "modify",
    aliases: ["before_agent_start"],
    summary: "model and prompt in one point, for older plugins",
    payload: { prompt: "text?", messages: "items?" },
    merge: {
      fields: {
        systemPrompt: "firstDefined",
        prependContext: "concat",
        appendContext: "concat",
        prependSystemContext: "concat",
        appendSystemContext: "concat",
        modelOverride: "firstDefined",
        providerOverride: "firstDefined",
      },
    },
  },
  "agent.run.before": {
    mode: "gate",
    aliases: ["before_agent_run"],
    summary: "before the model sees the user's input",
    payload: { prompt: "text?", messages: "items?" },
    refuses: "outcome",
    failure: "block",
    timeLimitMs: 15000,
  },
  "agent.reply.before": {
    mode: "claim",
    aliases: ["before_agent_reply"],
    summary: "a reply in place of the model's",
    payload: { cleaned_body: "text?" },
  },
  "agent.finalize.before": {
    mode: "modify",
    aliases: ["before_agent_finalize"],
    summary: "before a final reply is accepted: one more pass?",
    payload: { last_assistant_message: "text?", messages: "items?", stop_hook_active: "flag?" },
    merge: {
      rank: {
        field: "action",
        order: [
          { value: "finalize", equal: "first" },
          { value: "revise", equal: { reason: "concat", retry: "firstWithInstruction" } },
          { value: "continue", equal: "last" },
        ],
      },
    },
  },
  "agent.stop": {
    mode: "modify",
    aliases: ["stop", "Stop", "agent_stop", "AfterAgent"],
    summary: "the agent is about to stop; a block makes it go on",
    payload: { stop_hook_active: "flag?", stop_response: "text?", messages: "items?" },
    merge: {
      fields: { block: "stickyTrue", blockReason: "firstDefined", follow_up_messages: "append" },
      stop: { block: true },
    },
    refuses: "block",
  },
  "agent.end": {
    mode: "observe",
    aliases: ["agent_end"],
    summary: "a run is over, with its messages",
    payload: { success: "flag?", messages: "items?", error: "text?", duration_ms: "number?" },
    timeLimitMs: 30000,
  },
  "agent.error": {
    mode: "observe",
    aliases: ["on_error"],
    summary: "the model failed, or tool calls went in circles",
    payload: { error: "text?", message: "text?" },
  },
  "agent.max_iterations": {
    mode: "observe",
    aliases: ["on_max_iterations"],
    summary: "the limit of iterations is reached",
    payload: { max_iterations: "number?", message: "text?" },
  },
  "agent.notification": {
    mode: "observe",
    aliases: ["notification", "Notification"],
    summary: "the user is told something",
    payload: { message: "text?", notification_type: "text?", level: "text?" },
  },
  "heartbeat.prompt": {
    mode: "modify",
    aliases: ["heartbeat_prompt_contribution"],
    summary: "context for the prompt of a heartbeat",
    payload: { heartbeat_name: "text?" },
    merge: { fields: { prependContext: "concat", appendContext: "concat" } },
  },
  "model.call.started": {
    mode: "observe",
    aliases: ["model_call_started"],
    summary: "a call of the model begins, without its content",
    payload: { call_id: "text?", provider: "text?", model: "text?" },
  },
  "model.call.ended": {
    mode: "observe",
    aliases: ["model_call_ended"],
    summary: "a call of the model ended, without its content",
    payload: {
      call_id: "text?",
      provider: "text?",
      model: "text?",
      outcome: "text?",
      duration_ms: "number?",
    },
  },
  "llm.input": {
    mode: "observe",
    aliases: ["llm_input"],
    summary: "what exactly is sent to the model",
    payload: {
      provider: "text?",
      model: "text?",
      system_prompt: "text?",
      prompt: "text?",
      history_messages: "items?",
    },
  },
  "llm.output": {
    mode: "observe",
    aliases: ["llm_output"],
    summary: "what exactly came from the model",
    payload: { provider: "text?", model: "text?", assistant_texts: "items?", usage: "object?" },
  },
  "llm.call.before": {
    mode: "observe",
    aliases: ["before_llm_call", "BeforeModel"],
    summary: "just before each call of the model",
    payload: { llm_request: "object?" },
  },
  "llm.call.after": {
    mode: "observe",
    aliases: ["after_llm_call", "AfterModel"],
    summary: "just after a call of the model that worked",
    payload: { stop_response: "text?", llm_response: "object?" },
  },
} as const satisfies { [name: string]: LifecyclePoint };
