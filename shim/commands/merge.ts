/**
 * `git merge`: if the case is provably plain, the shim rewrites the message in -m or -F. Otherwise the rules
 * run in git's commit-msg hook. A merge that is concluded later is a `git commit`.
 */
import { readBranchMergeOptions } from "../git/branch-merge-options.ts";
import { verifyHooks } from "../git/hook-names.ts";
import { readMergeLine, type MergeLine } from "../git/merge-line.ts";
import { withoutUses } from "../git/edit-argv.ts";
import type { Host } from "../host.ts";
import { readImpliedKind } from "../hooks/commit-kind.ts";
import { inject } from "../hooks/inject.ts";
import { interceptHooks } from "../hooks/intercept-children.ts";
import { asCleanup, messageWithoutOptions } from "../hooks/settings.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import { passThrough, refuseWith, type Outcome } from "../report/report.ts";
import type { Command } from "./command.ts";
import { foretold, programsObstacle } from "./rewrite/apply-rules-before-git.ts";
import { rewriteMerge } from "./rewrite/merge.ts";

export const merge: Command<MergeLine | null> = {
  kind: "intercepted",
  traits: { opensDraft: true, namesAuthor: true, makesMerges: true, replays: null },
  parse: readMergeLine,
  isQuiet: (line) => line !== null && line.quiet,
  onlyStartsOthers: (line) =>
    line !== null && (line.noCommit || line.mode === "abort" || line.mode === "quit"),
  needsRepository: true,
  decide,
};

function decide(host: Host, command: CommandInRepository, line: MergeLine | null): Outcome {
  const intercept = interceptHooks(host, command);
  if ("code" in intercept) return refuseWith(passThrough(host.argv, ""), [intercept]);
  if (line === null) return injectMerge(host, command, line, "the line is not one that is understood");
  const programs = programsObstacle(command.plan);
  if (programs !== null && !command.isDryRun) return injectMerge(host, command, line, programs.obstacle);
  const rewritten = rewriteMerge(host, command, line, intercept);
  if ("obstacle" in rewritten) return injectMerge(host, command, line, rewritten.obstacle);
  return programs === null
    ? rewritten
    : foretold(injectMerge(host, command, line, programs.obstacle), rewritten);
}

function injectMerge(
  host: Host,
  command: CommandInRepository,
  line: MergeLine | null,
  reason: string,
): Outcome {
  const { repository } = command;
  const skips = line === null ? [] : line.skipsVerify;
  return inject(host, command, (settings) => {
    // git accepts no other option with `--continue`.
    const begins = line === null || line.mode === null;
    const configured = begins ? readBranchMergeOptions(host, repository, settings.entries) : null;
    const fromLineOrConfig = <T>(read: (one: MergeLine) => T | null): T | null =>
      (line === null ? null : read(line)) ?? (configured === null ? null : read(configured));
    const cleanup = fromLineOrConfig((one) => asCleanup(one.cleanup)) ?? settings.cleanup ?? "default";
    const overrules = configured !== null && configured.verify === false;
    return {
      reason,
      enforcingHooks: line === null ? ["commit-msg", "prepare-commit-msg"] : ["commit-msg"],
      kind: readImpliedKind(host, repository, "merge"),
      skipped: fromLineOrConfig((one) => one.verify) === false ? verifyHooks : [],
      edits: withoutUses(host.argv, skips),
      options: overrules ? ["--verify"] : [],
      message: { ...messageWithoutOptions(settings, cleanup), editor: fromLineOrConfig((one) => one.edit) },
    };
  });
}
