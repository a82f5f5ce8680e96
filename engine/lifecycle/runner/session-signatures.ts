/** What the hooks of sessions, subagents and the gateway get and give, under the names that their system has for it. */

export interface PluginHookSessionContext {
  agentId?: string | undefined;
  sessionId: string;
  sessionKey?: string | undefined;
}

export interface PluginHookSessionStartEvent {
  sessionId: string;
  sessionKey?: string | undefined;
  resumedFrom?: string | undefined;
}

export interface PluginHookSessionEndEvent {
  sessionId: string;
  sessionKey?: string | undefined;
  messageCount: number;
  durationMs?: number | undefined;
  reason?: string | undefined;
  sessionFile?: string | undefined;
  transcriptArchived?: boolean | undefined;
  nextSessionId?: string | undefined;
  nextSessionKey?: string | undefined;
}

export interface PluginHookBeforeCompactionEvent {
  messageCount: number;
  compactingCount?: number | undefined;
  tokenCount?: number | undefined;
  messages?: unknown[] | undefined;
  sessionFile?: string | undefined;
}

export interface PluginHookAfterCompactionEvent {
  messageCount: number;
  compactedCount: number;
  tokenCount?: number | undefined;
  sessionFile?: string | undefined;
}

export interface PluginHookBeforeResetEvent {
  sessionFile?: string | undefined;
  messages?: unknown[] | undefined;
  reason?: string | undefined;
}

export interface PluginHookSubagentContext {
  runId?: string | undefined;
  childSessionKey?: string | undefined;
  requesterSessionKey?: string | undefined;
}

/** Where an answer goes. */
export interface DeliveryOrigin {
  channel?: string | undefined;
  accountId?: string | undefined;
  to?: string | undefined;
  threadId?: string | number | undefined;
}

export interface PluginHookSubagentSpawningEvent {
  childSessionKey: string;
  agentId: string;
  label?: string | undefined;
  mode: "run" | "session";
  requester?: DeliveryOrigin | undefined;
  threadRequested: boolean;
}

export type PluginHookSubagentSpawningResult =
  | { status: "ok"; threadBindingReady?: boolean; deliveryOrigin?: DeliveryOrigin }
  | { status: "error"; error: string };

export interface PluginHookSubagentSpawnedEvent extends PluginHookSubagentSpawningEvent {
  runId: string;
}

export interface PluginHookSubagentDeliveryTargetEvent {
  childSessionKey: string;
  requesterSessionKey: string;
  requesterOrigin?: DeliveryOrigin | undefined;
  childRunId?: string | undefined;
  spawnMode?: "run" | "session" | undefined;
  expectsCompletionMessage: boolean;
}

export interface PluginHookSubagentDeliveryTargetResult {
  origin?: DeliveryOrigin | undefined;
}

export interface PluginHookSubagentEndedEvent {
  targetSessionKey: string;
  targetKind: "subagent" | "acp";
  reason: string;
  sendFarewell?: boolean | undefined;
  accountId?: string | undefined;
  runId?: string | undefined;
  endedAt?: number | undefined;
  outcome?: "ok" | "error" | "timeout" | "killed" | "reset" | "deleted" | undefined;
  error?: string | undefined;
}

export interface PluginHookGatewayContext {
  port?: number | undefined;
  config?: unknown | undefined;
  workspaceDir?: string | undefined;
  getCron?: (() => unknown) | undefined;
}

export interface PluginHookGatewayStartEvent {
  port: number;
}

export interface PluginHookGatewayStopEvent {
  reason?: string | undefined;
}

export type PluginHookGatewayCronRunStatus = "ok" | "error" | "skipped";

export type PluginHookGatewayCronDeliveryStatus = "not-requested" | "delivered" | "not-delivered" | "unknown";

export interface PluginHookGatewayCronJobState {
  nextRunAtMs?: number | undefined;
  runningAtMs?: number | undefined;
  lastRunAtMs?: number | undefined;
  lastRunStatus?: PluginHookGatewayCronRunStatus | undefined;
  lastError?: string | undefined;
  lastDurationMs?: number | undefined;
}

export interface PluginHookCronChangedEvent {
  action: "added" | "updated" | "removed" | "started" | "finished";
  jobId: string;
  job?: { id: string; state?: PluginHookGatewayCronJobState; [field: string]: unknown } | undefined;
  sessionTarget?: string | undefined;
  agentId?: string | undefined;
  runAtMs?: number | undefined;
  durationMs?: number | undefined;
  status?: PluginHookGatewayCronRunStatus | undefined;
  error?: string | undefined;
  summary?: string | undefined;
  delivered?: boolean | undefined;
  deliveryStatus?: PluginHookGatewayCronDeliveryStatus | undefined;
  deliveryError?: string | undefined;
  sessionId?: string | undefined;
  sessionKey?: string | undefined;
  runId?: string | undefined;
  nextRunAtMs?: number | undefined;
  model?: string | undefined;
  provider?: string | undefined;
}
