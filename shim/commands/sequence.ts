/**
 * `git cherry-pick`, `git revert`, `git rebase`: git commits each step itself and asks one hook on the way,
 * prepare-commit-msg. Steps with an editor, and those that another command makes, are started as `git commit`,
 * `git merge` or `git am`, and come by here on their own.
 */
import { readPickLine } from "../git/pick-line.ts";
import { readRebaseLine } from "../git/rebase-line.ts";
import type { CleanupMode } from "../hooks/hook-context.ts";
import { inject } from "../hooks/inject.ts";
import { asCleanup, messageWithoutOptions } from "../hooks/settings.ts";
import type { Command } from "./command.ts";

interface SequenceLine {
  mode: string | null;
  quiet: boolean;
  cleanup: CleanupMode | null;
  /** try_to_commit in sequencer.c: nothing is cleaned unless a line is added. */
  usual: CleanupMode;
  revisions: readonly string[];
}

export const sequence: Command<SequenceLine> = {
  parse: readLine,
  isQuiet: ({ quiet }) => quiet,
  onlyStartsOthers: ({ mode }) => mode === "abort" || mode === "quit",
  needsRepository: true,
  decide: (host, command, line) =>
    inject(host, command, (settings) => ({
      reason: "git makes the commits itself",
      enforcingHooks: ["prepare-commit-msg"],
      kind: command.name as "cherry-pick" | "revert" | "rebase",
      revisions: line.revisions,
      message: {
        ...messageWithoutOptions(settings, line.cleanup ?? settings.cleanup ?? line.usual),
        editor: false,
      },
    })),
};

function readLine(argv: readonly string[], first: number, name: string): SequenceLine {
  const words = argv.slice(first);
  // cherry-pick and revert have no such option, and refuse it.
  const quiet = words.indexOf("-q") >= 0 || words.indexOf("--quiet") >= 0;
  const plain: SequenceLine = { mode: null, quiet, cleanup: null, usual: "verbatim", revisions: [] };
  if (name === "rebase") {
    const line = readRebaseLine(argv, first);
    return { ...plain, mode: line === null ? null : line.mode };
  }
  const line = readPickLine(name as "cherry-pick" | "revert", argv, first);
  if (line === null) return plain;
  const addsLine = line.signoff || line.recordsOrigin;
  return {
    mode: line.mode,
    quiet,
    cleanup: asCleanup(line.cleanup),
    usual: addsLine ? "whitespace" : "verbatim",
    // With several, git writes down where it is.
    revisions: line.revisions.length === 1 ? line.revisions.map((word) => argv[word] as string) : [],
  };
}
