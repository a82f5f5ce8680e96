/**
 * `git cherry-pick`, `git revert`, `git rebase`: git commits each step itself and asks one hook on the way,
 * prepare-commit-msg. Steps with an editor, and those that another command makes, are started as `git commit`,
 * `git merge` or `git am`, and come by here on their own.
 */
import type { GlobalPart } from "../git/global-options.ts";
import { readPickLine } from "../git/pick-line.ts";
import { readRebaseLine } from "../git/rebase-line.ts";
import type { Host } from "../host.ts";
import type { CleanupMode } from "../hooks/hook-context.ts";
import { injectInto } from "../hooks/inject-into.ts";
import { asCleanup, messageSettings } from "../hooks/settings.ts";
import { openCommand, type DecideOptions } from "../plan/open-command.ts";
import { wrap } from "./unlisted-commands.ts";
import { passThrough, type Report } from "../report/report.ts";

type Sequence = "cherry-pick" | "revert" | "rebase";

export function decideSequence(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const name = host.argv[globals.commandIndex] as Sequence;
  const report = passThrough(host.argv, "");
  report.quiet = isQuiet(host.argv, globals);
  const line = readLine(host, name, globals.commandIndex + 1);
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  if (line.mode === "abort" || line.mode === "quit") return wrap(host, command, report);
  const { repository } = command;
  if (repository === null) return { ...report, reason: "git finds no repository" };
  return injectInto(host, command, repository, report, (settings) => ({
    reason: "git makes the commits itself",
    last: ["prepare-commit-msg"],
    kind: name,
    skipped: [],
    edits: {},
    options: [],
    revisions: line.revisions,
    wrapsEditor: false,
    message: {
      ...messageSettings(settings, line.cleanup ?? settings.cleanup ?? line.usual),
      editor: false,
    },
  }));
}

/** cherry-pick and revert have no such option, and refuse it. */
function isQuiet(argv: readonly string[], globals: GlobalPart): boolean {
  const words = argv.slice(globals.commandIndex + 1);
  return words.indexOf("-q") >= 0 || words.indexOf("--quiet") >= 0;
}

interface SequenceLine {
  mode: string | null;
  cleanup: CleanupMode | null;
  /** try_to_commit in sequencer.c: nothing is cleaned unless a line is added. */
  usual: CleanupMode;
  revisions: readonly string[];
}

function readLine(host: Host, name: Sequence, first: number): SequenceLine {
  if (name === "rebase") {
    const line = readRebaseLine(host.argv, first);
    return { mode: line === null ? null : line.mode, cleanup: null, usual: "verbatim", revisions: [] };
  }
  const line = readPickLine(name, host.argv, first);
  if (line === null) return { mode: null, cleanup: null, usual: "verbatim", revisions: [] };
  const addsLine = line.signoff || line.recordsOrigin;
  return {
    mode: line.mode,
    cleanup: asCleanup(line.cleanup),
    usual: addsLine ? "whitespace" : "verbatim",
    // With several, git writes down where it is.
    revisions: line.revisions.length === 1 ? line.revisions.map((word) => host.argv[word] as string) : [],
  };
}
