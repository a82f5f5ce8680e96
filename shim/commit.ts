/**
 * `git commit`: the message is rewritten where it stands, if the case is provably plain.
 */
import type { DispatchContext } from "../engine/core/dispatch-context.ts";
import { dispatchText } from "../engine/core/dispatch-text.ts";
import type { Plan } from "../engine/core/plan.ts";
import { isRefusal, type Problem } from "../engine/core/problem.ts";
import { makeValues } from "../engine/core/resolve-template.ts";
import { changeMessage, keepMessage } from "./git/carry-message.ts";
import { readCommitFacts } from "./git/commit-facts.ts";
import { has, readCommitLine, whyNotPlain } from "./git/commit-line.ts";
import { needsStdin, readMessage } from "./git/commit-message.ts";
import type { GlobalPart } from "./git/global-options.ts";
import { judgePlainCase } from "./git/plain-case.ts";
import { findRepository, type Repository } from "./git/repository.ts";
import type { Host } from "./host.ts";
import { anyLayer, findLayers } from "./layers.ts";
import { loadPlan } from "./load-plan.ts";
import { passThrough, type Report } from "./report.ts";
import { readSealedValues } from "./sealed-values.ts";

const point = "commit.message.finalize";
const notYet = ", which this version does not intercept";

export interface DecideOptions {
  /** false: leave nothing behind, not even a cached plan. */
  mayWrite: boolean;
}

export function decideCommit(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const pass = (reason: string): Report => ({ ...report, reason });

  const line = readCommitLine(host.argv, globals.commandIndex + 1);
  if (line === null) return pass("git answers this line itself");
  if (line.isDryRun) return pass("git only reports, and commits nothing");
  report.quiet = has(line, "quiet");

  const repository = findRepository(host, globals.options);
  if (typeof repository === "string") return pass(repository);
  const plan = takePlan(host, repository, options, report);
  if (plan === null) return report;
  const contributions = plan.points[point];
  if (!contributions) return pass("no plugin contributes to '" + point + "'");

  const unplain = whyNotPlain(line);
  if (unplain !== null) return pass(unplain + notYet);
  const judged = judgePlainCase(host, globals.options, repository, line);
  if (!judged.plain) return pass(judged.reason + notYet);
  const facts = readCommitFacts(host, globals.options, repository, line, contributions);
  if (typeof facts === "string") return pass(facts + notYet);
  const read = readMessage(host, line, repository);
  if (read.kind === "left") return pass(read.reason);

  // From here on a message from a pipe is used up: git gets our copy, whatever happens.
  report.decision = keepMessage(host.argv, read);
  if (read.text.includes("\0")) return pass("the message has a NUL byte, which git refuses");
  if (judged.verbose && read.text.includes(" >8 ---"))
    return pass("-v will cut the message at its scissors line" + notYet);

  report.strategy = "rewrite";
  report.reason =
    "the message stands in " + (read.source === "argument" ? "-m" : "-F") + ", and nothing touches it later";
  const sealed = readSealedValues(host, plan.envFile);
  if (sealed.problem !== null) {
    stopFor(report, [sealed.problem]);
    return report;
  }
  const values = makeValues(
    plan,
    sealed.values,
    (name) => host.env(name),
    () => "",
  );
  const allowEmpty = has(line, "allow-empty-message");
  const after = finalizeMessage(plan, read.text, { rules: judged.rules, values, allowEmpty, facts }, report);
  if (after === read.text || report.decision.action === "exit") return report;
  if (plan.mode === "report") return report;
  const changed = changeMessage(host.argv, read, after, judged.rules, needsStdin(host, line, repository.cwd));
  if (changed === null)
    return pass("the message is too long for an argument, and standard input is taken" + notYet);
  report.decision = changed;
  return report;
}

/** Fills in the report's plan; null if there is none, with the reason in the report. */
function takePlan(host: Host, repository: Repository, options: DecideOptions, report: Report): Plan | null {
  const layers = findLayers(host, repository.top);
  if (!anyLayer(host, layers)) {
    report.reason = "there is no configuration";
    return null;
  }
  const loaded = loadPlan(host, layers, options.mayWrite);
  if ("problem" in loaded) {
    report.reason = "there is no plan to go by";
    stopFor(report, [loaded.problem]);
    return null;
  }
  host.setFailurePolicy(loaded.plan.onEngineFailure);
  report.plan = { path: loaded.path, origin: loaded.origin };
  report.mode = loaded.plan.mode;
  return loaded.plan;
}

/** Runs the hook point; gives the message as it should be, and writes the rest into the report. */
function finalizeMessage(plan: Plan, before: string, context: DispatchContext, report: Report): string {
  const outcome = dispatchText(plan, point, before, context);
  report.trace = outcome.trace;
  report.warnings = outcome.warnings;
  report.message = { before, after: outcome.text };
  if (plan.mode === "report") report.warnings = report.warnings.concat(outcome.problems);
  else if (outcome.problems.length > 0) stopFor(report, outcome.problems);
  return outcome.text;
}

function stopFor(report: Report, problems: Problem[]): void {
  report.problems = problems;
  // A refusal by policy is 1; a set-up that does not work is 128, like git's own fatal errors.
  report.decision = { action: "exit", status: problems.every(isRefusal) ? 1 : 128 };
}
