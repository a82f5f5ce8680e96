/**
 * Everything there is to say about one command: what the shim decided, and why. The shim acts on `decision`; `explain`
 * shows the rest.
 */
import type { CommitKind } from "../../engine/core/facts.ts";
import { isRefusal, type Problem } from "../../engine/core/problem.ts";
import type { TraceEntry } from "../../engine/core/trace.ts";
import type { Strategy } from "../git/commands.ts";
import type { GlobalPart } from "../git/global-options.ts";
import type { IdentReader } from "../git/idents.ts";
import type { Repository } from "../git/repository.ts";
import type { Decision, ExecDecision } from "../host.ts";
import type { PlanFacts } from "../plan/load-plan.ts";

/** What was found out about a command. */
export interface Findings {
  trace: ReportEntry[];
  problems: readonly Problem[];
  warnings: readonly Problem[];
  /** Anything else that the caller may want to know, a line each. */
  notes: readonly string[];
  /** Before and after; null if no message was read. */
  message: { before: string; after: string } | null;
  /** Of a push: the commits that break a rule, the newest first. */
  commits: readonly JudgedCommit[];
  /** What the commit is about; null if there is none, or nobody looked. */
  subject: Subject | null;
}

/** What becomes of a command. */
export interface Outcome extends Partial<Findings> {
  strategy: Strategy;
  /** Why this strategy, in a few words. */
  reason: string;
  decision: Decision;
  /** Say nothing of what was changed. */
  quiet?: boolean;
  /** What is sent has to be judged first: `judgeSending` in shim/push/ goes on. */
  isSending?: boolean;
}

export interface Report
  extends Findings, Pick<PlanFacts, "source" | "mode" | "notices" | "leftOut" | "breakGlass"> {
  strategy: Strategy;
  reason: string;
  decision: Decision;
  quiet: boolean;
  /** Scripts that call plumbing may take any byte on standard error for a failure: they see refusals alone. */
  isPlumbing: boolean;
}

/** What a command is about, as far as it is known without asking. */
export interface Subject {
  command: string;
  globals: GlobalPart;
  repository: Repository;
  kind: CommitKind;
  ident: IdentReader;
}

/** A commit that would leave, and what is wrong with it. */
export interface JudgedCommit {
  id: string;
  title: string;
  faults: readonly { id: string; source: string; plugin?: string; message: string }[];
}

/** In a dry run, a contribution that runs once git has the message. */
export type ReportEntry = TraceEntry | (Omit<TraceEntry, "state"> & { state: "waiting" });

/** The command that a report is about. */
export interface Explained {
  program: "git" | "gh";
  argv: readonly string[];
  /** The aliases on the way, and the command line that comes of them; the report is about that one. */
  aliases: readonly { name: string; value: string }[];
  expanded: readonly string[];
  realProgram: string;
  /** What the payload says beside the message; null if there is no commit. */
  metadata: { [key: string]: string } | null;
}

/** The real program, with the words that the caller gave. */
export function asCalled(argv: readonly string[]): ExecDecision {
  return { action: "exec", argv: argv.map((_, i) => i), stdin: null };
}

/** The command goes to the real program as it came. */
export function passThrough(argv: readonly string[], reason: string): Outcome {
  return { strategy: "pass", reason, decision: asCalled(argv) };
}

export function refuseWith<O extends Outcome>(outcome: O, problems: readonly Problem[]): O {
  return { ...outcome, problems, decision: exitFor(problems) };
}

/** A refusal by policy is 1; a set-up that does not work is 128, like git's own fatal errors. */
export function exitFor(problems: readonly Problem[]): Decision {
  return { action: "exit", status: problems.every(isRefusal) ? 1 : 128 };
}

/** `facts`: what was found out when the plan was loaded. */
export function makeReport(facts: PlanFacts, outcome: Outcome): Report {
  const { warnings, notes, source, mode, notices, leftOut, breakGlass } = facts;
  return {
    source,
    mode,
    notices,
    leftOut,
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
