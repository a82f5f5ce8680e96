/**
 * New commit objects on their way into the repository. Their ids are known before they are written, so that
 * one process writes them all.
 */
import type { RealGit } from "../commits/real-git.ts";
import { hashOf } from "../../shim/node/read-objects.ts";
import { idOf, renderPack } from "./render-pack.ts";
import { GitFailure, runGit } from "./run-git.ts";

export interface ObjectStore {
  /** Gives the id of an object that will be written. */
  add(object: string): string;
  /** Writes what was added. Nothing leads to it yet. */
  flush(): Promise<void>;
}

/** More than that stay together in a pack; git has the same limit for what it is sent (`transfer.unpackLimit`). */
const unpackLimit = 100;

/** `like`: an id of the repository. */
export function createObjectStore(git: RealGit, like: string): ObjectStore {
  const hash = hashOf(like);
  let waiting = new Map<string, string>();
  return {
    add(object) {
      const id = idOf(object, hash);
      waiting.set(id, object);
      return id;
    },
    async flush() {
      if (waiting.size === 0) return;
      const pack = renderPack([...waiting.values()], hash);
      const words = waiting.size < unpackLimit ? ["unpack-objects", "-q"] : ["index-pack", "--stdin"];
      const { status, stderr } = await runGit(git, words, { input: pack });
      if (status !== 0)
        throw new GitFailure(
          `git cannot write the new commits: ${stderr.trim()}`,
          "see whether the repository may be written to, and has space left",
        );
      waiting = new Map();
    },
  };
}
