/** `createHookRunner` and its types, by the names that the document has for them. */
export { createHookRunner } from "../engine/lifecycle/runner/create-hook-runner.ts";
export type { PluginHookName } from "../engine/lifecycle/runner/hook-names.ts";
export type * from "../engine/lifecycle/runner/hook-runner-types.ts";
export type * from "../engine/lifecycle/runner/agent-signatures.ts";
export type * from "../engine/lifecycle/runner/session-signatures.ts";
export type * from "../engine/lifecycle/runner/tool-signatures.ts";
