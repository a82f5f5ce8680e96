/**
 * A `git commit` whose message stands in `-m` or `-F`, and that is provably plain: the message is rewritten where
 * it stands. This is the everyday case.
 */
import { changeMessage, keepMessage } from "../git/carry-message.ts";
import { has, whyNotPlain, type CommitLine } from "../git/commit-line.ts";
import { needsStdin, readMessage } from "../git/commit-message.ts";
import { whyAuthorUncertain } from "../git/idents.ts";
import { judgePlainCase, type PlainCase } from "../git/plain-case.ts";
import type { Repository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import { isStep, originOfCommit } from "../inject/commit-kind.ts";
import { wrapHooks } from "../inject/inject.ts";
import type { OpenCommand } from "../open-command.ts";
import { stopFor, type Report } from "../report.ts";
import { finalizeBefore } from "../finalize-before.ts";
import { commitAgain } from "./again.ts";

/**
 * Null if the report is complete, else why the message cannot be rewritten; then nothing has been used up.
 */
export function rewriteCommit(
  host: Host,
  command: OpenCommand,
  repository: Repository,
  line: CommitLine,
  report: Report,
): string | null {
  const judged = judge(host, command, repository, line);
  if (!judged.plain) return judged.reason;
  // It sees to what git starts.
  const finish = wrapHooks(host, command, repository);
  if ("code" in finish) {
    stopFor(report, [finish]);
    return null;
  }
  // What -v cuts off can only be seen once the message is read, and a pipe is read once.
  if (judged.verbose && line.messages.length === 0) return "-v is given";
  const read = readMessage(host, line, repository);
  if (read.kind === "left") return read.reason;
  if (judged.verbose && read.text.includes(" >8 ---")) return "-v will cut the message at its scissors line";

  // From here on a message from a pipe is used up: git gets our copy, whatever happens.
  report.decision = finish(keepMessage(host.argv, read));
  if (read.text.includes("\0")) {
    report.reason = "the message has a NUL byte, which git refuses";
    return null;
  }
  report.strategy = "rewrite";
  report.reason =
    "the message stands in " + (read.source === "argument" ? "-m" : "-F") + ", and nothing touches it later";
  const allowEmpty = has(line, "allow-empty-message");
  const { rules } = judged;
  const origin = originOfCommit(host, repository, line, host.argv.slice(1, command.globals.commandIndex));
  const again = (): string => commitAgain(host, command.globals, line, repository.gitDir, isStep(host));
  const message = { text: read.text, rules, allowEmpty, origin, author: line.author, again };
  const after = finalizeBefore(host, command, repository, message, report);
  if (after === read.text || report.decision.action === "exit") return null;
  const changed = changeMessage(host.argv, read, after, rules, needsStdin(host, line, repository.cwd));
  if (changed === null) return "the message is too long for an argument, and standard input is taken";
  report.decision = finish(changed);
  return null;
}

function judge(host: Host, command: OpenCommand, repository: Repository, line: CommitLine): PlainCase {
  const unplain = whyNotPlain(line) ?? whyAuthorMatters(host, command, repository, line);
  if (unplain !== null) return { plain: false, reason: unplain };
  return judgePlainCase(host, command.globals.options, repository, {
    skipsVerify: line.skipsVerify.length > 0,
    readsFile: line.files.some((use) => use.value !== "-"),
    cleanup: line.cleanup,
    verbose: line.verbose,
    doubtful: null,
  });
}

/** In the hook git has said who the author is. */
function whyAuthorMatters(
  host: Host,
  { plan }: OpenCommand,
  repository: Repository,
  line: CommitLine,
): string | null {
  return plan.namesAuthor ? whyAuthorUncertain(host, line, repository) : null;
}
