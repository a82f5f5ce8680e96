/**
 * `git commit`: if the case is provably plain, the shim rewrites the message in -m or -F. Otherwise the rules
 * run in git's commit-msg hook.
 */
import { has, readCommitLine, type CommitLine } from "../git/commit-line.ts";
import { isTrue, lastSetting } from "../git/config.ts";
import { verifyHooks } from "../git/hook-names.ts";
import { knownCommitMessage } from "../git/known-message.ts";
import { joinPath, type Repository } from "../git/repository.ts";
import { withoutUses } from "../git/edit-argv.ts";
import type { Host } from "../host.ts";
import { isStep, kindOfLine, readImpliedKind } from "../hooks/commit-kind.ts";
import type { MessageSettings } from "../hooks/hook-context.ts";
import { inject } from "../hooks/inject.ts";
import { asCleanup, messageWithoutOptions, type Settings } from "../hooks/settings.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import type { Outcome } from "../report/report.ts";
import type { Command } from "./command.ts";
import { renderCommitRetry } from "./rewrite/retry-line.ts";
import { programsObstacle } from "./rewrite/apply-rules-before-git.ts";
import { rewriteCommit } from "./rewrite/commit.ts";

export const commit: Command<CommitLine | null> = {
  kind: "intercepted",
  traits: { opensDraft: true, namesAuthor: true, makesMerges: false, replays: null },
  parse: readCommitLine,
  whyPassed: (line) => (line !== null && line.isDryRun ? "git only reports, and commits nothing" : null),
  isQuiet: (line) => line !== null && has(line, "quiet"),
  needsRepository: true,
  decide,
  knownMessage: (host, { repository }, line) => knownCommitMessage(host, line, repository),
};

function decide(host: Host, command: CommandInRepository, line: CommitLine | null): Outcome {
  if (line === null) return injectCommit(host, command, line, "the line is not one that is understood");
  const programs = programsObstacle(command.plan);
  const rewritten = programs ?? rewriteCommit(host, command, line);
  return "obstacle" in rewritten ? injectCommit(host, command, line, rewritten.obstacle) : rewritten;
}

function injectCommit(
  host: Host,
  command: CommandInRepository,
  line: CommitLine | null,
  reason: string,
): Outcome {
  const { repository, globals } = command;
  const skips = line === null ? [] : line.skipsVerify;
  return inject(host, command, (settings) => ({
    reason,
    enforcingHooks: line === null ? ["prepare-commit-msg", "commit-msg"] : ["commit-msg"],
    kind: readImpliedKind(host, repository, line === null ? "composed" : kindOfLine(line)),
    amends: line !== null && has(line, "amend"),
    skipped: skips.length > 0 ? verifyHooks : [],
    edits: withoutUses(host.argv, skips),
    again: renderCommitRetry(host, globals, line, repository.gitDir, isStep(host)),
    message: messageOf(settings, line, repository),
  }));
}

function messageOf(settings: Settings, line: CommitLine | null, repository: Repository): MessageSettings {
  const message = messageWithoutOptions(settings, settings.cleanup ?? "default");
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

/**
 * As parse_and_validate_options in builtin/commit.c: git ignores the
 * template if the message comes from elsewhere.
 */
function templateOf(settings: Settings, line: CommitLine, repository: Repository): string {
  for (const name of ["message", "file", "reuse-message", "reedit-message", "fixup"])
    if (has(line, name)) return "";
  if (line.template !== null) return joinPath(repository.cwd, line.template);
  return settings.template;
}
