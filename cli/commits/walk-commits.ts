/**
 * The commits of a range, as one `git rev-list` prints them while it walks: `git cat-file` would read every one a second
 * time. Only what cannot be told from the print is read by it.
 */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { endOf, give } from "./child-git.ts";
import { createObjectReader, type ObjectReader } from "./read-objects.ts";
import type { Range } from "../../shim/verify/choose-range.ts";
import { WalkFailure } from "./walk-failure.ts";
import type { Commit } from "../../shim/git/commit-object.ts";
import type { RealGit } from "./real-git.ts";
import { splitPrinted, type Printed } from "./split-printed.ts";

/** In pieces as they come. */
export async function* walkCommits(git: RealGit, range: Range): AsyncGenerator<Commit[]> {
  // Plumbing: no setting of the user's changes what it prints, but for the encoding.
  const words = [...git.options, "rev-list", "--header", "--encoding=none", "--stdin", ...range.options];
  const child = spawn(git.path, words, { env: git.env });
  give(child, range.input);
  const end = endOf(child);
  const objects = createObjectReader(git);
  try {
    for await (const printed of splitPrinted(child.stdout as Readable))
      yield await complete(printed, objects);
  } finally {
    // Whoever stops reading early leaves nothing running: the writer meets a closed pipe.
    child.stdout.destroy();
    objects.close();
  }
  const { status, said } = await end;
  if (status !== 0) throw new WalkFailure(said.trim() || `exit status ${status}`);
}

async function complete(printed: readonly Printed[], objects: ObjectReader): Promise<Commit[]> {
  const missing = printed.filter((each) => typeof each === "string");
  if (missing.length === 0) return printed as Commit[];
  const found = (await objects.read(missing)).values();
  return printed.map((each) => (typeof each === "string" ? (found.next().value as Commit) : each));
}
