/**
 * An annotated tag for the new commit, with the same name, tagger, date and message. A signature is for the bytes that were.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { RealGit } from "../commits/real-git.ts";
import type { Branch } from "./choose-branch.ts";
import { GitFailure, runGit } from "./run-git.ts";

/** As parse_signature in git's gpg-interface.c finds it: the last such line; one above it may be part of the message. */
const signature =
  /^-----BEGIN (?:PGP SIGNATURE|PGP MESSAGE|SSH SIGNATURE|SIGNED MESSAGE)-----(?![^]*^-----BEGIN (?:PGP SIGNATURE|PGP MESSAGE|SSH SIGNATURE|SIGNED MESSAGE)-----)[^]*$/m;

/** Writes the object, and nothing that leads to it. */
export async function rewriteTag(
  git: RealGit,
  { ref, at }: Branch,
  to: string,
): Promise<{ id: string; wasSigned: boolean }> {
  const { stdout: body } = await runGit(git, ["cat-file", "tag", at]);
  const object = body.replace(/^object [0-9a-f]+\ntype commit\n/, `object ${to}\ntype commit\n`);
  const unsigned = object.replace(signature, "");
  const made = await runGit(git, ["hash-object", "-t", "tag", "-w", "--stdin"], { input: unsigned });
  if (object === body || made.status !== 0)
    throw new GitFailure(
      `'${decodeUtf8(ref)}' cannot be made anew: ${made.stderr.trim() || "it names another tag"}`,
      "git tag -f, for the new commit",
    );
  return { id: made.stdout.trim(), wasSigned: unsigned !== object };
}
