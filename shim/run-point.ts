/**
 * Runs a hook point over a commit message, and writes what came of it into a report.
 */
import { changeMessage } from "../engine/core/effect-problems.ts";
import { dispatchMessage } from "../engine/core/dispatch/dispatch-message.ts";
import type { Facts } from "../engine/core/facts.ts";
import type { MessageRules } from "../engine/core/message-rules.ts";
import type { Plan } from "../engine/core/plan.ts";
import type { Problem } from "../engine/core/problem.ts";
import { makeValues } from "../engine/core/resolve-template.ts";
import type { IdentReader } from "./git/idents.ts";
import type { Host } from "./host.ts";
import { stopFor, type Report } from "./report.ts";
import { readSealedValues } from "./sealed-values.ts";

export interface PointRun {
  point: string;
  text: string;
  rules: MessageRules;
  allowEmpty: boolean;
  /** These two are asked only if a contribution wants to know. */
  kind: Facts["commit"];
  remotes: Facts["remotes"];
  ident: IdentReader;
  /** The command line that goes on from a refusal; null if there is none to tell. */
  wayOn: (() => string) | null;
}

/** Gives the message as it should be; the one that came, if the plan only reports or something is wrong. */
export function runPoint(host: Host, plan: Plan, run: PointRun, report: Report): string {
  const sealed = readSealedValues(host, plan.envFile);
  if (sealed.problem !== null) {
    stopFor(report, [sealed.problem]);
    return run.text;
  }
  const values = makeValues(plan, sealed.values, (name) => host.env(name), run.ident);
  const facts: Facts = { commit: run.kind, remotes: run.remotes };
  const { rules, allowEmpty } = run;
  const outcome = dispatchMessage(plan, run.point, run.text, { rules, values, allowEmpty, facts });
  report.trace = outcome.trace;
  report.warnings = report.warnings.concat(outcome.warnings);
  report.message = { before: run.text, after: outcome.text };
  if (plan.mode === "report") {
    report.warnings = report.warnings.concat(outcome.problems);
    return run.text;
  }
  if (outcome.problems.length > 0) {
    stopFor(report, withWayOn(outcome.problems, run));
    return run.text;
  }
  return outcome.text;
}

function withWayOn(problems: Problem[], { wayOn }: PointRun): Problem[] {
  if (wayOn === null || !problems.some(({ hint }) => hint === changeMessage)) return problems;
  const hint = "change the message: " + wayOn();
  return problems.map((problem) => (problem.hint === changeMessage ? { ...problem, hint } : problem));
}
