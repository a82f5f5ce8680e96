/**
 * The engine for programs: `import { createEngine } from "interlock"`. See docs/library.md.
 */
export { createEngine } from "./create-engine.ts";
export { renderDiagnostics, type EngineDiagnostic } from "../engine/registry/engine-diagnostic.ts";
export type { Frame } from "../engine/compile/diagnostic.ts";
export type { CommitKind } from "../engine/core/facts.ts";
export type { HookPoint, HookPointName, Payload } from "../engine/core/hook-points.ts";
export type { TraceEntry } from "../engine/core/trace.ts";
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
  HookPointAlias,
  HookPointKey,
  HookPointTable,
  ListOptions,
  PayloadInput,
  PointOf,
} from "../engine/registry/public-types.ts";
