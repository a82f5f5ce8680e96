/**
 * The engine for programs: `import { createEngine } from "interlock"`. See docs/library.md.
 */
export { createEngine } from "./create-engine.ts";
export { createHandlerRegistry } from "./create-handler-registry.ts";
export { renderDiagnostics, type EngineDiagnostic } from "./diagnostic.ts";
export type { Frame } from "../engine/core/problem.ts";
export type { CommitKind } from "../engine/core/occasion.ts";
export type { HookPoint, HookPointName, Payload } from "../engine/core/hook-points.ts";
export type { LifecyclePointName, PointName } from "../engine/lifecycle/all-points.ts";
export type {
  AnyPointKey,
  HookPointAlias,
  HookPointKey,
  HookPointTable,
  LifecyclePointKey,
  PointOf,
  SyncPointKey,
} from "../engine/lifecycle/point-keys.ts";
export type { HookContext } from "../engine/lifecycle/hook.ts";
export type { ClaimOutcome } from "../engine/lifecycle/run-modes.ts";
export type { TraceEntry } from "../engine/core/trace.ts";
export type {
  HandlerFactory,
  HandlerRegistry,
  HandlerSpec,
  HookFunction,
  HookRegistration,
  HookValue,
  SyncHookFunction,
} from "./programs/registry-types.ts";
export type { BaseFields, HookLogger, RunOptions, RunResult } from "./run-types.ts";
export type {
  ConfigValues,
  CreatedEngine,
  DispatchDone,
  DispatchOptions,
  DispatchRefused,
  DispatchResult,
  Engine,
  EngineOptions,
  HookContribution,
  ListOptions,
  PayloadInput,
} from "./public-types.ts";
export * from "./hook-runner.ts";
