/**
 * `git merge`: a message in `-m` or `-F` is rewritten if the case is provably plain; for the rest the rules run
 * in git's commit-msg hook. A merge that is finished later is a `git commit`.
 */
import type { OptionUse } from "../git/parse-options.ts";
import { longestArgument } from "../git/carry-message.ts";
import { readBranchMergeOptions } from "../git/branch-merge-options.ts";
import { replaceMessage } from "../git/edit-argv.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { joinMergeMessages, readMergeLine, type MergeLine } from "../git/merge-line.ts";
import { judgePlainCase } from "../git/plain-case.ts";
import { joinPath, type Repository } from "../git/repository.ts";
import type { Decision, Host } from "../host.ts";
import { verifyHooks } from "../git/hook-names.ts";
import { injectInto } from "../hooks/inject-into.ts";
import { wrapHooks } from "../hooks/inject.ts";
import { asCleanup, messageSettings } from "../hooks/settings.ts";
import { withoutUses } from "../git/skip-verify.ts";
import { saidKind, type Origin } from "../hooks/commit-kind.ts";
import { openCommand, type DecideOptions, type OpenCommand } from "../plan/open-command.ts";
import { passThrough, stopFor, type Report } from "../report/report.ts";
import { withNewMessage } from "./retry-line.ts";
import { wrap } from "./unlisted-commands.ts";
import { finalizeBefore } from "./rewrite/apply-rules-before-git.ts";

export function decideMerge(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const line = readMergeLine(host.argv, globals.commandIndex + 1);
  report.quiet = line !== null && line.quiet;
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  if (line !== null && (line.noCommit || line.mode === "abort" || line.mode === "quit"))
    return wrap(host, command, report);
  const { repository } = command;
  if (repository === null) return { ...report, reason: "git finds no repository" };
  const finish = wrapHooks(host, command, repository);
  if ("code" in finish) return stopFor(report, [finish]);
  const reason =
    line === null
      ? "the line is not one that is understood"
      : rewrite(host, command, repository, line, report, finish);
  return reason === null ? report : injectMerge(host, command, repository, line, reason, report);
}

/** Null if the report is complete, else why the message cannot be rewritten. */
function rewrite(
  host: Host,
  command: OpenCommand,
  repository: Repository,
  line: MergeLine,
  report: Report,
  finish: (decision: Decision) => Decision,
): string | null {
  const unplain = whyNotPlain(line);
  if (unplain !== null) return unplain;
  const judged = judgePlainCase(host, command.globals.options, repository, {
    skipsVerify: line.skipsVerify.length > 0,
    readsFile: false,
    cleanup: line.cleanup,
    verbose: false,
    doubtful: /^(?:merge\.log|branch\..*\.mergeoptions)$/,
  });
  if (!judged.plain) return judged.reason;
  const { rules } = judged;
  if (rules.cleanup === "verbatim") return "nothing is cleaned";
  const uses = line.messages.length > 0 ? line.messages : line.files;
  const text = readText(host, line, repository);
  if (text === null) return "git cannot read the message either";

  report.strategy = "rewrite";
  report.reason = "the message stands in -m or -F, and nothing touches it later";
  report.decision = finish(report.decision);
  const origin: Origin = { said: () => "merge", isMerge: () => true };
  const again = (): string => withNewMessage(host.argv, uses);
  const message = { text, rules, allowEmpty: false, origin, author: null, again };
  const after = finalizeBefore(host, command, repository, message, report);
  if (after === text || report.decision.action !== "exec") return null;
  if (after.length > longestArgument) return "the message is too long for an argument";
  const argv = replaceMessage(host.argv, uses, { kind: "argument", message: after });
  report.decision = { ...report.decision, argv };
  return null;
}

function whyNotPlain(line: MergeLine): string | null {
  if (line.mode !== null) return "the merge is continued";
  if (!line.isGiven) return "the message is neither in -m nor in -F";
  if (line.messages.length > 0 === line.files.length > 0 || line.files.length > 1)
    return "there is not one message";
  // Where no commit comes of it there is nothing to judge, and nothing to say.
  if (line.fastForward !== "never") return "the merge may be a fast-forward";
  if (line.edit === true) return "--edit is given";
  if (line.signoff) return "--signoff is given";
  return line.log ? "--log is given" : null;
}

function readText(host: Host, line: MergeLine, repository: Repository): string | null {
  if (line.messages.length > 0) return joinMergeMessages(line.messages.map((use) => use.value as string));
  const name = (line.files[0] as OptionUse).value as string;
  const path = joinPath(repository.cwd, name);
  const stat = host.stat(path);
  const text = stat !== null && stat.kind === "file" ? host.readFile(path) : 0;
  return typeof text === "string" && !text.includes("\0") ? text : null;
}

function injectMerge(
  host: Host,
  command: OpenCommand,
  repository: Repository,
  line: MergeLine | null,
  reason: string,
  report: Report,
): Report {
  const skips = line === null ? [] : line.skipsVerify;
  return injectInto(host, command, repository, report, (settings) => {
    // With `--continue` git takes no other option.
    const begins = line === null || line.mode === null;
    const configured = begins ? readBranchMergeOptions(host, repository, settings.entries) : null;
    const said = <T>(read: (one: MergeLine) => T | null): T | null =>
      (line === null ? null : read(line)) ?? (configured === null ? null : read(configured));
    const cleanup = said((one) => asCleanup(one.cleanup)) ?? settings.cleanup ?? "default";
    const overrules = configured !== null && configured.verify === false;
    return {
      reason,
      last: line === null ? ["commit-msg", "prepare-commit-msg"] : ["commit-msg"],
      kind: saidKind(host, repository, "merge"),
      skipped: said((one) => one.verify) === false ? verifyHooks : [],
      edits: withoutUses(host.argv, skips),
      options: overrules ? ["--verify"] : [],
      revisions: [],
      wrapsEditor: false,
      message: { ...messageSettings(settings, cleanup), editor: said((one) => one.edit) },
    };
  });
}
