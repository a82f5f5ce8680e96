/**
 * `git history` (since 2.54): an editor and no hook.
 */
import type { GlobalPart } from "../git/global-options.ts";
import type { Host } from "../host.ts";
import { injectInto } from "../hooks/inject-into.ts";
import { messageSettings } from "../hooks/settings.ts";
import { openCommand, type DecideOptions } from "../plan/open-command.ts";
import { quoteWords } from "../report/quote-words.ts";
import { passThrough, type Report } from "../report/report.ts";

export function decideHistory(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  const { repository } = command;
  if (repository === null) return { ...report, reason: "git finds no repository" };
  return injectInto(host, command, repository, report, (settings) => ({
    reason: "git asks no hook",
    last: [],
    kind: "rebase",
    skipped: [],
    edits: {},
    options: [],
    revisions: [],
    again: quoteWords(host.argv),
    wrapsEditor: true,
    message: { ...messageSettings(settings, settings.cleanup ?? "strip"), editor: true },
  }));
}
