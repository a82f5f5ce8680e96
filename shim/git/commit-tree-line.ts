/**
 * What a `git commit-tree` command line asks for, as builtin/commit-tree.c understands it.
 */
import type { OptionTable } from "./option-table.ts";
import { choiceOf, parseOptions, type OptionUse } from "./parse-options.ts";

export const commitTreeOptions: OptionTable = {
  options: " p,=! m,=! F,=! S,gpg-sign?",
  newer: "",
};

export interface CommitTreeLine {
  /** `-m` and `-F` (the names are `m` and `F`), in order: the message is made of all of them. */
  parts: OptionUse[];
  /**
   * The message is on standard input: nothing else gives one. (It is also read where all `-F` turn out
   * to be empty.)
   */
  readsStdin: boolean;
  /** All `-p`. */
  parents: OptionUse[];
  /** `-S` as given, null if there is none; the config has no say here. */
  sign: boolean | null;
  /** The word that names the tree. */
  tree: number;
}

/** null: git rejects the line, or answers it with help. */
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

/** A blank line between the parts; only a `-m` is completed with LF, a file stays as it is. */
export function joinCommitTreeParts(parts: readonly MessagePart[]): string {
  let joined = "";
  for (const { kind, text } of parts) {
    if (joined !== "") joined += "\n";
    joined += text;
    if (kind === "argument" && joined !== "" && !joined.endsWith("\n")) joined += "\n";
  }
  return joined;
}
