/**
 * What the shim decided about one command, and why. The shim acts on `decision`; `explain` shows the rest.
 */
import type { CommitKind } from "../../engine/core/occasion.ts";
import { isRefusal, type Problem } from "../../engine/core/problem.ts";
import type { TraceEntry } from "../../engine/core/trace.ts";
import { sameWords } from "../git/edit-argv.ts";
import type { Strategy } from "../git/commands.ts";
import type { GlobalPart } from "../git/global-options.ts";
import type { IdentReader } from "../git/idents.ts";
import type { Repository } from "../git/repository.ts";
import type { Decision, ExecDecision } from "../host.ts";
import type { PlanState } from "../plan/load-plan.ts";

/** What was learned about a command. */
export interface Findings {
  trace: ReportEntry[];
  problems: readonly Problem[];
  warnings: readonly Problem[];
  /** Anything else that the caller may want to know, one line each. */
  notes: readonly string[];
  /** Before and after; null if no message was read. */
  message: { before: string; after: string } | null;
  /** For a push: the commits that break a rule, newest first. */
  commits: readonly JudgedCommit[];
  /** What is known of the commit; null if there is none, or they were not needed. */
  subject: Subject | null;
}

/** The result for a command. */
export interface Outcome extends Partial<Findings> {
  strategy: Strategy;
  /** Why this strategy, in a few words. */
  reason: string;
  decision: Decision;
  /** Do not report changes. */
  quiet?: boolean;
  /** The command sends, and what it would send was judged (shim/push/). */
  push?: SentPush;
}

/** What there is to say about a push that was judged, beside what is wrong with it. */
export interface SentPush {
  /** The address. */
  remote: string;
  /** The updates, as git words them for a pre-push hook; for the record. */
  lines: readonly string[];
  isDryRun: boolean;
  /** git itself has printed why nothing is sent, so there is nothing to add. */
  isReported?: boolean;
  /** What git's helper, if it waits for a result, reads on standard output if the push is refused; else empty. */
  refusal: string;
}

export interface Report
  extends Findings, Pick<PlanState, "source" | "mode" | "notices" | "leftOut" | "audit" | "breakGlass"> {
  strategy: Strategy;
  reason: string;
  decision: Decision;
  quiet: boolean;
  /**
   * Scripts that call plumbing may take any byte on standard error as
   * a failure, so only refusals are printed.
   */
  isPlumbing: boolean;
}

/** What is known of a command without asking git. */
export interface Subject {
  command: string;
  globals: GlobalPart;
  repository: Repository;
  kind: CommitKind;
  ident: IdentReader;
}

/** An outgoing commit, and what is wrong with it. */
export interface JudgedCommit {
  id: string;
  title: string;
  faults: readonly { id: string; source: string; plugin?: string; message: string }[];
}

/** `waiting`: in a dry run, a contribution that will run once git has the message. */
export type ReportEntry = TraceEntry | (Omit<TraceEntry, "state"> & { state: "waiting" });

export interface Explained {
  program: "git" | "gh";
  argv: readonly string[];
  /** The aliases that were expanded, and the resulting command line, which the report is about. */
  aliases: readonly { name: string; value: string }[];
  expanded: readonly string[];
  realProgram: string;
  /** The payload's fields beside the message; null if there is no commit. */
  metadata: { [key: string]: string } | null;
  /** The caller's values of the variables that the decision changes. */
  callers: { [name: string]: string };
  /** For a text that the caller gave: its file and hook point. */
  given: { file: string; point: string } | null;
  /** How many programs did not run that could refuse it or change it. */
  unrun: number;
  /** Where the time went; null if nobody asked. */
  times: Times | null;
}

/** In milliseconds. */
export interface Times {
  total: number;
  files: number;
  git: number;
  compile: number;
  /** The rest: reading the command line, and the rules. */
  rules: number;
}

/** Runs the real program with the caller's arguments unchanged. */
export function asCalled(argv: readonly string[]): ExecDecision {
  return { action: "exec", argv: sameWords(argv), stdin: null };
}

/** Passes the command to the real program unchanged. */
export function passThrough(argv: readonly string[], reason: string): Outcome {
  return { strategy: "pass", reason, decision: asCalled(argv) };
}

/** Refuses a command for what it asks. */
export function refused(strategy: Strategy, reason: string, problems: readonly Problem[]): Outcome {
  return { strategy, reason, problems, decision: exitFor(problems) };
}

/** Refuses it for what was found meanwhile, and keeps the rest of the findings. */
export function refuseWith<O extends Outcome>(outcome: O, problems: readonly Problem[]): O {
  return { ...outcome, problems, decision: exitFor(problems) };
}

/** Exit status 1 for a refusal by policy; 128 for a broken set-up, like git's own fatal errors. */
export function exitFor(problems: readonly Problem[]): Decision {
  return { action: "exit", status: problems.every(isRefusal) ? 1 : 128 };
}

/** `planState`: what was learned while loading the plan. */
export function makeReport(planState: PlanState, outcome: Outcome): Report {
  const { warnings, notes, source, mode, notices, leftOut, audit, breakGlass } = planState;
  return {
    source,
    mode,
    notices,
    leftOut,
    audit,
    breakGlass,
    strategy: outcome.strategy,
    reason: outcome.reason,
    decision: outcome.decision,
    trace: outcome.trace || [],
    problems: outcome.problems || [],
    warnings: outcome.warnings ? warnings.concat(outcome.warnings) : warnings,
    notes: outcome.notes ? notes.concat(outcome.notes) : notes,
    message: outcome.message || null,
    commits: outcome.commits || [],
    subject: outcome.subject || null,
    quiet: outcome.quiet !== false,
    isPlumbing: false,
  };
}
