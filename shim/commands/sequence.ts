/**
 * `git cherry-pick`, `git revert`, `git rebase`: git commits each step itself and runs one hook,
 * prepare-commit-msg. For steps with an editor, and steps that another command makes, git starts `git
 * commit`, `git merge` or `git am`, which the shim intercepts separately.
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
  /** The default cleanup. try_to_commit in sequencer.c cleans nothing unless a line is added. */
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
  // cherry-pick and revert reject these options, so it does no harm to look for them.
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
    // With several, git records the current step in its state files.
    revisions: line.revisions.length === 1 ? line.revisions.map((word) => argv[word] as string) : [],
  };
}
