/**
 * Commit objects by their ids, through one `git cat-file --batch` that starts when the first is wanted.
 */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { parseCommit, type Commit } from "../../shim/git/commit-object.ts";
import { fromBuffer } from "../../shim/node/byte-strings.ts";
import { hashOf, idOf, largestKept } from "../../shim/node/read-objects.ts";
import { describeBadRange, type BadRange } from "../../shim/verify/bad-range.ts";
import type { RealGit } from "./real-git.ts";

export class UnreadableRange extends Error {
  readonly bad: BadRange;

  constructor(bad: BadRange) {
    super(describeBadRange(bad).message);
    this.bad = bad;
  }
}

export interface ObjectReader {
  /** In the order of their ids. */
  read(ids: readonly string[]): Promise<Commit[]>;
  close(): void;
}

export function createObjectReader(git: RealGit): ObjectReader {
  let started: {
    child: ChildProcessByStdio<Writable, Readable, null>;
    batches: AsyncGenerator<Commit[]>;
  } | null = null;
  return {
    async read(ids) {
      started ??= startBatch(git);
      started.child.stdin.write(ids.map((id) => `${id}\n`).join(""));
      const commits: Commit[] = [];
      while (commits.length < ids.length) {
        const { done, value } = await started.batches.next();
        if (done) throw new UnreadableRange({ why: "unanswered", id: ids[commits.length] as string });
        commits.push(...value);
      }
      return commits;
    },
    close() {
      started?.child.stdin.end();
      started?.child.stdout.destroy();
    },
  };
}

function startBatch(git: RealGit) {
  const child = spawn(git.path, [...git.options, "cat-file", "--batch"], {
    env: git.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  // If it cannot start or ends too soon, `read` finds that an answer is missing.
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  return { child, batches: splitBatch(child.stdout) };
}

/**
 * Splits the output of `git cat-file --batch` while git writes it: `<id> <type> <size>`, LF, that many bytes, LF. An
 * object that is missing or not a commit is an error.
 */
async function* splitBatch(output: AsyncIterable<Buffer>): AsyncGenerator<Commit[]> {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = 1;
  for await (const chunk of output) {
    chunks.push(chunk);
    length += chunk.length;
    // A large object comes in many chunks. Join them once.
    if (length < needed) continue;
    const split = splitOff(chunks.length === 1 ? chunk : Buffer.concat(chunks, length));
    chunks = [split.rest];
    ({ length } = split.rest);
    ({ needed } = split);
    if (split.commits.length > 0) yield split.commits;
  }
  if (length > 0)
    throw new UnreadableRange({ why: "git", message: "git cat-file ended in the middle of an object" });
}

/** `needed`: the length that `rest` must reach before the next object is complete. */
function splitOff(bytes: Buffer): { commits: Commit[]; rest: Buffer; needed: number } {
  // Convert once for all objects in it: a byte string has the same offsets.
  const text = fromBuffer(bytes);
  const commits: Commit[] = [];
  let at = 0;
  let needed = 1;
  for (;;) {
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    const [id = "", type, size] = text.slice(at, end).split(" ");
    if (type !== "commit") throw new UnreadableRange({ why: "unreadable", id });
    if (Number(size) > largestKept) throw new UnreadableRange({ why: "large", id, child: "" });
    const start = end + 1;
    const next = start + Number(size) + 1;
    if (next > bytes.length) {
      needed = next - at;
      break;
    }
    // The repository could store anything under this id. Check that it is the object with this hash.
    if (idOf(hashOf(id), "commit", bytes.subarray(start, next - 1)) !== id)
      throw new UnreadableRange({ why: "forged", id, child: "" });
    commits.push(parseCommit(id, text.slice(start, next - 1)));
    at = next;
  }
  return { commits, rest: bytes.subarray(at), needed };
}
