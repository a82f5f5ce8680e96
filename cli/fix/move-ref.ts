/**
 * The last steps: notes are copied to the new commits, an annotated tag is rewritten, and the ref moves.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { RealGit } from "../shared/real-git.ts";
import { GitFailure, runGit, whyFailed } from "./run-git.ts";
import type { Branch } from "./choose-branch.ts";

/**
 * As `notes.rewriteRef` and `notes.rewrite.rebase` say. Before the branch moves: notes on unreachable commits do no harm,
 * but a branch must not lose its notes. Overwrite, because only a run that was killed here can have left notes before.
 */
export async function carryNotes(git: RealGit, ids: ReadonlyMap<string, string>): Promise<void> {
  const run = await runGit(git, ["notes", "copy", "--stdin", "--for-rewrite=rebase"], {
    input: [...ids].map(([from, to]) => `${from} ${to}\n`).join(""),
    env: { GIT_NOTES_REWRITE_MODE: "overwrite" },
    outlivesUs: true,
  });
  if (run.status !== 0)
    throw new GitFailure(
      `git cannot carry the notes over: ${whyFailed(run)}`,
      "see 'git config --get-all notes.rewriteRef'",
    );
}

/** Only if nobody else has moved it. */
export async function moveBranch(
  git: RealGit,
  ref: string,
  { from, to, reason }: { from: string; to: string; reason: string },
): Promise<void> {
  const noDeref = ref === "HEAD" ? "option no-deref\0" : "";
  const words = ["update-ref", "--create-reflog", "-m", reason, "--stdin", "-z"];
  const run = await runGit(git, words, {
    input: `${noDeref}update ${ref}\0${to}\0${from}\0`,
    outlivesUs: true,
  });
  if (run.status !== 0)
    throw new GitFailure(
      `'${decodeUtf8(ref)}' was not moved: ${whyFailed(run)}`,
      "see what else works on the branch, then run 'interlock fix' again",
    );
}

/** As parse_signature in git's gpg-interface.c finds it: the last such line; one above it may be part of the message. */
const signature =
  /^-----BEGIN (?:PGP SIGNATURE|PGP MESSAGE|SSH SIGNATURE|SIGNED MESSAGE)-----(?![^]*^-----BEGIN (?:PGP SIGNATURE|PGP MESSAGE|SSH SIGNATURE|SIGNED MESSAGE)-----)[^]*$/m;

/**
 * Writes an annotated tag for the new commit, with the same name, tagger, date and message, and without a signature, which
 * was for the old bytes. No ref points to it yet. A tag may name another tag: that one is rewritten first.
 */
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
      `'${decodeUtf8(ref)}' cannot be rewritten: ${whyFailed(made)}`,
      "git tag -f, for the new commit",
    );
  const isDropped = unsigned !== object;
  return { id: made.stdout.trim(), droppedSignatures: target.droppedSignatures + (isDropped ? 1 : 0) };
}
