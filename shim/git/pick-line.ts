/** Parses a `git cherry-pick` or `git revert` command line as run_sequencer in builtin/revert.c does. */
import { optionTable, type OptionTable } from "./option-table.ts";
import { choiceOf, isOn, parseOptions, valueOf } from "./parse-options.ts";

const both =
  " ,quit* ,continue* ,abort* ,skip* ,cleanup= n,no-commit e,edit r, s,signoff m,mainline=" +
  " ,rerere-autoupdate ,strategy= X,strategy-option= S,gpg-sign?";

export const cherryPickOptions: OptionTable = optionTable(
  both + " x, ,ff ,allow-empty ,allow-empty-message ,keep-redundant-commits",
  // 2.45.
  " ,empty=!",
);

export const revertOptions: OptionTable = optionTable(both + " ,reference");

export interface PickLine {
  /** `continue`, `skip`, `abort` or `quit`; null if commits are named. */
  mode: string | null;
  /** If null, revert opens an editor on a terminal, and cherry-pick does not. */
  edit: boolean | null;
  noCommit: boolean;
  signoff: boolean;
  /** cherry-pick's `-x`. */
  recordsOrigin: boolean;
  cleanup: string | null;
  /** Indexes of the words that select commits: names, and options of `git rev-list`. */
  revisions: number[];
}

/** Null if git rejects the line, or answers it with help. */
export function readPickLine(
  command: "cherry-pick" | "revert",
  argv: readonly string[],
  first: number,
): PickLine | null {
  const table = command === "revert" ? revertOptions : cherryPickOptions;
  const parsed = parseOptions(argv, first, table, true);
  if (parsed === null || (parsed.mode === null) === (parsed.operands.length === 0)) return null;
  return {
    mode: parsed.mode,
    edit: choiceOf(parsed, "edit"),
    noCommit: isOn(parsed, "no-commit"),
    signoff: isOn(parsed, "signoff"),
    recordsOrigin: isOn(parsed, "x"),
    cleanup: valueOf(parsed, "cleanup"),
    revisions: parsed.operands,
  };
}
