/** What the hooks of tools, messages and installs get and give, under the names that their system has for it. */

export interface PluginHookMessageContext {
  channelId: string;
  accountId?: string | undefined;
  conversationId?: string | undefined;
  sessionKey?: string | undefined;
  runId?: string | undefined;
  messageId?: string | undefined;
  senderId?: string | undefined;
}

export interface PluginHookInboundClaimContext extends PluginHookMessageContext {
  parentConversationId?: string | undefined;
  pluginBinding?: unknown | undefined;
}

export interface PluginHookInboundClaimEvent {
  content: string;
  body?: string | undefined;
  bodyForAgent?: string | undefined;
  transcript?: string | undefined;
  timestamp?: number | undefined;
  channel: string;
  accountId?: string | undefined;
  conversationId?: string | undefined;
  parentConversationId?: string | undefined;
  senderId?: string | undefined;
  senderName?: string | undefined;
  senderUsername?: string | undefined;
  threadId?: string | number | undefined;
  messageId?: string | undefined;
  sessionKey?: string | undefined;
  runId?: string | undefined;
  isGroup?: boolean | undefined;
  commandAuthorized?: boolean | undefined;
  wasMentioned?: boolean | undefined;
  metadata?: { [key: string]: unknown } | undefined;
}

export interface PluginHookInboundClaimResult {
  handled: boolean;
  reply?: unknown | undefined;
}

export interface PluginHookBeforeDispatchEvent {
  content: string;
  body?: string | undefined;
  channel?: string | undefined;
  sessionKey?: string | undefined;
  senderId?: string | undefined;
  isGroup?: boolean | undefined;
  timestamp?: number | undefined;
}

export interface PluginHookBeforeDispatchContext {
  channelId?: string | undefined;
  accountId?: string | undefined;
  conversationId?: string | undefined;
  sessionKey?: string | undefined;
  senderId?: string | undefined;
}

export interface PluginHookBeforeDispatchResult {
  handled: boolean;
  text?: string | undefined;
}

export interface PluginHookReplyDispatchEvent {
  ctx: unknown;
  runId?: string | undefined;
  sessionKey?: string | undefined;
  images?: { data: string; mimeType: string }[] | undefined;
  inboundAudio?: boolean | undefined;
  sessionTtsAuto?: string | undefined;
  ttsChannel?: string | undefined;
  suppressUserDelivery?: boolean | undefined;
  suppressReplyLifecycle?: boolean | undefined;
  sourceReplyDeliveryMode?: string | undefined;
  shouldRouteToOriginating?: boolean | undefined;
  originatingChannel?: string | undefined;
  originatingTo?: string | undefined;
  shouldSendToolSummaries?: boolean | undefined;
  sendPolicy?: "allow" | "deny" | undefined;
  isTailDispatch?: boolean | undefined;
}

export interface PluginHookReplyDispatchContext {
  cfg: unknown;
  dispatcher: unknown;
  abortSignal?: unknown | undefined;
  onReplyStart?: (() => Promise<void> | void) | undefined;
  recordProcessed: (
    outcome: "completed" | "skipped" | "error",
    details?: { reason?: string; error?: string },
  ) => void;
  markIdle: (reason: string) => void;
}

export interface PluginHookReplyDispatchResult {
  handled: boolean;
  queuedFinal?: boolean | undefined;
  counts?: { [kind: string]: number } | undefined;
}

export interface PluginHookMessageReceivedEvent {
  from: string;
  content: string;
  timestamp?: number | undefined;
  threadId?: string | number | undefined;
  messageId?: string | undefined;
  senderId?: string | undefined;
  sessionKey?: string | undefined;
  runId?: string | undefined;
  metadata?: { [key: string]: unknown } | undefined;
}

export interface PluginHookMessageSendingEvent {
  to: string;
  content: string;
  replyToId?: string | number | undefined;
  threadId?: string | number | undefined;
  metadata?: { [key: string]: unknown } | undefined;
}

export interface PluginHookMessageSendingResult {
  content?: string | undefined;
  cancel?: boolean | undefined;
}

export interface PluginHookMessageSentEvent {
  to: string;
  content: string;
  success: boolean;
  messageId?: string | undefined;
  sessionKey?: string | undefined;
  runId?: string | undefined;
  error?: string | undefined;
}

export interface PluginHookToolContext {
  toolName: string;
  toolCallId?: string | undefined;
  agentId?: string | undefined;
  sessionKey?: string | undefined;
  sessionId?: string | undefined;
  runId?: string | undefined;
  trace?: unknown | undefined;
  channelId?: string | undefined;
}

export interface PluginHookBeforeToolCallEvent {
  toolName: string;
  params: { [name: string]: unknown };
  runId?: string | undefined;
  toolCallId?: string | undefined;
  derivedPaths?: readonly string[] | undefined;
}

export interface PluginHookBeforeToolCallResult {
  params?: { [name: string]: unknown } | undefined;
  block?: boolean | undefined;
  blockReason?: string | undefined;
  /** Who asks, the runner adds. */
  requireApproval?: {
    title: string;
    description?: string;
    severity?: "info" | "warning" | "critical";
    timeoutMs?: number;
    timeoutBehavior?: "allow" | "deny";
    allowedDecisions?: ("allow-once" | "allow-always" | "deny")[];
    pluginId?: string;
    onResolution?: (
      decision: "allow-once" | "allow-always" | "deny" | "timeout" | "cancelled",
    ) => Promise<void> | void;
  };
}

export interface PluginHookAfterToolCallEvent {
  toolName: string;
  params: { [name: string]: unknown };
  runId?: string | undefined;
  toolCallId?: string | undefined;
  result?: unknown | undefined;
  error?: string | undefined;
  durationMs?: number | undefined;
}

export interface PluginHookToolResultPersistContext {
  agentId?: string | undefined;
  sessionKey?: string | undefined;
  toolName?: string | undefined;
  toolCallId?: string | undefined;
}

export interface PluginHookToolResultPersistEvent {
  toolName?: string | undefined;
  toolCallId?: string | undefined;
  message: unknown;
  isSynthetic?: boolean | undefined;
}

export interface PluginHookToolResultPersistResult {
  message?: unknown | undefined;
}

export interface PluginHookBeforeMessageWriteEvent {
  message: unknown;
  sessionKey?: string | undefined;
  agentId?: string | undefined;
}

export interface PluginHookBeforeMessageWriteResult {
  block?: boolean | undefined;
  message?: unknown | undefined;
}

export interface PluginInstallFinding {
  ruleId: string;
  severity: "info" | "warn" | "critical";
  file: string;
  line: number;
  message: string;
}

export interface PluginHookBeforeInstallContext {
  targetType: "skill" | "plugin";
  requestKind: string;
  origin?: string | undefined;
}

export interface PluginHookBeforeInstallEvent {
  targetType: "skill" | "plugin";
  targetName: string;
  sourcePath: string;
  sourcePathKind?: "file" | "directory" | undefined;
  origin?: string | undefined;
  request?: { kind: string; mode: "install" | "update"; requestedSpecifier?: string } | undefined;
  builtinScan?:
    | { status: "ok" | "error"; findings: PluginInstallFinding[]; [field: string]: unknown }
    | undefined;
  skill?: { installId: string; [field: string]: unknown } | undefined;
  plugin?: { pluginId: string; [field: string]: unknown } | undefined;
}

export interface PluginHookBeforeInstallResult {
  findings?: PluginInstallFinding[] | undefined;
  block?: boolean | undefined;
  blockReason?: string | undefined;
}
