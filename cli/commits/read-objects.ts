/**
 * Commit objects by their ids, through one `git cat-file --batch` that starts when the first is wanted.
 */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { WalkFailure } from "./walk-failure.ts";
import type { Commit } from "../../shim/git/commit-object.ts";
import type { RealGit } from "./real-git.ts";
import { splitBatch } from "./split-batch.ts";

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
      started ??= start(git);
      started.child.stdin.write(ids.map((id) => `${id}\n`).join(""));
      const commits: Commit[] = [];
      while (commits.length < ids.length) {
        const { done, value } = await started.batches.next();
        if (done) throw new WalkFailure(`there is no answer about '${ids[commits.length]}'`);
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

function start(git: RealGit) {
  const child = spawn(git.path, [...git.options, "cat-file", "--batch"], {
    env: git.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  // That it could not be started, or ended too soon, shows in what it does not answer.
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  return { child, batches: splitBatch(child.stdout) };
}
