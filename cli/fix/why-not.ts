/**
 * Why commits must not be rewritten here.
 */
import { shortId } from "../../shim/judge/describe.ts";
import type { RealGit } from "../commits/real-git.ts";
import type { Refusal } from "../commits/refuse.ts";
import type { Branch } from "./choose-branch.ts";
import type { Change } from "./rewrite-commits.ts";

export function whyNot(git: RealGit, { commonDir }: Branch, changes: readonly Change[]): Refusal | null {
  const ids = changes.map(({ commit }) => commit.id);
  // Its parents are not here; a new object that names them would be broken.
  const shallow = git.host.readFile(`${commonDir}/shallow`);
  const edge = typeof shallow === "string" ? ids.find((id) => shallow.includes(id)) : undefined;
  if (edge === undefined) return null;
  return {
    message: `the history before ${shortId(edge)} is not here: the clone is shallow`,
    hint: "git fetch --unshallow",
  };
}
