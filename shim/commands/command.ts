/** The interface between table.ts and the git commands that interlock handles. */
import type { Host } from "../host.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import type { Outcome } from "../report/report.ts";

/** How interlock decides one git command. To add a command: write one of these and list it in table.ts. */
export interface Command<Line> {
  /**
   * Parses the command line. Most commands return null if the line has an option that only a newer git knows.
   */
  parse(argv: readonly string[], first: number, name: string): Line;
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
   * If true and there is no repository, git runs and reports that. If
   * false, `command.repository` may be null.
   */
  needsRepository: boolean;
  /**
   * Scripts that call plumbing take any byte on standard error as a failure, so only refusals are printed.
   */
  isPlumbing?: boolean;
  decide(host: Host, command: CommandInRepository, line: Line): Outcome;
}
