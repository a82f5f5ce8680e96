import type { Host } from "../host.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import type { Outcome } from "../report/report.ts";

/** How one git command is decided. To add a command: write one of these, and list it in table.ts. */
export interface Command<Line> {
  /** What the command line says. Mostly null if it has an option that only a newer git knows. */
  parse(argv: readonly string[], first: number, name: string): Line;
  /** Why no rule is for this line; null if rules are. Asked before anything else is looked up. */
  whyPassed?(line: Line, host: Host): string | null;
  /** Quiet if not given: the command says nothing of its own. */
  isQuiet?(line: Line): boolean;
  /** Does this line make no commit itself, but perhaps start git commands that do? */
  onlyStartsOthers?(line: Line): boolean;
  /** If so, git is left to say that there is none; if not, `command.repository` may be null. */
  needsRepository: boolean;
  /** Scripts that call plumbing take any byte on standard error for a failure: they see refusals alone. */
  isPlumbing?: boolean;
  decide(host: Host, command: CommandInRepository, line: Line): Outcome;
}
