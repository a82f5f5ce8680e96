/** Dry run of a hook point over a text that the caller gives: `interlock explain --message-file`. */
import { describeErrno } from "../../engine/core/errno.ts";
import {
  finalizePoint,
  hookPointNames,
  hookPoints,
  isMessagePoint,
  resolveHookPoint,
} from "../../engine/core/hook-points.ts";
import type { HookPointName } from "../../engine/core/hook-points.ts";
import { suggestName } from "../../engine/core/nearest-name.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { identReader } from "../git/idents.ts";
import { factsBeforeGit } from "../hooks/commit-facts.ts";
import { kindReader } from "../hooks/commit-kind.ts";
import type { Host } from "../host.ts";
import { readEnvFile } from "../plan/env-file.ts";
import { fires, openPlan, type OpenedPlan } from "../plan/open-command.ts";
import { exitFor, makeReport, type Findings, type Outcome, type Report } from "../report/report.ts";
import { runPoint } from "../rules/run-point.ts";
import { runTextRules } from "../rules/text-rules.ts";

export interface ExplainedText {
  report: Report;
  point: HookPointName;
}

/** Byte strings. */
interface Refused {
  message: string;
  hint: string;
}

const noGlobals: GlobalPart = { options: [], commandIndex: 1 };

/** `file`: `-` is standard input. `hook`: empty for the message of a commit. */
export function explainText(host: Host, file: string, hook: string): ExplainedText | Refused {
  const point = resolveHookPoint(hook || finalizePoint);
  if (point === null || hookPoints[point].mode !== "text")
    return {
      message: "'" + hook + "' is " + (point === null ? "no hook point" : "about no text"),
      hint: suggestName(
        hook,
        hookPointNames.filter((name) => hookPoints[name].mode === "text"),
      ),
    };
  const text = file === "-" ? host.readStdin() : host.readInput(file);
  if (typeof text === "number")
    return {
      message: "the text cannot be read from '" + file + "': " + describeErrno(text),
      hint: "name a file that can be read, or '-' for standard input",
    };
  const opened = openPlan(host, noGlobals, true);
  return { report: makeReport(opened.facts, judge(host, opened, point, text)), point };
}

function judge(host: Host, opened: OpenedPlan, point: HookPointName, text: string): Outcome {
  const { plan, facts } = opened;
  const kept = (reason: string): Outcome => ({
    strategy: "pass",
    reason,
    decision: facts.problems.length > 0 ? exitFor(facts.problems) : { action: "exit", status: 0 },
    problems: facts.problems,
    message: { before: text, after: text },
  });
  if (plan === null) return kept(facts.reason);
  if (!fires(plan, point)) return kept("no plugin contributes to '" + point + "'");
  const findings = isMessagePoint(point)
    ? runOverMessage(host, opened, plan, point, text)
    : runOverText(host, opened, plan, point, text);
  const { problems } = findings;
  return {
    strategy: "rewrite",
    reason: "its rules run over the text",
    decision: problems.length > 0 ? exitFor(problems) : { action: "exit", status: 0 },
    ...findings,
  };
}

function factsHere(host: Host, repository: OpenedPlan["repository"]): ReturnType<typeof factsBeforeGit> {
  return repository === null
    ? { remotes: () => [], ident: identReader(host, [], null) }
    : factsBeforeGit(host, noGlobals, repository, null);
}

type Found = Pick<Findings, "problems"> & Partial<Findings>;

/** As `git commit -F` would. */
function runOverMessage(
  host: Host,
  { repository, layers }: OpenedPlan,
  plan: Plan,
  point: HookPointName,
  text: string,
): Found {
  const { remotes, ident } = factsHere(host, repository);
  const rules = { cleanup: "whitespace" as const, commentChar: "#" };
  return runPoint(host, plan, {
    point,
    text,
    rules,
    allowEmpty: false,
    isSealed: layers.seal !== null,
    kind: kindReader(text, rules, { impliedKind: () => "composed", isMerge: () => false }),
    remotes,
    ident,
    nextCommand: null,
  }).findings;
}

function runOverText(
  host: Host,
  { repository, layers }: OpenedPlan,
  plan: Plan,
  point: HookPointName,
  text: string,
): Found {
  const sealed = readEnvFile(host, plan.envFile);
  if (sealed.problem !== null) return { problems: [sealed.problem] };
  const { remotes, ident } = factsHere(host, repository);
  const values = makeValues(plan, sealed.values, (name) => host.env(name), ident);
  const facts = { commit: () => null, remotes };
  const context = { values, facts, isSealed: layers.seal !== null };
  const { value, trace, problems, warnings } = runTextRules(host, plan, point, text, context);
  const message = { before: text, after: value ?? text };
  const isReport = plan.mode === "report";
  return {
    trace,
    message,
    problems: isReport ? [] : problems,
    warnings: isReport ? warnings.concat(problems) : warnings,
  };
}
