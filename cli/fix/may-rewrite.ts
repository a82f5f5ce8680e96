/**
 * Commits that must not be rewritten: those that others may have, and the edge of a shallow clone.
 */
import type { Commit } from "../../shim/git/commit-object.ts";
import { countOf, shortId } from "../../shim/judge/describe.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { refuse } from "../shared/open-git-and-rules.ts";
import type { RealGit } from "../shared/real-git.ts";
import type { Branch } from "./choose-branch.ts";
import type { Change } from "./rewrite-commits.ts";
import { runGit } from "./run-git.ts";

/** Commits that a remote has, according to `refs/remotes`. */
export async function findPublished(
  git: RealGit,
  { tip }: Branch,
  commits: readonly Commit[],
): Promise<Set<string>> {
  const words = ["rev-list", "--stdin", "--not", "--remotes"];
  const unpushed = new Set((await runGit(git, words, { input: `${tip}\n` })).stdout.split("\n"));
  return new Set(commits.map(({ id }) => id).filter((id) => !unpushed.has(id)));
}

/** For when there is nothing else to fix. */
export function refusePublished(published: readonly Commit[]): number {
  const [first] = published as [Commit];
  return refuse(
    `${countOf(published.length, "commit")} to rewrite ${published.length === 1 ? "is" : "are"} on a remote already, such as ${shortId(first.id)}`,
    "--force-pushed rewrites them all the same; others who have them must be told",
  );
}

export function whyShallow(git: RealGit, { commonDir }: Branch, changes: readonly Change[]): Refusal | null {
  const ids = changes.map(({ commit }) => commit.id);
  // The parents of these commits are missing, so a new commit would point to nothing.
  const shallow = git.host.readFile(`${commonDir}/shallow`);
  const edge = typeof shallow === "string" ? ids.find((id) => shallow.includes(id)) : undefined;
  if (edge === undefined) return null;
  return {
    message: `the history before ${shortId(edge)} is not here: the clone is shallow`,
    hint: "git fetch --unshallow",
  };
}
