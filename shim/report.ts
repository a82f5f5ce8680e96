/**
 * Everything there is to say about one command: what the shim decided, and why. The shim acts on
 * `decision`; `explain` shows the rest.
 */
import type { Problem } from "../engine/core/problem.ts";
import type { TraceEntry } from "../engine/core/trace.ts";
import type { Strategy } from "./git/commands.ts";
import type { Decision } from "./host.ts";

export interface Report {
  strategy: Strategy;
  /** Why this strategy, in a few words. */
  reason: string;
  decision: Decision;
  /** Where the plan came from; null if none was needed. */
  plan: { path: string; origin: "cache" | "compiled" } | null;
  mode: "enforce" | "report";
  trace: TraceEntry[];
  problems: Problem[];
  warnings: Problem[];
  /** Before and after; null if no message was read. */
  message: { before: string; after: string } | null;
  /** `-q`: say nothing of what was changed. */
  quiet: boolean;
}

/** The command that a report is about. */
export interface Explained {
  argv: readonly string[];
  realProgram: string;
}

/** The command goes to the real program as it came. */
export function passThrough(argv: readonly string[], reason: string): Report {
  return {
    strategy: "pass",
    reason,
    decision: { action: "exec", argv: argv.map((_, i) => i), stdin: null },
    plan: null,
    mode: "enforce",
    trace: [],
    problems: [],
    warnings: [],
    message: null,
    quiet: true,
  };
}
