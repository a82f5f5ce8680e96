/** Runs a hook point over a commit message. */
import { dispatchMessage } from "../../engine/core/dispatch/dispatch-message.ts";
import { changeMessage } from "../../engine/core/effect-problems.ts";
import type { Facts } from "../../engine/core/facts.ts";
import type { HookPointName } from "../../engine/core/hook-points.ts";
import type { MessageRules } from "../../engine/core/message-rules.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import type { IdentReader } from "../git/idents.ts";
import type { Host } from "../host.ts";
import { readEnvFile } from "../plan/env-file.ts";
import type { Findings } from "../report/report.ts";
import type { Surroundings } from "./commit-metadata.ts";
import { runProgramsAndEffects } from "./programs-and-effects.ts";
import { runTextPrograms } from "./text-programs.ts";

export interface PointRun {
  point: HookPointName;
  text: string;
  rules: MessageRules;
  allowEmpty: boolean;
  /** `kind` and `remotes` are looked up only if a contribution needs them. */
  kind: Facts["commit"];
  remotes: Facts["remotes"];
  ident: IdentReader;
  /** Is the install sealed? Programs that the caller could have written then do not run. */
  isSealed: boolean;
  /** What programs get beside the text; left out where no git will commit it here. */
  surroundings?: Surroundings;
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
  const facts: Facts = { commit: run.kind, remotes: run.remotes };
  const context = { values, facts, isSealed: run.isSealed, surroundings: run.surroundings };
  const ran = runProgramsAndEffects(
    text,
    { host, isSealed: run.isSealed, isReport: plan.mode === "report" },
    (value) => runTextPrograms(host, plan, point, value, context),
    (value) => {
      const outcome = dispatchMessage(plan, point, value, { rules, values, allowEmpty, facts });
      return { ...outcome, value: outcome.text };
    },
  );
  const { value: after, trace, warnings, problems } = ran;
  if (after === null) return { text, findings: { trace, warnings, problems } };
  const message = { before: text, after };
  if (plan.mode === "report")
    return { text, findings: { trace, message, warnings: warnings.concat(problems), problems: [] } };
  return {
    text: problems.length > 0 ? text : after,
    findings: { trace, message, warnings, problems: withNextCommand(problems, run) },
  };
}

function withNextCommand(problems: Problem[], { nextCommand }: PointRun): Problem[] {
  if (problems.length === 0 || nextCommand === null || !problems.some(({ hint }) => hint === changeMessage))
    return problems;
  const hint = "change the message: " + nextCommand();
  return problems.map((problem) => (problem.hint === changeMessage ? { ...problem, hint } : problem));
}
