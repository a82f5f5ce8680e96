/** How a command line of gh is decided. */
import type { Occasion } from "../../../engine/core/occasion.ts";
import {
  commandPoint,
  descriptionPoints,
  finalizePoint,
  labelsPoint,
  type HookPointName,
} from "../../../engine/core/hook-points.ts";
import type { Plan } from "../../../engine/core/plan.ts";
import type { Problem } from "../../../engine/core/problem.ts";
import type { TextParts } from "../../gh/api-targets.ts";
import { readGhLine, type GhLine } from "../../gh/command-line.ts";
import type { GhConfig } from "../../gh/config-file.ts";
import { editLine, spellWords } from "../../gh/edit-line.ts";
import type { GlobalPart } from "../../git/global-options.ts";
import { identReader } from "../../git/idents.ts";
import type { Repository } from "../../git/repository.ts";
import { lookupsBeforeGit } from "../../hooks/commit-lookups.ts";
import type { ExecDecision, Host } from "../../host.ts";
import { noPlanState } from "../../plan/load-plan.ts";
import { fires, openPlan } from "../../plan/open-command.ts";
import { findMistypedVariables, isOn } from "../../plan/own-variables.ts";
import {
  asCalled,
  makeReport,
  passThrough,
  refuseWith,
  type Outcome,
  type Report,
} from "../../report/report.ts";
import { changeApi } from "./api.ts";
import { decideAskedGh } from "./ask-programs.ts";
import { hasOldAliases, isDeafToEditor, readConfig } from "./config.ts";
import { noChanges, type GhChanges } from "./call.ts";
import { changeMerge } from "./merge.ts";
import { namedRepository, remotesFor } from "./repository.ts";
import { hasPoint, makeRules, type GhRules } from "./rules.ts";
import { changeText } from "./text.ts";

/** git is asked without words of the caller's. */
export const noGlobals: GlobalPart = { options: [], commandIndex: 1 };

export interface DecidedGh {
  report: Report;
  line: GhLine;
}

export function decideGh(host: Host, isDryRun: boolean): DecidedGh {
  let config = readConfig(host);
  let line = readGhLine(host.argv, config, () => hasOldAliases(host));
  if (config.prefersEditor && line.does.kind === "text" && isDeafToEditor(host)) {
    config = { ...config, prefersEditor: false };
    line = readGhLine(host.argv, config, () => hasOldAliases(host));
  }
  if (line.does.kind === "pass") {
    const outcome = passThrough(host.argv, "it sends no description, label or commit message");
    return { line, report: makeReport(noPlanState(), outcome) };
  }
  const { plan, repository, layers, planState } = openPlan(host, noGlobals, isDryRun);
  const reason = plan === null ? planState.reason : whyNotConcerned(plan, line.does);
  if (plan === null || reason !== null) {
    const outcome = passThrough(host.argv, reason ?? "");
    return {
      line,
      report: makeReport(
        planState,
        planState.problems.length > 0 ? refuseWith(outcome, planState.problems) : outcome,
      ),
    };
  }
  if (!isDryRun && !isOn(host, "INTERLOCK_DEBUG"))
    planState.warnings = planState.warnings.concat(findMistypedVariables(host));
  const isSealed = layers.seal !== null;
  const outcome = decideOpened(host, plan, repository, isSealed, line, config);
  return { line, report: makeReport(planState, { ...outcome, quiet: false }) };
}

/** Why no rule is for this line; null if one is. */
function whyNotConcerned(plan: Plan, does: GhLine["does"]): string | null {
  if (fires(plan, commandPoint)) return null;
  const points = pointsOf(does);
  return hasPoint(plan, points) ? null : "no plugin contributes to '" + points.join("' or '") + "'";
}

function pointsOf(does: GhLine["does"]): readonly HookPointName[] {
  if (does.kind === "merge") return [finalizePoint];
  if (does.kind === "text") {
    return does.command === "issue create" ? [labelsPoint] : descriptionPoints.concat(labelsPoint);
  }
  if (does.kind === "api" && does.target.kind === "rest") {
    let points: HookPointName[] = [];
    for (const { about } of does.target.parts) points = points.concat(pointsAbout(about));
    return points;
  }
  return descriptionPoints.concat(labelsPoint, finalizePoint);
}

