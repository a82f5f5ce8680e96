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

/** Writes the object, and nothing that leads to it. A tag may name another tag: that one is rewritten first. */
export async function rewriteTag(
  git: RealGit,
  { ref, at }: Pick<Branch, "ref" | "at">,
  to: string,
): Promise<{ id: string; droppedSignatures: number }> {
  const { stdout: body } = await runGit(git, ["cat-file", "tag", at]);
  const inner = /^object ([0-9a-f]+)\ntype tag\n/.exec(body)?.[1];
  const target =
    inner === undefined ? { id: to, droppedSignatures: 0 } : await rewriteTag(git, { ref, at: inner }, to);
  const object = body.replace(/^object [0-9a-f]+\n/, `object ${target.id}\n`);
  const unsigned = object.replace(signature, "");
  const made = await runGit(git, ["hash-object", "-t", "tag", "-w", "--stdin"], { input: unsigned });
  if (made.status !== 0)
    throw new GitFailure(
      `'${decodeUtf8(ref)}' cannot be rewritten: ${made.stderr.trim()}`,
      "git tag -f, for the new commit",
    );
  const isDropped = unsigned !== object;
  return { id: made.stdout.trim(), droppedSignatures: target.droppedSignatures + (isDropped ? 1 : 0) };
}
