/**
 * Decides a command that programs are asked about first (`command.before`). What they make of the line is decided like any
 * other line, so nobody gets past a rule this way.
 */
import { strategyOf } from "../git/commands.ts";
import { identReader } from "../git/idents.ts";
import { lookupsBeforeGit } from "../hooks/commit-lookups.ts";
import { interceptIfPossible } from "../hooks/intercept-children.ts";
import type { Host } from "../host.ts";
import { isInRepository, type OpenCommand } from "../plan/open-command.ts";
import { isStartedByGit, isStartedByHelper } from "../push/started-by-helper.ts";
import { passThrough, refused, type Outcome } from "../report/report.ts";
import { askAboutCommand, asOwnDecision, withAnswer, type CommandAnswer } from "../rules/command-programs.ts";
import type { Command } from "./command.ts";

/** Decides a command that no program is asked about, or that they let pass. */
export function decideOpened(
  host: Host,
  entry: Command<unknown>,
  command: OpenCommand,
  line: unknown,
): Outcome {
  if (!entry.needsRepository) return entry.decide(host, command, line);
  return isInRepository(command)
    ? entry.decide(host, command, line)
    : passThrough(host.argv, "git finds no repository");
}

export function decideAsked(
  host: Host,
  entry: Command<unknown>,
  command: OpenCommand,
  line: unknown,
): Outcome {
  const { kind } = entry;
  const decide = (): Outcome => decideOpened(host, entry, command, line);
  const decided = kind === "other" ? decide() : null;
  if (decided !== null && decided.strategy !== "inject") return decided;
  const answer = ask(host, command, kind);
  if (answer === null) return decided ?? decide();
  const { argv, problems } = answer;
  if (problems.length > 0) {
    const strategy = strategyOf(command.name) || "inject";
    return withAnswer(refused(strategy, "", problems), answer);
  }
  if (argv === null) return withAnswer(decided ?? decide(), answer);
  const changed = decideChanged({ ...host, argv }, entry, command);
  return withAnswer({ ...changed, decision: asOwnDecision(changed.decision, argv, host.argv) }, answer);
}

function decideChanged(host: Host, entry: Command<unknown>, command: OpenCommand): Outcome {
  const line = entry.parse(host.argv, command.globals.commandIndex + 1);
  const reason = entry.whyPassed ? entry.whyPassed(line, host) : null;
  if (reason !== null) return passThrough(host.argv, reason);
  if (entry.onlyStartsOthers && entry.onlyStartsOthers(line)) return interceptIfPossible(host, command);
  return decideOpened(host, entry, command, line);
}

/** Null for what git itself starts for a push: the push has been asked about. */
function ask(host: Host, command: OpenCommand, kind: Command<unknown>["kind"]): CommandAnswer | null {
  const { globals, repository, layers, plan, name } = command;
  const isStarted = (): boolean =>
    name.startsWith("remote-") ? isStartedByGit(host, layers) : isStartedByHelper(host, layers);
  if (kind === "sender" && isStarted()) return null;
  const lookups = repository && lookupsBeforeGit(host, globals, repository, null);
  return askAboutCommand(host, plan, {
    program: "git",
    // The words of a sender are read once more where it is judged.
    fixed: kind === "sender" ? null : globals.commandIndex + 1,
    remotes: lookups ? lookups.remotes : () => [],
    ident: lookups ? lookups.ident : identReader(host, [], null),
    isSealed: layers.seal !== null,
    repository,
  });
}
