/**
 * The commits of a range, as one `git rev-list` prints them while it walks. `git cat-file` would read every commit a
 * second time, so it reads only those whose printed form does not prove their id.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { Commit } from "../../shim/git/commit-object.ts";
import { fromBuffer, toBuffer } from "../../shim/node/byte-strings.ts";
import {
  createRestorer,
  largestKept,
  printedId,
  splitRecords,
  type Printed,
} from "../../shim/node/read-objects.ts";
import type { Range } from "../../shim/verify/choose-range.ts";
import { walkWords } from "../../shim/verify/walk-commits.ts";
import { createObjectReader, UnreadableRange, type ObjectReader } from "./read-objects.ts";
import type { RealGit } from "./real-git.ts";

/** Called for a commit that the range excludes, and whose child it has. */
export type Exclude = (id: string) => void;

/** In batches, as git prints them: what was read is not kept. */
export async function* streamCommits(
  git: RealGit,
  range: Range,
  exclude: Exclude = () => undefined,
): AsyncGenerator<Commit[]> {
  const child = startRevList(git, range, walkWords);
  const end = endOf(child);
  yield* readPrinted(git, child.stdout as Readable, exclude);
  const { status, errors } = await end;
  if (status !== 0)
    throw new UnreadableRange({ why: "git", message: errors.trim() || `exit status ${status}` });
}

/**
 * The same for a walk that the native binary began and passes on: in `fd`, the whole print of its git is followed by
 * `status` and git's exit status (lead_walk in shim/native/objects/lead-walk.c).
 */
export async function* streamBegun(
  git: RealGit,
  range: Range,
  exclude: Exclude,
  fd: number,
): AsyncGenerator<Commit[]> {
  let isBegun = false;
  let ending = "";
  const isEnding = (rest: string): boolean => (ending = rest).startsWith("status ");
  for await (const commits of readPrinted(git, createReadStream("", { fd }), exclude, isEnding)) {
    isBegun = true;
    yield commits;
  }
  if (ending === "status 0") return;
  // What git said is not in there, so ask again. Without a commit, the range may have been a wrong guess at the default.
  for await (const commits of streamCommits(git, range, exclude)) if (!isBegun) yield commits;
  if (isBegun) throw new UnreadableRange({ why: "git", message: `exit ${ending}` });
}

async function* readPrinted(
  git: RealGit,
  output: Readable,
  exclude: Exclude,
  isEnding?: (rest: string) => boolean,
): AsyncGenerator<Commit[]> {
  const objects = createObjectReader(git);
  try {
    for await (const printed of splitPrinted(output, exclude, isEnding))
      yield await complete(printed, objects);
  } finally {
    // If the caller stops early, git meets a closed pipe and ends.
    output.destroy();
    objects.close();
  }
}

/** Null if git cannot count them. */
export async function countCommits(git: RealGit, range: Range): Promise<number | null> {
  const child = startRevList(git, range, ["rev-list", "--count"]);
  const [count, { status }] = await Promise.all([outputOf(child.stdout as Readable), endOf(child)]);
  return status === 0 ? Number(count) : null;
}

/** Splits the output of `git rev-list --header` while git writes it. `isEnding`: may this follow the last record? */
export async function* splitPrinted(
  output: AsyncIterable<Buffer>,
  exclude: Exclude = () => undefined,
  isEnding: (rest: string) => boolean = (rest) => rest === "",
): AsyncGenerator<Printed[]> {
  const restore = createRestorer();
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  /** The id of a record that is too large to be kept, until it ends. */
  let skipped: string | null = null;
  for await (const written of output) {
    let chunk = written;
    const first = chunk.indexOf(0);
    // Only the first record, which may have begun in an earlier chunk, can be too large.
    if (skipped !== null || waitingBytes + (first < 0 ? chunk.length : first) > largestKept) {
      skipped ??= printedId(Buffer.concat([...waiting.slice(0, 2), chunk]));
      waiting = [];
      if (first < 0) continue;
      yield [skipped];
      skipped = null;
      waitingBytes = 0;
      chunk = chunk.subarray(first + 1);
    }
    const end = chunk.lastIndexOf(0) + 1;
    // A large record comes in many chunks. Join them once.
    if (end > 0) {
      const head = chunk.subarray(0, end);
      yield splitRecords(waiting.length === 0 ? head : Buffer.concat([...waiting, head]), restore, exclude);
      waiting = [];
      waitingBytes = 0;
    }
    if (end < chunk.length) waiting.push(chunk.subarray(end));
    waitingBytes += chunk.length - end;
  }
  if (skipped !== null || !isEnding(fromBuffer(Buffer.concat(waiting))))
    throw new UnreadableRange({ why: "git", message: "git rev-list ended in the middle of a commit" });
}

/** Reads the commits of which only the id is known. */
async function complete(printed: readonly Printed[], objects: ObjectReader): Promise<Commit[]> {
  const missing = printed.filter((each) => typeof each === "string");
  if (missing.length === 0) return printed as Commit[];
  const found = (await objects.read(missing)).values();
  return printed.map((each) => (typeof each === "string" ? (found.next().value as Commit) : each));
}

function startRevList(git: RealGit, range: Range, words: readonly string[]): ChildProcess {
  const args = [...git.options, ...words, "--stdin", ...range.options];
  const child = spawn(git.path, args, { env: git.env });
  const stdin = child.stdin as Writable;
  // git may end before it has read everything; its exit status says why.
  stdin.on("error", () => undefined);
  stdin.end(toBuffer(range.input));
  return child;
}

async function outputOf(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

async function endOf(child: ChildProcess): Promise<{ status: number | null; errors: string }> {
  let errors = "";
  child.stderr?.on("data", (chunk) => (errors += String(chunk)));
  try {
    const [status] = await once(child, "close");
    return { status, errors };
  } catch (error) {
    return { status: null, errors: (error as Error).message };
  }
}
