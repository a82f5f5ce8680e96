/** The interface between table.ts and the git commands that interlock handles. */
import type { CommandTraits } from "../git/command-traits.ts";
import type { KnownMessage } from "../git/known-message.ts";
import type { Host } from "../host.ts";
import type { CommandInRepository, OpenCommand } from "../plan/open-command.ts";
import type { Outcome } from "../report/report.ts";

/** How interlock decides one git command. To add a command: write one of these and list it in table.ts. */
export type Command<Line> = CommandInAnyFolder<Line> | CommandOfRepository<Line>;

interface CommandBase<Line> {
  /**
   * `intercepted`: people call it, and rules apply. `sender`: git calls it, to send for a push. `other`: an alias, or a command
   * that starts git commands; whether rules apply is known only once it is decided.
   */
  kind: "intercepted" | "sender" | "other";
  traits: CommandTraits;
  /**
   * Parses the command line. Most commands return null if the line has an option that only a newer git knows.
   */
  parse(argv: readonly string[], first: number): Line;
  /**
   * Why no rule applies to this line; null if rules apply. Called
   * before the repository or the plan is looked up.
   */
  whyPassed?(line: Line, host: Host): string | null;
  /** Is git told to be quiet? Defaults to true, for commands that print nothing of their own. */
  isQuiet?(line: Line): boolean;
  /** Does this line make no commit itself, but may start git commands that do? */
  onlyStartsOthers?(line: Line): boolean;
  /**
   * Scripts that call plumbing take any byte on standard error as a failure, so only refusals are printed.
   */
  isPlumbing?: boolean;
  /** For a dry run: the message that git will commit, if that is known before git runs. */
  knownMessage?(host: Host, command: CommandInRepository, line: Line): KnownMessage | null;
}

interface CommandInAnyFolder<Line> extends CommandBase<Line> {
  needsRepository: false;
  decide(host: Host, command: OpenCommand, line: Line): Outcome;
}

/** If there is no repository, git runs and reports that. */
export interface CommandOfRepository<Line> extends CommandBase<Line> {
  needsRepository: true;
  decide(host: Host, command: CommandInRepository, line: Line): Outcome;
}
