/**
 * `git cherry-pick`, `git revert`, `git rebase`: git commits each step itself and runs one hook,
 * prepare-commit-msg. For steps with an editor, and steps that another command makes, git starts `git
 * commit`, `git merge` or `git am`, which the shim intercepts separately.
 */
import type { CommitKind } from "../../engine/core/occasion.ts";
import { noTraits } from "../git/command-traits.ts";
import { knownPickMessage, knownRevertMessage } from "../git/known-message.ts";
import { readPickLine, type PickLine } from "../git/pick-line.ts";
import { readRebaseLine } from "../git/rebase-line.ts";
import type { CleanupMode } from "../hooks/hook-context.ts";
import { inject } from "../hooks/inject.ts";
import { asCleanup, messageWithoutOptions } from "../hooks/settings.ts";
import type { CommandOfRepository } from "./command.ts";

interface SequenceLine {
  mode: string | null;
  quiet: boolean;
  cleanup: CleanupMode | null;
  /** The default cleanup. try_to_commit in sequencer.c cleans nothing unless a line is added. */
  usual: CleanupMode;
  revisions: readonly string[];
  /** Null for a rebase, and for a line that is not understood. */
  pick: PickLine | null;
}

type Sequence = CommandOfRepository<SequenceLine>;

export const cherryPick: Sequence = {
  ...sequenceOf("cherry-pick"),
  traits: { ...noTraits, replays: "commit" },
  parse: (argv, first) => readPicks(argv, first, readPickLine("cherry-pick", argv, first)),
  knownMessage: (host, { globals }, { pick }) => knownPickMessage(host, pick, globals.commandIndex + 1),
};

export const revert: Sequence = {
  ...sequenceOf("revert"),
  traits: noTraits,
  parse: (argv, first) => readPicks(argv, first, readPickLine("revert", argv, first)),
  knownMessage: (host, { globals }, { pick }) => knownRevertMessage(host, pick, globals.commandIndex + 1),
};

export const rebase: Sequence = {
  ...sequenceOf("rebase"),
  traits: { ...noTraits, replays: "step" },
  parse(argv, first) {
    const line = readRebaseLine(argv, first);
    return { ...plainLine(argv, first), mode: line === null ? null : line.mode };
  },
};

function sequenceOf(kind: CommitKind): Omit<Sequence, "traits" | "parse"> {
  return {
    kind: "intercepted",
    isQuiet: ({ quiet }) => quiet,
    onlyStartsOthers: ({ mode }) => mode === "abort" || mode === "quit",
    needsRepository: true,
    decide: (host, command, line) =>
      inject(host, command, (settings) => ({
        reason: "git makes the commits itself",
        enforcingHooks: ["prepare-commit-msg"],
        kind,
        revisions: line.revisions,
        message: {
          ...messageWithoutOptions(settings, line.cleanup ?? settings.cleanup ?? line.usual),
          editor: false,
        },
      })),
  };
}

function plainLine(argv: readonly string[], first: number): SequenceLine {
  const words = argv.slice(first);
  // cherry-pick and revert reject these options, so it does no harm to look for them.
  const quiet = words.indexOf("-q") >= 0 || words.indexOf("--quiet") >= 0;
  return { mode: null, quiet, cleanup: null, usual: "verbatim", revisions: [], pick: null };
}

function readPicks(argv: readonly string[], first: number, pick: PickLine | null): SequenceLine {
  const plain = plainLine(argv, first);
  if (pick === null) return plain;
  const addsLine = pick.signoff || pick.recordsOrigin;
  return {
    ...plain,
    mode: pick.mode,
    cleanup: asCleanup(pick.cleanup),
    usual: addsLine ? "whitespace" : "verbatim",
    // With several, git records the current step in its state files.
    revisions: pick.revisions.length === 1 ? pick.revisions.map((word) => argv[word] as string) : [],
    pick,
  };
}
