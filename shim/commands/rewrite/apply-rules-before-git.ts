/**
 * Runs the rules over a message before git begins, for a command whose message is rewritten.
 */
import type { MessageRules } from "../../../engine/core/message-rules.ts";
import { answersBefore } from "../../hooks/commit-facts.ts";
import type { Repository } from "../../git/repository.ts";
import type { Host } from "../../host.ts";
import { kindReader, type Origin } from "../../hooks/commit-kind.ts";
import { finalizePoint, type OpenCommand } from "../../plan/open-command.ts";
import type { Report } from "../../report/report.ts";
import { runPoint } from "../../rules/run-point.ts";
import { wayOn } from "../../rules/next-command.ts";

export interface GivenMessage {
  text: string;
  rules: MessageRules;
  allowEmpty: boolean;
  origin: Origin;
  /** The value of --author, or null. */
  author: string | null;
  /** The command line with another message; null for plumbing, which whoever calls it knows. */
  again: (() => string) | null;
}

/** Gives the message as it should be. */
export function finalizeBefore(
  host: Host,
  command: OpenCommand,
  repository: Repository,
  message: GivenMessage,
  report: Report,
): string {
  const { globals, name, plan } = command;
  const { text, rules, allowEmpty, again } = message;
  const kind = kindReader(text, rules, message.origin);
  const { remotes, ident } = answersBefore(host, globals, repository, message.author);
  if (command.explains) report.subject = { command: name, globals, repository, kind: kind(), ident };
  const { gitDir } = repository;
  const way = again === null ? null : () => wayOn(host, { command: name, gitDir, again: again() });
  return runPoint(
    host,
    plan,
    { point: finalizePoint, text, rules, allowEmpty, kind, remotes, ident, wayOn: way },
    report,
  );
}
