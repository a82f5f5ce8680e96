/**
 * The git commands that interlock handles, and how a command line is decided.
 */
import { strategyOf } from "../git/commands.ts";
import { parseGlobalOptions, type GlobalPart } from "../git/global-options.ts";
import type { Host } from "../host.ts";
import { interceptIfPossible } from "../hooks/intercept-children.ts";
import { noFacts, type PlanFacts } from "../plan/load-plan.ts";
import {
  commandPoint,
  fires,
  openCommand,
  type CommandInRepository,
  type OpenCommand,
} from "../plan/open-command.ts";
import { makeReport, passThrough, refuseWith, type Outcome, type Report } from "../report/report.ts";
import { toKeptSender } from "../push/senders.ts";
import { am } from "./am.ts";
import type { Command } from "./command.ts";
import { commitTree } from "./commit-tree.ts";
import { commit } from "./commit.ts";
import { decideAsked, type AskedKind } from "./decide-asked.ts";
import { history } from "./history.ts";
import { merge } from "./merge.ts";
import { push } from "./push.ts";
import { send } from "./send.ts";
import { sequence } from "./sequence.ts";
import { startsOthers, unlisted } from "./unlisted-commands.ts";

type AnyCommand = Command<unknown>;

const commands: { readonly [name: string]: AnyCommand } = {
  am,
  "cherry-pick": sequence,
  commit,
  "commit-tree": commitTree,
  history,
  merge,
  push,
  rebase: sequence,
  revert: sequence,
};

export interface Decided {
  report: Report;
  /** Null if there is nothing to enforce. */
  command: OpenCommand | null;
  outcome: Outcome;
}

export function decide(host: Host, isDryRun: boolean): Decided {
  const globals = parseGlobalOptions(host.argv);
  if (globals === null) return passed(host, "git answers this line itself");
  const name = host.argv[globals.commandIndex] as string;
  const entry = findCommand(name);
  if (entry === null) return passed(host, "'" + name + "' makes no commit");
  const line = entry.parse(host.argv, globals.commandIndex + 1, name);
  const reason = entry.whyPassed ? entry.whyPassed(line, host) : null;
  return reason === null ? decideLine(host, globals, entry, line, isDryRun) : passed(host, reason);
}

function findCommand(name: string): AnyCommand | null {
  if (Object.prototype.hasOwnProperty.call(commands, name)) return commands[name] as AnyCommand;
  const strategy = strategyOf(name);
  if (strategy === "pass") return null;
  if (strategy === "gate") return send;
  return strategy === null ? unlisted : startsOthers;
}

function passed(host: Host, reason: string): Decided {
  const outcome = passThrough(host.argv, reason);
  return { report: makeReport(noFacts(), outcome), command: null, outcome };
}

function decideLine(
  host: Host,
  globals: GlobalPart,
  entry: AnyCommand,
  line: unknown,
  isDryRun: boolean,
): Decided {
  const quiet = entry.isQuiet ? entry.isQuiet(line) : true;
  const { command, facts } = openCommand(host, globals, { isDryRun, quiet });
  const decided =
    command === null ? nothingToEnforce(host, globals, facts) : decideOpened(host, entry, command, line);
  const outcome: Outcome = { quiet, ...decided };
  const report = { ...makeReport(facts, outcome), isPlumbing: entry.isPlumbing === true };
  return { report, command, outcome };
}

function nothingToEnforce(host: Host, globals: GlobalPart, { reason, problems }: PlanFacts): Outcome {
  const outcome = passThrough(host.argv, reason);
  if (problems.length > 0) return refuseWith(outcome, problems);
  return { ...outcome, decision: toKeptSender(host, globals, outcome.decision) };
}

function decideOpened(host: Host, entry: AnyCommand, command: OpenCommand, line: unknown): Outcome {
  if (entry.onlyStartsOthers && entry.onlyStartsOthers(line)) return interceptIfPossible(host, command);
  if (entry.needsRepository && command.repository === null)
    return passThrough(host.argv, "git finds no repository");
  if (fires(command.plan, commandPoint)) return decideAsked(host, entry, kindOf(entry), command, line);
  return entry.decide(host, command as CommandInRepository, line);
}

function kindOf(entry: AnyCommand): AskedKind {
  if (entry === send) return "sender";
  return entry === unlisted || entry === startsOthers ? "unknown" : "intercepted";
}
