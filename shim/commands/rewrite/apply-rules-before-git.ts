/**
 * Runs the rules over a message before git starts, for commands whose
 * message is rewritten on the command line.
 */
import type { MessageRules } from "../../../engine/core/message-rules.ts";
import type { Host } from "../../host.ts";
import { factsBeforeGit } from "../../hooks/commit-facts.ts";
import { kindReader, type Origin } from "../../hooks/commit-kind.ts";
import { finalizePoint, type CommandInRepository } from "../../plan/open-command.ts";
import { refuseWith, type Outcome } from "../../report/report.ts";
import { nextCommand } from "../../rules/next-command.ts";
import { runPoint } from "../../rules/run-point.ts";

/** Why a message cannot be rewritten on the command line. */
export interface Obstacle {
  obstacle: string;
}

export interface GivenMessage {
  text: string;
  rules: MessageRules;
  allowEmpty: boolean;
  origin: Origin;
  /** The value of --author, or null. */
  author: string | null;
  /** Renders the command line with a new message. Null for plumbing, whose caller knows how to retry. */
  again: (() => string) | null;
}

/**
 * `outcome`: the result if no rule changes the message. `carry`:
 * passes a changed message to git, or says why it cannot.
 */
export function applyRulesBeforeGit<O extends Outcome | Obstacle>(
  host: Host,
  command: CommandInRepository,
  message: GivenMessage,
  outcome: Outcome,
  carry: (text: string, outcome: Outcome) => O,
): Outcome | O {
  const { globals, name, plan, repository } = command;
  const { text, rules, allowEmpty, again } = message;
  const kind = kindReader(text, rules, message.origin);
  const { remotes, ident } = factsBeforeGit(host, globals, repository, message.author);
  const { gitDir } = repository;
  const ran = runPoint(host, plan, {
    point: finalizePoint,
    text,
    rules,
    allowEmpty,
    isSealed: command.layers.seal !== null,
    kind,
    remotes,
    ident,
    nextCommand: again && (() => nextCommand(host, { command: name, gitDir, again: again() })),
  });
  const { problems } = ran.findings;
  const judged: Outcome = {
    ...outcome,
    ...ran.findings,
    subject: command.isDryRun ? { command: name, globals, repository, kind: kind(), ident } : null,
  };
  if (problems.length > 0) return refuseWith(judged, problems);
  return ran.text === text ? judged : carry(ran.text, judged);
}
