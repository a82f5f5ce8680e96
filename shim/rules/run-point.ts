/** Runs a hook point over a commit message. */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { dispatchMessage } from "../../engine/core/dispatch/dispatch-message.ts";
import { changeMessage } from "../../engine/core/effect-problems.ts";
import type { Facts } from "../../engine/core/facts.ts";
import type { MessageRules } from "../../engine/core/message-rules.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { makeValues, type Values } from "../../engine/core/resolve-template.ts";
import type { IdentReader } from "../git/idents.ts";
import type { Host } from "../host.ts";
import { readEnvFile } from "../plan/env-file.ts";
import type { Findings } from "../report/report.ts";
import { runPrograms, type ProgramsRun } from "./run-programs.ts";

export interface PointRun {
  point: string;
  text: string;
  rules: MessageRules;
  allowEmpty: boolean;
  /** `kind` and `remotes` are looked up only if a contribution needs them. */
  kind: Facts["commit"];
  remotes: Facts["remotes"];
  ident: IdentReader;
  /** Is the install sealed? Programs that the caller could have written then do not run. */
  isSealed: boolean;
  /** The command line that continues after a refusal; null if there is none to suggest. */
  nextCommand: (() => string) | null;
}

export interface PointResult {
  /** The resulting message; the original one in report mode or if there are problems. */
  text: string;
  findings: Pick<Findings, "problems"> & Partial<Pick<Findings, "trace" | "warnings" | "message">>;
}

export function runPoint(host: Host, plan: Plan, run: PointRun): PointResult {
  const { point, text, rules, allowEmpty } = run;
  const sealed = readEnvFile(host, plan.envFile);
  if (sealed.problem !== null) return { text, findings: { problems: [sealed.problem] } };
  const values = makeValues(plan, sealed.values, (name) => host.env(name), run.ident);
  // Programs first: what rules require holds for what they have made of the message, too.
  const programs = runMessagePrograms(host, plan, run, values);
  if (programs.problems.length > 0 && plan.mode !== "report") return { text, findings: programs };
  const facts: Facts = { commit: run.kind, remotes: run.remotes };
  const outcome = dispatchMessage(plan, point, programs.text, { rules, values, allowEmpty, facts });
  // In a sealed install, rules of lower layers may have changed what a program of root's has let pass.
  const isChanged = run.isSealed && outcome.text !== programs.text;
  const again = isChanged
    ? runMessagePrograms(host, plan, { ...run, text: outcome.text }, values).problems
    : [];
  const trace = programs.trace.concat(outcome.trace);
  const warnings = programs.warnings.concat(outcome.warnings);
  const problems = programs.problems.concat(outcome.problems, again);
  const message = { before: text, after: outcome.text };
  if (plan.mode === "report")
    return { text, findings: { trace, message, warnings: warnings.concat(problems), problems: [] } };
  return {
    text: problems.length > 0 ? text : outcome.text,
    findings: { trace, message, warnings, problems: withNextCommand(problems, run) },
  };
}

interface MessagePrograms extends Pick<ProgramsRun, "trace" | "problems" | "warnings"> {
  text: string;
}

/** Where no program changes it, the message stays as it is, byte for byte. */
function runMessagePrograms(host: Host, plan: Plan, run: PointRun, values: Values): MessagePrograms {
  const { point, text } = run;
  if (!(plan.programs || {})[point]) return { text, trace: [], problems: [], warnings: [] };
  const given = decodeUtf8(text);
  const ran = runPrograms(host, plan, point, { text: given, metadata: {} }, values, run.isSealed);
  const said = ran.payload["text"];
  return { ...ran, text: typeof said === "string" && said !== given ? encodeUtf8(said) : text };
}

function withNextCommand(problems: Problem[], { nextCommand }: PointRun): Problem[] {
  if (nextCommand === null || !problems.some(({ hint }) => hint === changeMessage)) return problems;
  const hint = "change the message: " + nextCommand();
  return problems.map((problem) => (problem.hint === changeMessage ? { ...problem, hint } : problem));
}
