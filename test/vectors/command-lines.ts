/** What each command's line says, in short. */
import { readAmLine } from "../../shim/git/am-line.ts";
import { readCommitLine } from "../../shim/git/commit-line.ts";
import { readCommitTreeLine } from "../../shim/git/commit-tree-line.ts";
import { readMergeLine } from "../../shim/git/merge-line.ts";
import type { OptionUse } from "../../shim/git/parse-options.ts";
import { readPickLine } from "../../shim/git/pick-line.ts";
import { readPushLine } from "../../shim/git/push-line.ts";
import { readRebaseLine } from "../../shim/git/rebase-line.ts";

type Reader = (argv: readonly string[], first: number) => object | null;

const readers: { [command: string]: Reader } = {
  am: readAmLine,
  "cherry-pick": (argv, first) => readPickLine("cherry-pick", argv, first),
  commit: readCommitLine,
  "commit-tree": readCommitTreeLine,
  merge: readMergeLine,
  push: readPushLine,
  rebase: readRebaseLine,
  revert: (argv, first) => readPickLine("revert", argv, first),
};

/** Without what is null, false or empty; of an option's use the value, or else the word. */
export function readLine(command: string, words: string[]): unknown {
  const line = (readers[command] as Reader)(words, 0) as { [field: string]: unknown } | null;
  if (line === null) return "rejected";
  const brief: { [field: string]: unknown } = {};
  for (const field of Object.keys(line)) {
    const value = line[field];
    // `edit` has three states.
    if (value === null || (value === false && field !== "edit")) continue;
    if (!Array.isArray(value)) {
      brief[field] = value;
    } else if (value.length > 0) {
      brief[field] = value.map((item: number | OptionUse) =>
        typeof item === "number" ? item : (item.value ?? item.word),
      );
    }
  }
  return brief;
}
