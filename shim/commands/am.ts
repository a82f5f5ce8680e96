/**
 * `git am`: the rules run in its applypatch-msg hook. A patch that is taken up again is committed with the
 * message as it lies there and no hook asked, so that one is judged before git begins.
 */
import { readAmLine } from "../git/am-line.ts";
import type { GlobalPart } from "../git/global-options.ts";
import type { Host } from "../host.ts";
import type { HookName } from "../git/hook-names.ts";
import { judgeFile } from "../hooks/apply-rules.ts";
import { readCall } from "../hooks/hook-context.ts";
import { injectInto } from "../hooks/inject-into.ts";
import { messageSettings } from "../hooks/settings.ts";
import { withoutUses } from "../git/skip-verify.ts";
import { saidKind } from "../hooks/commit-kind.ts";
import { finalizePoint, openCommand, type DecideOptions } from "../plan/open-command.ts";
import { passThrough, type Report } from "../report/report.ts";
import { wrap } from "./unlisted-commands.ts";

const idleModes = ["abort", "quit", "show-current-patch"];
const skippedByNoVerify: readonly HookName[] = ["applypatch-msg", "pre-applypatch"];

export function decideAm(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const line = readAmLine(host.argv, globals.commandIndex + 1);
  const mode = line === null ? null : line.mode;
  report.quiet = line !== null && line.quiet;
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  if (mode !== null && idleModes.indexOf(mode) >= 0) return wrap(host, command, report);
  const { repository } = command;
  if (repository === null) return { ...report, reason: "git finds no repository" };
  const skips = line === null ? [] : line.skipsVerify;
  const injected = injectInto(host, command, repository, report, (settings) => ({
    reason: "git makes the commits itself",
    last: ["applypatch-msg"],
    kind: saidKind(host, repository, "am"),
    skipped: skips.length > 0 ? skippedByNoVerify : [],
    edits: withoutUses(host.argv, skips),
    options: [],
    revisions: [],
    wrapsEditor: line === null || line.interactive,
    message: { ...messageSettings(settings, "verbatim"), editor: false },
  }));
  const { decision } = injected;
  const waiting = repository.gitDir + "/rebase-apply/final-commit";
  if (mode === null || decision.action !== "exec" || host.stat(waiting) === null) return injected;
  const call = readCall({ ...host, env: (name) => (decision.env ?? {})[name] ?? undefined });
  if (call !== null) judgeFile(host, call, command.plan, finalizePoint, waiting, injected);
  return injected;
}
