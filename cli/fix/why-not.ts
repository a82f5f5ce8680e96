/**
 * Why commits must not be rewritten here.
 */
import { countOf, shortId } from "../commits/describe.ts";
import type { RealGit } from "../commits/real-git.ts";
import type { Refusal } from "../commits/refuse.ts";
import type { Branch } from "./choose-branch.ts";
import type { FixRequest } from "./request.ts";
import type { Change } from "./rewrite-commits.ts";
import { runGit } from "./run-git.ts";

export async function whyNot(
  git: RealGit,
  { tip, commonDir }: Branch,
  changes: readonly Change[],
  { forcePushed }: FixRequest,
): Promise<Refusal | null> {
  const ids = changes.map(({ commit }) => commit.id);
  // Its parents are not here; a new object that names them would be broken.
  const shallow = git.host.readFile(`${commonDir}/shallow`);
  const edge = typeof shallow === "string" ? ids.find((id) => shallow.includes(id)) : undefined;
  if (edge !== undefined)
    return {
      message: `the history before ${shortId(edge)} is not here: the clone is shallow`,
      hint: "git fetch --unshallow",
    };
  if (forcePushed) return null;
  const words = ["rev-list", "--stdin", "--not", "--remotes"];
  const unpushed = new Set((await runGit(git, words, { input: `${tip}\n` })).stdout.split("\n"));
  const pushed = ids.filter((id) => !unpushed.has(id));
  if (pushed.length === 0) return null;
  return {
    message: `${countOf(pushed.length, "commit")} to rewrite ${pushed.length === 1 ? "is" : "are"} on a remote already, such as ${shortId(pushed[0] as string)}`,
    hint: "--force-pushed rewrites them all the same; others who have them must be told",
  };
}
