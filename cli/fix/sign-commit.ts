/**
 * A new signature for a commit that had one. git makes it, with its own settings, in `git commit-tree -S`.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { readIdent } from "../../engine/core/ident.ts";
import type { GitIdent } from "../../engine/core/plan.ts";
import {
  dateOf,
  encodingOf,
  identOf,
  parentsOf,
  parseCommit,
  type Commit,
} from "../../shim/git/commit-object.ts";
import type { RealGit } from "../shared/real-git.ts";
import { withoutSignature } from "./rewrite-object.ts";
import { GitFailure, runGit, whyFailed } from "./run-git.ts";

/** The id of the signed object; null if git would sign other bytes, because it drops headers that it does not know. */
export async function signCommit(git: RealGit, object: string): Promise<string | null> {
  const commit = parseCommit("", object);
  const tree = /^tree ([0-9a-f]+)\n/.exec(commit.header)?.[1] ?? "";
  const encoding = encodingOf(commit) ?? "UTF-8";
  const parents = parentsOf(commit).flatMap((id) => ["-p", id]);
  const settings = ["-c", `i18n.commitEncoding=${decodeUtf8(encoding)}`];
  const made = await runGit(git, [...settings, "commit-tree", "-S", ...parents, tree], {
    input: commit.message,
    env: { ...personOf(commit, "author"), ...personOf(commit, "committer") },
  });
  if (made.status !== 0)
    throw new GitFailure(
      `git cannot sign: ${whyFailed(made)}`,
      "set user.signingKey, or drop the signatures: git config commit.gpgsign false",
    );
  const id = made.stdout.trim();
  const signed = await runGit(git, ["cat-file", "commit", id]);
  return withoutSignature(parseCommit(id, signed.stdout)) === object ? id : null;
}

function personOf(commit: Commit, role: GitIdent): { [name: string]: string } {
  const ident = readIdent(identOf(commit, role));
  const prefix = `GIT_${role.toUpperCase()}_`;
  return {
    [`${prefix}NAME`]: decodeUtf8(ident?.name ?? ""),
    [`${prefix}EMAIL`]: decodeUtf8(ident?.mail ?? ""),
    [`${prefix}DATE`]: `@${dateOf(commit, role)}`,
  };
}
