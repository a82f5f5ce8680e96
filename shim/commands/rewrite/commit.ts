/**
 * Rewrites the message of a provably plain `git commit`: in its -m or -F, or, for `--amend --no-edit`, that of HEAD. This is
 * the everyday case, and it needs no hook.
 */
import { changeMessage, keepMessage } from "../../git/carry-message.ts";
import { has, keepsMessage, whyNotPlain, type CommitLine } from "../../git/commit-line.ts";
import { needsStdin, readMessage, type ReadMessage } from "../../git/commit-message.ts";
import { whyAuthorUncertain } from "../../git/idents.ts";
import { judgePlainCase, type PlainCase } from "../../git/plain-case.ts";
import type { Host } from "../../host.ts";
import { isStep, originOfCommit } from "../../hooks/commit-kind.ts";
import { interceptHooks } from "../../hooks/intercept-children.ts";
import type { CommandInRepository } from "../../plan/open-command.ts";
import { passThrough, refuseWith, type Outcome } from "../../report/report.ts";
import { renderCommitRetry } from "./retry-line.ts";
import { applyRulesBeforeGit, type Obstacle } from "./apply-rules-before-git.ts";

const places: { [S in Extract<ReadMessage, { kind: "read" }>["source"]]: string } = {
  argument: "the message stands in -m",
  file: "the message stands in -F",
  stream: "the message stands in -F",
  stdin: "the message stands in -F",
  head: "the message is that of the amended commit",
};

export function rewriteCommit(
  host: Host,
  command: CommandInRepository,
  line: CommitLine,
): Outcome | Obstacle {
  const { repository, globals } = command;
  const plain = judgePlain(host, command, line);
  if (!plain.plain) return { obstacle: plain.reason };
  const intercept = interceptHooks(host, command);
  if ("code" in intercept) return refuseWith(passThrough(host.argv, ""), [intercept]);
  // Whether -v would cut the message is known only after reading it, and a pipe can be read only once.
  if (plain.verbose && line.messages.length === 0) return { obstacle: "-v is given" };
  const read = readMessage(host, line, repository);
  if (read.kind === "left") return { obstacle: read.reason };
  if (plain.verbose && read.text.includes(" >8 ---"))
    return { obstacle: "-v will cut the message at its scissors line" };

  // A pipe is consumed from here on, so git gets our copy whatever happens.
  const decision = intercept(keepMessage(host.argv, read));
  if (read.text.includes("\0"))
    return { strategy: "pass", reason: "the message has a NUL byte, which git refuses", decision };
  const reason = places[read.source] + ", and nothing touches it later";
  const { cleanup } = plain;
  const message = {
    text: read.text,
    cleanup,
    allowEmpty: has(line, "allow-empty-message"),
    origin: originOfCommit(host, repository, line, host.argv.slice(1, globals.commandIndex)),
    author: line.author,
    again: () => renderCommitRetry(host, globals, line, repository.gitDir, isStep(host)),
  };
  const unchanged: Outcome = { strategy: "rewrite", reason, decision };
  return applyRulesBeforeGit<Outcome | Obstacle>(host, command, message, unchanged, (text, outcome) => {
    const changed = changeMessage(
      host.argv,
      globals.commandIndex + 1,
      read,
      text,
      cleanup,
      needsStdin(host, line, repository.cwd),
    );
    return changed === null
      ? { obstacle: "the message is too long for an argument, and standard input is taken" }
      : { ...outcome, decision: intercept(changed) };
  });
}

function judgePlain(
  host: Host,
  { plan, repository, globals }: CommandInRepository,
  line: CommitLine,
): PlainCase {
  // In the hook, git has already said who the author is.
  const reason = whyNotPlain(line) ?? (plan.namesAuthor ? whyAuthorUncertain(host, line, repository) : null);
  if (reason !== null) return { plain: false, reason };
  // Inside another command, what the rules apply to depends on its step, which the hook knows.
  if (keepsMessage(line) && isStep(host)) return { plain: false, reason: "another git command started it" };
  return judgePlainCase(host, globals.options, repository, {
    skipsVerify: line.skipsVerify.length > 0,
    readsFile: line.files.some((use) => use.value !== "-"),
    cleanup: line.cleanup,
    verbose: line.verbose,
    doubtful: keepsMessage(line) ? /^commit\.template$/ : null,
  });
}
