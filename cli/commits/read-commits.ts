/**
 * The commits of a range as raw objects: `git rev-list` names them, one `git cat-file --batch` reads them,
 * both as they go. However long the range, only what is between them is in memory.
 */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { endOf, give, textOf } from "./child-git.ts";
import { WalkFailure } from "./walk-failure.ts";
import { splitBatch } from "./split-batch.ts";
import type { Commit } from "../../shim/git/commit-object.ts";
import type { Range } from "../../shim/verify/choose-range.ts";
import type { RealGit } from "./real-git.ts";

/**
 * A shell connects the two by a pipe, so that the ids do not go through this process. A pipeline's exit
 * status is that of its last command; that of the first comes through descriptor 3.
 */
const pipeline = `git=$1; shift
{ "$git" "$@"; echo "$?" >&3; } | "$git" -c core.commitGraph=false cat-file --batch --buffer 3>&-`;

/** In pieces as they come. */
export async function* readCommits(git: RealGit, range: Range): AsyncGenerator<Commit[]> {
  const words = [...git.options, "rev-list", "--stdin", ...range.options];
  const child = spawn("/bin/sh", ["-c", pipeline, "sh", git.path, ...words], {
    env: git.env,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  give(child, range.input);
  const listed = textOf(child.stdio[3] as Readable);
  const end = endOf(child);
  try {
    yield* splitBatch(child.stdout as Readable);
  } finally {
    // Whoever stops reading early leaves nothing running: the writers meet a closed pipe.
    child.stdout?.destroy();
  }
  const { status, said } = await end;
  if (status !== 0 || (await listed) !== "0\n") throw new WalkFailure(said.trim() || `exit status ${status}`);
}

/** Null if git cannot say. */
export async function countCommits(git: RealGit, range: Range): Promise<number | null> {
  const words = [...git.options, "rev-list", "--count", "--stdin", ...range.options];
  const child = spawn(git.path, words, { env: git.env });
  give(child, range.input);
  const [count, { status }] = await Promise.all([textOf(child.stdout), endOf(child)]);
  return status === 0 ? Number(count) : null;
}
