/** What the agent's hooks get and give, under the names that their system has for it. */

export interface PluginHookAgentContext {
  runId?: string | undefined;
  jobId?: string | undefined;
  trace?: unknown | undefined;
  agentId?: string | undefined;
  sessionKey?: string | undefined;
  sessionId?: string | undefined;
  workspaceDir?: string | undefined;
  modelProviderId?: string | undefined;
  modelId?: string | undefined;
  messageProvider?: string | undefined;
  trigger?: string | undefined;
  channelId?: string | undefined;
}

export interface PluginHookBeforeModelResolveEvent {
  prompt: string;
  attachments?: { kind: string; mimeType?: string }[] | undefined;
}

export interface PluginHookBeforeModelResolveResult {
  modelOverride?: string | undefined;
  providerOverride?: string | undefined;
}

export interface PluginHookBeforePromptBuildEvent {
  prompt: string;
  messages: unknown[];
}

export interface PluginHookBeforePromptBuildResult {
  systemPrompt?: string | undefined;
  prependContext?: string | undefined;
  appendContext?: string | undefined;
  prependSystemContext?: string | undefined;
  appendSystemContext?: string | undefined;
}

export interface PluginHookBeforeAgentStartEvent {
  prompt: string;
  runId?: string | undefined;
  messages?: unknown[] | undefined;
}

export interface PluginHookBeforeAgentStartResult
  extends PluginHookBeforePromptBuildResult, PluginHookBeforeModelResolveResult {}

export interface PluginAgentTurnPrepareEvent {
  prompt: string;
  messages: unknown[];
  queuedInjections?: unknown[] | undefined;
}

export interface PluginAgentTurnPrepareResult {
  prependContext?: string | undefined;
  appendContext?: string | undefined;
}

export interface PluginHeartbeatPromptContributionEvent {
  sessionKey?: string | undefined;
  agentId?: string | undefined;
  heartbeatName?: string | undefined;
}

export interface PluginHeartbeatPromptContributionResult {
  prependContext?: string | undefined;
  appendContext?: string | undefined;
}

export interface PluginHookBeforeAgentReplyEvent {
  cleanedBody: string;
}

export interface PluginHookBeforeAgentReplyResult {
  handled: boolean;
  reply?: unknown | undefined;
  reason?: string | undefined;
}

export interface PluginHookBeforeAgentRunEvent {
  prompt: string;
  messages: unknown[];
  systemPrompt?: string | undefined;
  accountId?: string | undefined;
  channelId?: string | undefined;
  senderId?: string | undefined;
  senderIsOwner?: boolean | undefined;
}

export type InputGateDecision =
  | { outcome: "pass" }
  | {
      outcome: "block";
      reason: string;
      message?: string;
      category?: string;
      metadata?: { [key: string]: unknown };
    };

/** What a gate decides, and whose decision it is. */
export interface GateHookResult<Decision> {
  decision: Decision;
  pluginId: string;
}

export interface PluginHookModelCallStartedEvent {
  runId: string;
  callId: string;
  provider: string;
  model: string;
  sessionKey?: string | undefined;
  sessionId?: string | undefined;
  api?: string | undefined;
  transport?: string | undefined;
}

export interface PluginHookModelCallEndedEvent extends PluginHookModelCallStartedEvent {
  durationMs: number;
  outcome: "completed" | "error";
  errorCategory?: string | undefined;
  failureKind?: string | undefined;
  requestPayloadBytes?: number | undefined;
  responseStreamBytes?: number | undefined;
  timeToFirstByteMs?: number | undefined;
  upstreamRequestIdHash?: string | undefined;
}

export interface PluginHookLlmInputEvent {
  runId: string;
  sessionId: string;
  provider: string;
  model: string;
  systemPrompt?: string | undefined;
  prompt: string;
  historyMessages: unknown[];
  imagesCount: number;
  tools?: unknown[] | undefined;
}

export interface PluginHookLlmOutputEvent {
  runId: string;
  sessionId: string;
  provider: string;
  model: string;
  resolvedRef?: string | undefined;
  harnessId?: string | undefined;
  prompt?: string | undefined;
  assistantTexts: string[];
  lastAssistant?: unknown | undefined;
  usage?:
    | { input?: number; output?: number; cacheRead?: number; cacheWrite?: number; total?: number }
    | undefined;
}

export interface PluginHookBeforeAgentFinalizeEvent {
  runId?: string | undefined;
  sessionId: string;
  sessionKey?: string | undefined;
  turnId?: string | undefined;
  provider?: string | undefined;
  model?: string | undefined;
  cwd?: string | undefined;
  transcriptPath?: string | undefined;
  stopHookActive: boolean;
  lastAssistantMessage?: string | undefined;
  messages?: unknown[] | undefined;
}

export interface PluginHookBeforeAgentFinalizeResult {
  action?: "continue" | "revise" | "finalize" | undefined;
  reason?: string | undefined;
  retry?: { instruction: string; idempotencyKey?: string; maxAttempts?: number } | undefined;
}

export interface PluginHookAgentEndEvent {
  runId?: string | undefined;
  messages: unknown[];
  success: boolean;
  error?: string | undefined;
  durationMs?: number | undefined;
}
