/** Refuses what an unset variable leaves of revisions: to git it is an empty list or HEAD, and all would seem well. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Refusal } from "../verbs/verb-form.ts";

/** The input for `git rev-list --stdin`. git drops a CR at the end of a line; so that all see the same names, so do we. */
export function toInput(text: string): string {
  const lines = text.endsWith("\n") ? text : text + "\n";
  return lines.indexOf("\r\n") < 0 ? lines : lines.replace(/\r\n/g, "\n");
}

/** The same for words of a command line. */
export function wordsToInput(words: readonly string[]): string {
  return toInput(words.map((word) => word + "\n").join(""));
}

/** Null if each line before `--` is a revision. */
export function whyNotWhole(input: string): Refusal | null {
  // A long list of ids has none of these.
  if (input.charAt(0) !== "\n" && ["\n\n", "..", "\0", "\r"].every((part) => input.indexOf(part) < 0))
    return null;
  for (const line of input.replace(/\n$/, "").split("\n")) {
    if (line === "--") return null;
    // git would read no further.
    if (line === "")
      return {
        message: "an empty word or line names no revision",
        hint: `leave it out, or name one; ${whereFrom}`,
      };
    if (/[\0\r]/.test(line))
      return {
        message: `'${decodeUtf8(line)}' has a control character, and git would read another name`,
        hint: "name revisions, one per line",
      };
    // An empty right side is a usual way to write HEAD.
    if (sidesOf(line)[0] === "")
      return {
        message: `the range '${decodeUtf8(line)}' begins with nothing, which git takes for HEAD`,
        hint: `write both sides, as in 'main..HEAD'; ${whereFrom}`,
      };
  }
  return null;
}

const whereFrom = "in a script, see whether a variable is empty";

/** `a..b` and `a...b` have two sides; git splits at the first `..`, and takes an empty side for HEAD. */
export function sidesOf(revision: string): string[] {
  const at = revision.indexOf("..");
  if (at < 0) return [revision];
  const isSymmetric = revision.charAt(at + 2) === ".";
  return [revision.slice(0, at), revision.slice(at + (isSymmetric ? 3 : 2))];
}
