/**
 * Everything there is to say about one command: what the shim decided, and why. The shim acts on
 * `decision`; `explain` shows the rest.
 */
import { isRefusal, type Problem } from "../../engine/core/problem.ts";
import type { TraceEntry } from "../../engine/core/trace.ts";
import type { Strategy } from "../git/commands.ts";
import type { Decision } from "../host.ts";
import type { LeftOut } from "../plan/left-out.ts";
import type { PlanOrigin } from "../plan/cached-plan.ts";
import type { Subject } from "../explain/metadata.ts";

export interface Report {
  strategy: Strategy;
  /** Why this strategy, in a few words. */
  reason: string;
  decision: Decision;
  /** Where the plan came from; null if none was needed. */
  plan: { path: string; origin: PlanOrigin } | null;
  mode: "enforce" | "report";
  trace: ReportEntry[];
  problems: Problem[];
  warnings: Problem[];
  /** Whatever else the caller may want to know, a line each. */
  notes: string[];
  /** The repository's layer, if it is there and does not count. */
  leftOut: LeftOut | null;
  /** Null unless root has switched the rules of a sealed install off for a while. */
  breakGlass: BrokenGlass | null;
  /** Before and after; null if no message was read. */
  message: { before: string; after: string } | null;
  /** Of a push: the commits that break a rule, the newest first. */
  commits: JudgedCommit[];
  /** `-q`: say nothing of what was changed. */
  quiet: boolean;
  /** Who else is told of what was changed. */
  notices: "terminal" | "always" | "never";
  /** Scripts that call plumbing may take any byte on standard error for a failure: they see refusals alone. */
  isPlumbing: boolean;
  /** The command sends what has to be judged: shim/push/sending.ts goes on. */
  isSending: boolean;
  /** What the commit is about; null if there is none, or nobody looked. */
  subject: Subject | null;
}

/** A commit that would leave, and what is wrong with it. */
export interface JudgedCommit {
  id: string;
  title: string;
  faults: readonly { id: string; source: string; plugin?: string; message: string }[];
}

export interface BrokenGlass {
  until: string;
  reason: string;
  /** Where it is written down that a command made use of it. */
  record: string;
}

/** In a dry run, a contribution whose turn comes when git has the message. */
export type ReportEntry = TraceEntry | (Omit<TraceEntry, "state"> & { state: "waiting" });

/** The command that a report is about. */
export interface Explained {
  argv: readonly string[];
  /** The aliases on the way, and the command line that comes of them; the report is about that one. */
  aliases: readonly { name: string; value: string }[];
  expanded: readonly string[];
  realProgram: string;
  /** What the payload says beside the message; null if there is no commit. */
  metadata: { [key: string]: string } | null;
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
    notes: [],
    leftOut: null,
    breakGlass: null,
    message: null,
    commits: [],
    quiet: true,
    notices: "terminal",
    isPlumbing: false,
    isSending: false,
    subject: null,
  };
}

export function stopFor(report: Report, problems: Problem[]): Report {
  report.problems = problems;
  // A refusal by policy is 1; a set-up that does not work is 128, like git's own fatal errors.
  report.decision = { action: "exit", status: problems.every(isRefusal) ? 1 : 128 };
  return report;
}
