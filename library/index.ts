/**
 * The engine for programs: `import { createEngine } from "interlock"`. See docs/library.md.
 */
export { createEngine } from "./create-engine.ts";
export { renderDiagnostics, type EngineDiagnostic } from "./diagnostic.ts";
export type { Frame } from "../engine/compile/files/diagnostic.ts";
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
} from "./public-types.ts";
