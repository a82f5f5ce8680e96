/**
 * The git commands that interlock handles, and how a command line is decided.
 */
import { strategyOf, type InterceptedCommand } from "../git/commands.ts";
import { parseGlobalOptions, type GlobalPart } from "../git/global-options.ts";
import type { KnownMessage } from "../git/known-message.ts";
import type { Host } from "../host.ts";
import { interceptIfPossible } from "../hooks/intercept-children.ts";
import { noPlanState, type PlanState } from "../plan/load-plan.ts";
import { commandPoint } from "../../engine/core/hook-points.ts";
import { fires, isInRepository, openCommand, type OpenCommand } from "../plan/open-command.ts";
import { makeReport, passThrough, refuseWith, type Outcome, type Report } from "../report/report.ts";
import { toKeptSender } from "../push/senders.ts";
import { am } from "./am.ts";
import type { Command } from "./command.ts";
import { commitTree } from "./commit-tree.ts";
import { commit } from "./commit.ts";
import { decideAsked, decideOpened } from "./decide-asked.ts";
import { history } from "./history.ts";
import { merge } from "./merge.ts";
import { push } from "./push.ts";
import { send } from "./send.ts";
import { cherryPick, rebase, revert } from "./sequence.ts";
import { startsOthers, unlisted } from "./unlisted-commands.ts";

type AnyCommand = Command<unknown>;

const commands: { readonly [N in InterceptedCommand]: AnyCommand } = {
  am,
  "cherry-pick": cherryPick,
  commit,
  "commit-tree": commitTree,
  history,
  merge,
  push,
  rebase,
  revert,
};

export interface Decided {
  report: Report;
  /** Null if there is nothing to enforce. */
  command: OpenCommand | null;
  outcome: Outcome;
  /** The message that git will commit, if that is known before git runs. `host`: where git will run its hooks. */
  knownMessage(host: Host): KnownMessage | null;
}

export function decide(host: Host, isDryRun: boolean): Decided {
  const globals = parseGlobalOptions(host.argv);
  if (globals === null) return passed(host, "git answers this line itself");
  const name = host.argv[globals.commandIndex] as string;
  const entry = findCommand(name);
  if (entry === null) return passed(host, "'" + name + "' makes no commit");
  const line = entry.parse(host.argv, globals.commandIndex + 1);
  const reason = entry.whyPassed ? entry.whyPassed(line, host) : null;
  return reason === null ? decideLine(host, globals, entry, line, isDryRun) : passed(host, reason);
}

function findCommand(name: string): AnyCommand | null {
  if (isIntercepted(name)) return commands[name];
  const strategy = strategyOf(name);
  if (strategy === "pass") return null;
  if (strategy === "gate") return send;
  return strategy === null ? unlisted : startsOthers;
}

function isIntercepted(name: string): name is InterceptedCommand {
  return Object.prototype.hasOwnProperty.call(commands, name);
}

function passed(host: Host, reason: string): Decided {
  const outcome = passThrough(host.argv, reason);
  return { report: makeReport(noPlanState(), outcome), command: null, outcome, knownMessage: () => null };
}

function decideLine(
  host: Host,
  globals: GlobalPart,
  entry: AnyCommand,
  line: unknown,
  isDryRun: boolean,
): Decided {
  const quiet = entry.isQuiet ? entry.isQuiet(line) : true;
  const isCalledByPeople = entry.kind === "intercepted";
  const { traits } = entry;
  const { command, planState } = openCommand(host, globals, { traits, isDryRun, quiet, isCalledByPeople });
  const decided =
    command === null ? nothingToEnforce(host, globals, planState) : decideWith(host, entry, command, line);
  const outcome: Outcome = { quiet, ...decided };
  const report = { ...makeReport(planState, outcome), isPlumbing: entry.isPlumbing === true };
  const knownMessage: Decided["knownMessage"] = (there) =>
    entry.knownMessage && command !== null && isInRepository(command)
      ? entry.knownMessage(there, command, line)
      : null;
  return { report, command, outcome, knownMessage };
}

function nothingToEnforce(host: Host, globals: GlobalPart, { reason, problems }: PlanState): Outcome {
  const outcome = passThrough(host.argv, reason);
  if (problems.length > 0) return refuseWith(outcome, problems);
  return { ...outcome, decision: toKeptSender(host, globals, outcome.decision) };
}

function decideWith(host: Host, entry: AnyCommand, command: OpenCommand, line: unknown): Outcome {
  if (entry.onlyStartsOthers && entry.onlyStartsOthers(line)) return interceptIfPossible(host, command);
  const isAsked = fires(command.plan, commandPoint) && (isInRepository(command) || !entry.needsRepository);
  return isAsked ? decideAsked(host, entry, command, line) : decideOpened(host, entry, command, line);
}