function pointsAbout(about: TextParts["about"]): readonly HookPointName[] {
  if (about === "issue") return [labelsPoint];
  return about === "message" ? [finalizePoint] : descriptionPoints;
}

function decideOpened(
  host: Host,
  plan: Plan,
  repository: Repository | null,
  isSealed: boolean,
  line: GhLine,
  config: GhConfig,
): Outcome {
  const here = repository && lookupsBeforeGit(host, noGlobals, repository, null);
  const ident = here ? here.ident : identReader(host, [], null);
  const remotesOf = (asked: Host, asks: GhLine): Occasion["remotes"] =>
    remotesFor(asked, asks, () => (here ? here.remotes() : []));
  const remotes = remotesOf(host, line);
  return decideAskedGh(
    host,
    plan,
    line,
    config,
    { remotes, ident, isSealed, repository },
    // Programs may have changed the line.
    (after, lineAfter) => {
      const remotesAfter = lineAfter === line ? remotes : remotesOf(after, lineAfter);
      const rules = makeRules(after, plan, { remotes: remotesAfter, ident, isSealed, repository });
      const changes =
        rules.found.problems.length > 0
          ? noChanges("")
          : change(after, lineAfter, config, remotesAfter, rules);
      return outcomeOf(after, plan, lineAfter, changes, rules);
    },
  );
}

function change(
  host: Host,
  line: GhLine,
  config: GhConfig,
  remotes: Occasion["remotes"],
  rules: GhRules,
): GhChanges {
  const { does } = line;
  switch (does.kind) {
    case "text":
      return changeText({ host, line: does, config, rules, named: () => namedRepository(host, line) });
    case "merge":
      return changeMerge(host, does, rules);
    case "api":
      return changeApi(host, does, remotes, rules);
    default:
      return { ...noChanges(""), unread: does.kind === "unreadable" ? [does.reason] : [] };
  }
}

function outcomeOf(host: Host, plan: Plan, line: GhLine, changes: GhChanges, { found }: GhRules): Outcome {
  const { reason, env } = changes;
  const unread = changes.unread.concat(found.unseen);
  const isReport = plan.mode === "report";
  const isStrict = plan.ghStrict === true && !isReport;
  // With `mode: report` or break glass, what `gh.strict` would refuse goes through. The record still has to show it.
  const isLetPass = plan.ghStrict === true && unread.length > 0;
  const isUntouched = found.trace.length === 0 && Object.keys(env).length === 0 && !isLetPass;
  const strategy = isUntouched ? "pass" : Object.keys(env).length > 0 ? "inject" : "rewrite";
  const outcome: Outcome = {
    strategy,
    reason: reason || unread.join("; "),
    decision: decisionOf(host, line, changes),
    trace: found.trace,
    warnings: found.warnings,
    message: found.message,
    notes: isStrict ? [] : unread.map((what) => "not checked: " + what),
  };
  const problems = found.problems.concat(isStrict ? unread.map(unreadable) : []);
  return problems.length > 0 ? refuseWith(outcome, problems) : outcome;
}

function unreadable(what: string): Problem {
  return {
    code: "gh-unreadable",
    message: "no rule can be applied to this: " + what,
    hint: "give the text on the command line or in a file: 'gh.strict' lets nothing else pass",
    source: "",
  };
}

function decisionOf(host: Host, { argv, isExpanded, does }: GhLine, changes: GhChanges): ExecDecision {
  const { edits, stdin, env } = changes;
  const called = { ...asCalled(host.argv), stdin };
  const decision = Object.keys(env).length > 0 ? { ...called, env } : called;
  if (edits.length === 0 || !("at" in does)) return decision;
  const words = editLine(argv, does.at, edits);
  return { ...decision, argv: isExpanded ? spellWords(argv, words) : words };
}
