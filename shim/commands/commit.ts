/**
 * `git commit`: the message is rewritten where it stands, if the case is provably plain; if not, the rules run
 * in git's commit-msg hook.
 */
import type { CommitKind } from "../../engine/core/facts.ts";
import { refersToGit } from "../../engine/core/resolve-template.ts";
import { whyAuthorUncertain } from "../git/idents.ts";
import { changeMessage, keepMessage } from "../git/carry-message.ts";
import { has, readCommitLine, whyNotPlain, type CommitLine } from "../git/commit-line.ts";
import { needsStdin, readMessage } from "../git/commit-message.ts";
import { isTrue, lastSetting } from "../git/config.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { judgePlainCase, type PlainCase } from "../git/plain-case.ts";
import { joinPath, type Repository } from "../git/repository.ts";
import { answersBefore } from "../answers.ts";
import type { Host } from "../host.ts";
import type { MessageSettings } from "../inject/call.ts";
import { injectInto } from "../inject/inject-into.ts";
import { asCleanup, kindOf, messageSettings, type Settings } from "../inject/settings.ts";
import { verifyHooks } from "../inject/hook-names.ts";
import { withoutUses } from "../inject/skip-verify.ts";
import { wrapHooks } from "../inject/inject.ts";
import { finalizePoint, openCommand, type DecideOptions, type OpenCommand } from "../open-command.ts";
import { passThrough, type Report } from "../report.ts";
import { runPoint } from "../run-point.ts";

export function decideCommit(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const line = readCommitLine(host.argv, globals.commandIndex + 1);
  if (line !== null && line.isDryRun) return { ...report, reason: "git only reports, and commits nothing" };
  report.quiet = line !== null && has(line, "quiet");
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  const { repository } = command;
  if (repository === null) return { ...report, reason: "git finds no repository" };

  const judged = line === null ? unread : judge(host, command, repository, line);
  if (judged.plain && line !== null) {
    const rewritten = rewrite(host, command, repository, line, judged, report);
    if (rewritten === null) return report;
    return injectCommit(host, command, repository, line, rewritten, report);
  }
  const reason = judged.plain ? "" : judged.reason;
  return injectCommit(host, command, repository, line, reason, report);
}

/** A newer git may know an option that we do not. */
const unread: PlainCase = { plain: false, reason: "the line is not one that is understood" };

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
  const contributions = plan.points[finalizePoint] ?? [];
  return refersToGit(contributions, "author") ? whyAuthorUncertain(host, line, repository) : null;
}

/** Null if the report is complete, else why the message cannot be rewritten after all. */
function rewrite(
  host: Host,
  command: OpenCommand,
  repository: Repository,
  line: CommitLine,
  judged: Extract<PlainCase, { plain: true }>,
  report: Report,
): string | null {
  // What -v cuts off can only be seen once the message is read, and a pipe is read once.
  if (judged.verbose && line.messages.length === 0) return "-v is given";
  const read = readMessage(host, line, repository);
  if (read.kind === "left") return read.reason;
  if (judged.verbose && read.text.includes(" >8 ---")) return "-v will cut the message at its scissors line";

  // From here on a message from a pipe is used up: git gets our copy, whatever happens.
  report.decision = wrapHooks(host, command, repository, keepMessage(host.argv, read));
  if (read.text.includes("\0")) {
    report.reason = "the message has a NUL byte, which git refuses";
    return null;
  }
  report.strategy = "rewrite";
  report.reason =
    "the message stands in " + (read.source === "argument" ? "-m" : "-F") + ", and nothing touches it later";
  const allowEmpty = has(line, "allow-empty-message");
  const { rules } = judged;
  const kind = kindOf(host, repository, "composed");
  const run = {
    point: finalizePoint,
    text: read.text,
    rules,
    allowEmpty,
    kind,
    ...answersBefore(host, command.globals, repository, line.author),
  };
  const after = runPoint(host, command.plan, run, report);
  if (after === read.text || report.decision.action === "exit") return null;
  const changed = changeMessage(host.argv, read, after, rules, needsStdin(host, line, repository.cwd));
  if (changed === null) return "the message is too long for an argument, and standard input is taken";
  report.decision = wrapHooks(host, command, repository, changed);
  return null;
}

function injectCommit(
  host: Host,
  command: OpenCommand,
  repository: Repository,
  line: CommitLine | null,
  reason: string,
  report: Report,
): Report {
  const skips = line === null ? [] : line.skipsVerify;
  return injectInto(host, command, repository, report, {
    reason,
    last: line === null ? ["prepare-commit-msg", "commit-msg"] : ["commit-msg"],
    kind: kindOf(host, repository, line === null ? "composed" : ownKind(line)),
    skipped: skips.length > 0 ? verifyHooks : [],
    edits: withoutUses(host.argv, skips),
    options: [],
    wrapsEditor: false,
    message: (settings) => messageOf(settings, line, repository),
  });
}

function ownKind(line: CommitLine): CommitKind {
  if (line.fixup !== null || has(line, "squash")) return "fixup";
  return has(line, "amend") ? "amend" : "composed";
}

function messageOf(settings: Settings, line: CommitLine | null, repository: Repository): MessageSettings {
  const message = messageSettings(settings, settings.cleanup ?? "default");
  if (line === null) return message;
  const given = asCleanup(line.cleanup);
  const setting = lastSetting(settings.entries, "commit.verbose");
  return {
    ...message,
    cleanup: given ?? message.cleanup,
    editor: line.usesEditor,
    verbose: line.verbose ?? isTrue(setting),
    template: templateOf(settings, line, repository),
    allowEmpty: has(line, "allow-empty-message"),
    isFixup: line.fixup !== null,
  };
}

/** As parse_and_validate_options in builtin/commit.c: none beside a message from elsewhere. */
function templateOf(settings: Settings, line: CommitLine, repository: Repository): string {
  const sources = ["message", "file", "reuse-message", "reedit-message", "fixup"];
  if (sources.some((name) => has(line, name))) return "";
  if (line.template !== null) return joinPath(repository.cwd, line.template);
  return settings.template;
}
