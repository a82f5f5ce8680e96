/** How a command line of gh is decided. */
import { valueOf } from "../../gh/parse-flags.ts";
import type { HookPointName } from "../../../engine/core/hook-points.ts";
import type { Plan } from "../../../engine/core/plan.ts";
import type { Problem } from "../../../engine/core/problem.ts";
import { readGhLine, type GhLine } from "../../gh/command-line.ts";
import { ghConfigFile, readGhConfig, type GhConfig } from "../../gh/config-file.ts";
import { editLine, spellWords } from "../../gh/edit-line.ts";
import { findBase } from "../../gh/fill-base.ts";
import type { GlobalPart } from "../../git/global-options.ts";
import { identReader } from "../../git/idents.ts";
import type { Repository } from "../../git/repository.ts";
import { factsBeforeGit } from "../../hooks/commit-facts.ts";
import { isAbsent, type ExecDecision, type Host } from "../../host.ts";
import { noFacts, type PlanFacts } from "../../plan/load-plan.ts";
import { openPlan } from "../../plan/open-command.ts";
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
import { noChanges, type GhChanges } from "./call.ts";
import { changeMerge } from "./merge.ts";
import { descriptionPoints, hasPoint, labelsPoint, makeRules, messagePoint, type GhRules } from "./rules.ts";
import { changeText } from "./text.ts";

/** git is asked without words of the caller's. */
export const noGlobals: GlobalPart = { options: [], commandIndex: 1 };

export interface DecidedGh {
  report: Report;
  line: GhLine;
}

export function decideGh(host: Host, isDryRun: boolean): DecidedGh {
  const config = readConfig(host);
  const line = readGhLine(host.argv, config);
  if (line.does.kind === "pass") {
    const outcome = passThrough(host.argv, "it sends no description, label or commit message");
    return { line, report: makeReport(noFacts(), outcome) };
  }
  const { plan, repository, facts } = openPlan(host, noGlobals, isDryRun);
  const reason = plan === null ? facts.reason : whyNotConcerned(plan, line.does);
  if (plan === null || reason !== null) {
    const outcome = passThrough(host.argv, reason ?? "");
    return {
      line,
      report: makeReport(facts, facts.problems.length > 0 ? refuseWith(outcome, facts.problems) : outcome),
    };
  }
  if (!isDryRun && !isOn(host, "INTERLOCK_DEBUG"))
    facts.warnings = facts.warnings.concat(findMistypedVariables(host));
  return { line, report: decideOpened(host, plan, repository, facts, line, config) };
}

function readConfig(host: Host): GhConfig {
  const path = ghConfigFile((name) => host.env(name));
  const text = path === "" ? "" : host.readFile(path);
  if (typeof text === "string") return readGhConfig(text);
  const config = readGhConfig("");
  return isAbsent(text) ? config : { ...config, problem: "'" + path + "' cannot be read" };
}

/** Why no rule is for this line; null if one is. */
function whyNotConcerned(plan: Plan, does: GhLine["does"]): string | null {
  const points = pointsOf(does);
  return hasPoint(plan, points) ? null : "no plugin contributes to '" + points.join("' or '") + "'";
}

function pointsOf(does: GhLine["does"]): readonly HookPointName[] {
  if (does.kind === "merge") return [messagePoint];
  if (does.kind === "text") {
    const labels = does.labels !== null || does.command === "issue create" ? [labelsPoint] : [];
    return does.command.startsWith("pr ") ? descriptionPoints.concat(labels) : labels.concat(labelsPoint);
  }
  if (does.kind === "api" && does.target.kind === "rest") {
    const { about } = does.target.parts;
    if (about === "issue") return [labelsPoint];
    return about === "message" ? [messagePoint] : descriptionPoints;
  }
  return descriptionPoints.concat(labelsPoint, messagePoint);
}

function decideOpened(
  host: Host,
  plan: Plan,
  repository: Repository | null,
  facts: PlanFacts,
  line: GhLine,
  config: GhConfig,
): Report {
  const named = repositoryNamed(host, line);
  const here = repository && factsBeforeGit(host, noGlobals, repository, null);
  const remotes = (): string[] => (named !== null ? [named] : here ? here.remotes() : []);
  const rules = makeRules(host, plan, remotes, here ? here.ident : identReader(host, [], null));
  const changes = rules.found.problems.length > 0 ? noChanges("") : change(host, line, config, rules);
  const outcome = outcomeOf(host, plan, line, changes, rules);
  return makeReport(facts, { ...outcome, quiet: false });
}

function change(host: Host, { does }: GhLine, config: GhConfig, rules: GhRules): GhChanges {
  switch (does.kind) {
    case "text":
      return changeText(host, does, config, rules);
    case "merge":
      return changeMerge(host, does, rules);
    case "api":
      return changeApi(host, does, rules);
    default:
      return { ...noChanges(""), unread: does.kind === "unreadable" ? [does.reason] : [] };
  }
}

/** The repository that the line itself names, as `when.remote` compares it; null if none. */
function repositoryNamed(host: Host, { argv, does }: GhLine): string | null {
  const server = host.env("GH_HOST") || "github.com";
  let repo: string | null = null;
  if (does.kind === "text") repo = does.repo;
  if (does.kind === "merge")
    repo = valueOf(does.flags, "repo") || repositoryOfAddress(argv, does.flags.operands);
  if (does.kind === "api") {
    const path = /(?:^|\/)repos\/([^/{}:]+\/[^/{}:]+)\//.exec(
      argv[does.flags.operands[0] as number] as string,
    );
    if (path === null) return null;
    repo = path[1] as string;
  }
  repo = repo || host.env("GH_REPO") || null;
  return repo === null ? null : findBase({ remotes: [], repo, host: server, canPrompt: false });
}

/** A pull request may be named by its address. */
function repositoryOfAddress(argv: readonly string[], operands: readonly number[]): string | null {
  const [first] = operands;
  const address =
    first === undefined ? null : /^https?:\/\/([^/]+\/[^/]+\/[^/]+)\/pull\//.exec(argv[first] as string);
  return address === null ? null : (address[1] as string);
}

function outcomeOf(host: Host, plan: Plan, line: GhLine, changes: GhChanges, { found }: GhRules): Outcome {
  const { reason, env } = changes;
  const unread = changes.unread.concat(found.unseen);
  const isReport = plan.mode === "report";
  const isStrict = plan.ghStrict === true && !isReport;
  // Where only the broken glass lets it pass, that is to be recorded.
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
