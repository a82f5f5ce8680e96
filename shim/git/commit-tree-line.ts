/** Parses a `git commit-tree` command line as builtin/commit-tree.c does. */
import { optionTable, type OptionTable } from "./option-table.ts";
import { choiceOf, parseOptions, type OptionUse } from "./parse-options.ts";

export const commitTreeOptions: OptionTable = optionTable(" p,=! m,=! F,=! S,gpg-sign?");

export interface CommitTreeLine {
  /** `-m` and `-F` (named `m` and `F`) in order; git joins all of them to the message. */
  parts: OptionUse[];
  /**
   * git reads the message from standard input, because no option
   * gives one. (It also does so if all `-F` turn out to be empty.)
   */
  readsStdin: boolean;
  /** All `-p`. */
  parents: OptionUse[];
  /** `-S` as given, null if absent; the config does not affect it here. */
  sign: boolean | null;
  /** Index of the word that names the tree. */
  tree: number;
}

/** Null if git rejects the line, or answers it with help. */
export function readCommitTreeLine(argv: readonly string[], first: number): CommitTreeLine | null {
  const parsed = parseOptions(argv, first, commitTreeOptions);
  if (parsed === null || parsed.operands.length !== 1) return null;
  const parts = parsed.uses.filter((use) => use.name === "m" || use.name === "F");
  return {
    parts,
    readsStdin: parts.every((use) => use.name === "m" && use.value === ""),
    parents: parsed.uses.filter((use) => use.name === "p"),
    sign: choiceOf(parsed, "gpg-sign"),
    tree: parsed.operands[0] as number,
  };
}

export interface MessagePart {
  kind: "argument" | "file";
  text: string;
}

/** Joins the parts with a blank line. git adds a missing final LF to `-m` only; a file stays unchanged. */
export function joinCommitTreeParts(parts: readonly MessagePart[]): string {
  let joined = "";
  for (const { kind, text } of parts) {
    if (joined !== "") joined += "\n";
    joined += text;
    if (kind === "argument" && joined !== "" && !joined.endsWith("\n")) joined += "\n";
  }
  return joined;
}
