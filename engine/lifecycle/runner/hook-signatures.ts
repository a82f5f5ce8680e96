/** Event, context and result of each hook. A name that the table does not have, or one that is missing, does not compile. */
import type * as agent from "./agent-signatures.ts";
import type { PluginHookName } from "./hook-names.ts";
import type * as session from "./session-signatures.ts";
import type * as tool from "./tool-signatures.ts";

type Agent = agent.PluginHookAgentContext;
type Session = session.PluginHookSessionContext;
type Subagent = session.PluginHookSubagentContext;
type Gateway = session.PluginHookGatewayContext;
type Message = tool.PluginHookMessageContext;

interface Signature<Event, Context, Result = void> {
  event: Event;
  context: Context;
  result: Result;
}

interface Signatures {
  before_model_resolve: Signature<
    agent.PluginHookBeforeModelResolveEvent,
    Agent,
    agent.PluginHookBeforeModelResolveResult
  >;
  agent_turn_prepare: Signature<agent.PluginAgentTurnPrepareEvent, Agent, agent.PluginAgentTurnPrepareResult>;
  before_prompt_build: Signature<
    agent.PluginHookBeforePromptBuildEvent,
    Agent,
    agent.PluginHookBeforePromptBuildResult
  >;
  before_agent_start: Signature<
    agent.PluginHookBeforeAgentStartEvent,
    Agent,
    agent.PluginHookBeforeAgentStartResult
  >;
  before_agent_reply: Signature<
    agent.PluginHookBeforeAgentReplyEvent,
    Agent,
    agent.PluginHookBeforeAgentReplyResult
  >;
  before_agent_run: Signature<agent.PluginHookBeforeAgentRunEvent, Agent, agent.InputGateDecision>;
  model_call_started: Signature<agent.PluginHookModelCallStartedEvent, Agent>;
  model_call_ended: Signature<agent.PluginHookModelCallEndedEvent, Agent>;
  llm_input: Signature<agent.PluginHookLlmInputEvent, Agent>;
  llm_output: Signature<agent.PluginHookLlmOutputEvent, Agent>;
  before_agent_finalize: Signature<
    agent.PluginHookBeforeAgentFinalizeEvent,
    Agent,
    agent.PluginHookBeforeAgentFinalizeResult
  >;
  agent_end: Signature<agent.PluginHookAgentEndEvent, Agent>;
  heartbeat_prompt_contribution: Signature<
    agent.PluginHeartbeatPromptContributionEvent,
    Agent,
    agent.PluginHeartbeatPromptContributionResult
  >;
  before_compaction: Signature<session.PluginHookBeforeCompactionEvent, Agent>;
  after_compaction: Signature<session.PluginHookAfterCompactionEvent, Agent>;
  before_reset: Signature<session.PluginHookBeforeResetEvent, Agent>;
  session_start: Signature<session.PluginHookSessionStartEvent, Session>;
  session_end: Signature<session.PluginHookSessionEndEvent, Session>;
  subagent_spawning: Signature<
    session.PluginHookSubagentSpawningEvent,
    Subagent,
    session.PluginHookSubagentSpawningResult
  >;
  subagent_delivery_target: Signature<
    session.PluginHookSubagentDeliveryTargetEvent,
    Subagent,
    session.PluginHookSubagentDeliveryTargetResult
  >;
  subagent_spawned: Signature<session.PluginHookSubagentSpawnedEvent, Subagent>;
  subagent_ended: Signature<session.PluginHookSubagentEndedEvent, Subagent>;
  gateway_start: Signature<session.PluginHookGatewayStartEvent, Gateway>;
  gateway_stop: Signature<session.PluginHookGatewayStopEvent, Gateway>;
  cron_changed: Signature<session.PluginHookCronChangedEvent, Gateway>;
  inbound_claim: Signature<
    tool.PluginHookInboundClaimEvent,
    tool.PluginHookInboundClaimContext,
    tool.PluginHookInboundClaimResult
  >;
  before_dispatch: Signature<
    tool.PluginHookBeforeDispatchEvent,
    tool.PluginHookBeforeDispatchContext,
    tool.PluginHookBeforeDispatchResult
  >;
  reply_dispatch: Signature<
    tool.PluginHookReplyDispatchEvent,
    tool.PluginHookReplyDispatchContext,
    tool.PluginHookReplyDispatchResult
  >;
  message_received: Signature<tool.PluginHookMessageReceivedEvent, Message>;
  message_sending: Signature<
    tool.PluginHookMessageSendingEvent,
    Message,
    tool.PluginHookMessageSendingResult
  >;
  message_sent: Signature<tool.PluginHookMessageSentEvent, Message>;
  before_tool_call: Signature<
    tool.PluginHookBeforeToolCallEvent,
    tool.PluginHookToolContext,
    tool.PluginHookBeforeToolCallResult
  >;
  after_tool_call: Signature<tool.PluginHookAfterToolCallEvent, tool.PluginHookToolContext>;
  tool_result_persist: Signature<
    tool.PluginHookToolResultPersistEvent,
    tool.PluginHookToolResultPersistContext,
    tool.PluginHookToolResultPersistResult
  >;
  before_message_write: Signature<
    tool.PluginHookBeforeMessageWriteEvent,
    { agentId?: string; sessionKey?: string },
    tool.PluginHookBeforeMessageWriteResult
  >;
  before_install: Signature<
    tool.PluginHookBeforeInstallEvent,
    tool.PluginHookBeforeInstallContext,
    tool.PluginHookBeforeInstallResult
  >;
}

type Exactly<All, T extends { [K in keyof All]: unknown }> = keyof T extends keyof All ? T : never;

export type HookSignatures = Exactly<{ [N in PluginHookName]: unknown }, Signatures>;
