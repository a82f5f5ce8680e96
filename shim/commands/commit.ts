/**
 * `git commit`: the message is rewritten where it stands, if the case is provably plain; if not, the rules run
 * in git's commit-msg hook.
 */
import { has, readCommitLine, type CommitLine } from "../git/commit-line.ts";
import { isTrue, lastSetting } from "../git/config.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { joinPath, type Repository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import type { MessageSettings } from "../inject/call.ts";
import { isStep, kindOfLine, saidKind } from "../inject/commit-kind.ts";
import { verifyHooks } from "../inject/hook-names.ts";
import { injectInto } from "../inject/inject-into.ts";
import { asCleanup, messageSettings, type Settings } from "../inject/settings.ts";
import { withoutUses } from "../inject/skip-verify.ts";
import { openCommand, type DecideOptions, type OpenCommand } from "../open-command.ts";
import { passThrough, type Report } from "../report.ts";
import { commitAgain } from "./again.ts";
import { rewriteCommit } from "./rewrite-commit.ts";

export function decideCommit(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const line = readCommitLine(host.argv, globals.commandIndex + 1);
  if (line !== null && line.isDryRun) return { ...report, reason: "git only reports, and commits nothing" };
  report.quiet = line !== null && has(line, "quiet");
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  const { repository } = command;
  if (repository === null) return { ...report, reason: "git finds no repository" };
  // A newer git may know an option that we do not.
  const reason =
    line === null
      ? "the line is not one that is understood"
      : rewriteCommit(host, command, repository, line, report);
  return reason === null ? report : injectCommit(host, command, repository, line, reason, report);
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
  return injectInto(host, command, repository, report, (settings) => ({
    reason,
    last: line === null ? ["prepare-commit-msg", "commit-msg"] : ["commit-msg"],
    kind: saidKind(host, repository, line === null ? "composed" : kindOfLine(line)),
    amends: line !== null && has(line, "amend"),
    skipped: skips.length > 0 ? verifyHooks : [],
    edits: withoutUses(host.argv, skips),
    options: [],
    revisions: [],
    wrapsEditor: false,
    again: commitAgain(host, command.globals, line, repository.gitDir, isStep(host)),
    message: messageOf(settings, line, repository),
  }));
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
    hasStatus: line.status ?? message.hasStatus,
    verbose: line.verbose ?? isTrue(setting),
    template: templateOf(settings, line, repository),
    allowEmpty: has(line, "allow-empty-message"),
    isFixup: line.fixup !== null,
  };
}

/** As parse_and_validate_options in builtin/commit.c: none beside a message from elsewhere. */
function templateOf(settings: Settings, line: CommitLine, repository: Repository): string {
  for (const name of ["message", "file", "reuse-message", "reedit-message", "fixup"])
    if (has(line, name)) return "";
  if (line.template !== null) return joinPath(repository.cwd, line.template);
  return settings.template;
}
