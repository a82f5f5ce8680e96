/**
 * Warnings about what still refers to the old commits.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { countOf } from "../../shim/judge/describe.ts";
import { parentsOf } from "../../shim/git/commit-object.ts";
import type { RealGit } from "../shared/real-git.ts";
import type { Branch } from "./choose-branch.ts";
import type { Change, Rewritten } from "./rewrite-commits.ts";
import { runGit } from "./run-git.ts";

/** Each with a hint. `later`: branches that are rewritten after this one. */
export async function describeLeftBehind(
  git: RealGit,
  { ref, alsoIn }: Branch,
  changes: readonly Change[],
  { ids, droppedSignatures }: Rewritten,
  later: readonly string[],
): Promise<string[]> {
  const warnings = alsoIn.map(
    (gitDir) =>
      `the branch is checked out in another work tree too ('${decodeUtf8(gitDir)}')\n` +
      "hint: its files and index are as they were; only its commits are new",
  );
  if (droppedSignatures > 0)
    warnings.push(
      `${countOf(droppedSignatures, "signature")} dropped: a signature is for the bytes that were\n` +
        "hint: with 'git config commit.gpgsign true', commits that had one are signed anew",
    );
  // A ref that contains any old commit contains one of these.
  const first = changes.filter(({ commit }) => !parentsOf(commit).some((id) => ids.has(id)));
  const words = first.map(({ commit }) => `--contains=${commit.id}`);
  const listed = await runGit(git, [
    "for-each-ref",
    "--format=%(refname)",
    ...words,
    "refs/heads",
    "refs/tags",
  ]);
  const others = listed.stdout
    .split("\n")
    .filter((name) => name !== "" && name !== ref && !later.includes(name));
  if (others.length > 0)
    warnings.push(
      `old commits are still in ${others.map((name) => `'${decodeUtf8(name)}'`).join(", ")}\n` +
        "hint: name such a branch, as in 'interlock fix A..<branch>'; the same commits become the same new ones",
    );
  return warnings;
}
