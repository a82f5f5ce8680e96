/**
 * The record of what `fix` decides (docs/record.md). A line is written before anything is changed, as for a git command; if the
 * record is required and cannot be written, nothing is.
 */
import type { Host } from "../../shim/host.ts";
import { readArguments } from "../../shim/node/byte-strings.ts";
import { recordDecision } from "../../shim/report/record.ts";
import { makeReport, type Outcome, type Report } from "../../shim/report/report.ts";
import { badSetUp, complainOfProblems } from "../shared/complain.ts";
import type { GitAndRules } from "../shared/open-git-and-rules.ts";
import { readMessage } from "./report.ts";
import type { Broken } from "./fix-commit.ts";
import type { Change } from "./rewrite-commits.ts";

const rewritten = "the message breaks a rule, and is made right";

/** Null if all is well; else the exit status, and the error is already printed. */
export function checkRecord(opened: GitAndRules): number | null {
  // As a command that git's hooks decide about later: a test whether anything could be recorded.
  return record(opened, { strategy: "inject", reason: rewritten });
}

/** The same. Commits that only get new parents are none that a rule has changed. */
export function recordChanges(opened: GitAndRules, changes: readonly Change[]): number | null {
  for (const { result } of changes) {
    if (result === null) continue;
    const { before, after, rules } = result;
    const trace = rules.map(({ id, plugin, source, message }) => ({
      id,
      plugin,
      source,
      state: "applied" as const,
      detail: message,
    }));
    const failure = record(opened, {
      strategy: "rewrite",
      reason: rewritten,
      trace,
      message: { before, after },
    });
    if (failure !== null) return failure;
  }
  return null;
}

/** What cannot be fixed is refused in any case. */
export function recordRefusals(opened: GitAndRules, broken: readonly Broken[]): void {
  for (const { commit, result } of broken) {
    const text = readMessage(commit);
    const problems = result.faults.map(({ id, message, source }) => ({
      code: "rule-broken" as const,
      id,
      message,
      source,
      hint: "",
    }));
    record(opened, {
      strategy: "rewrite",
      reason: "no rule says what the message should be",
      problems,
      message: { before: text, after: text },
    });
  }
}

function record({ git, planState }: GitAndRules, outcome: Omit<Outcome, "decision">): number | null {
  const host: Host = { ...git.host, argv: ["interlock", ...readArguments()] };
  const status = outcome.problems === undefined ? 0 : 1;
  // What `fix` does is done, also where git commands only report it.
  const report: Report = {
    ...makeReport(planState, { ...outcome, decision: { action: "exit", status } }),
    mode: "enforce",
  };
  const { problems } = recordDecision(host, report, { command: "interlock fix", place: () => placeOf(host) });
  if (problems.length === 0 || outcome.problems !== undefined) return null;
  complainOfProblems(problems);
  return badSetUp;
}

const lastAsked = { place: "" };

/** The same for all commits of a run. */
function placeOf(host: Host): string {
  lastAsked.place ||= host.runGit(["rev-parse", "--absolute-git-dir"]).stdout.replace(/\n$/, "");
  return lastAsked.place || host.cwd();
}
