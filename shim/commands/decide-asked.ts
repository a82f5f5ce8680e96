/**
 * Decides a command that programs are asked about first (`command.before`). What they make of the line is decided like any
 * other line, so nobody gets past a rule this way.
 */
import { strategyOf } from "../git/commands.ts";
import { identReader } from "../git/idents.ts";
import { factsBeforeGit } from "../hooks/commit-facts.ts";
import { interceptIfPossible } from "../hooks/intercept-children.ts";
import type { Host } from "../host.ts";
import type { CommandInRepository, OpenCommand } from "../plan/open-command.ts";
import { isStartedByGit, isStartedByHelper } from "../push/started-by-helper.ts";
import { passThrough, refused, type Outcome } from "../report/report.ts";
import { askAboutCommand, asOwnDecision, withAnswer, type CommandAnswer } from "../rules/command-programs.ts";
import type { Command } from "./command.ts";

/** `unknown`: whether it is intercepted is known only once it is decided. */
export type AskedKind = "intercepted" | "sender" | "unknown";

export function decideAsked(
  host: Host,
  entry: Command<unknown>,
  kind: AskedKind,
  command: OpenCommand,
  line: unknown,
): Outcome {
  const decide = (): Outcome => entry.decide(host, command as CommandInRepository, line);
  const decided = kind === "unknown" ? decide() : null;
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
  const line = entry.parse(host.argv, command.globals.commandIndex + 1, command.name);
  const reason = entry.whyPassed ? entry.whyPassed(line, host) : null;
  if (reason !== null) return passThrough(host.argv, reason);
  if (entry.onlyStartsOthers && entry.onlyStartsOthers(line)) return interceptIfPossible(host, command);
  return entry.decide(host, command as CommandInRepository, line);
}

/** Null for what git itself starts for a push: the push has been asked about. */
function ask(host: Host, command: OpenCommand, kind: AskedKind): CommandAnswer | null {
  const { globals, repository, layers, plan, name } = command;
  const isStarted = (): boolean =>
    name.startsWith("remote-") ? isStartedByGit(host, layers) : isStartedByHelper(host, layers);
  if (kind === "sender" && isStarted()) return null;
  const facts = repository && factsBeforeGit(host, globals, repository, null);
  return askAboutCommand(host, plan, {
    program: "git",
    // The words of a sender are read once more where it is judged.
    fixed: kind === "sender" ? null : globals.commandIndex + 1,
    remotes: facts ? facts.remotes : () => [],
    ident: facts ? facts.ident : identReader(host, [], null),
    isSealed: layers.seal !== null,
    repository,
  });
}
