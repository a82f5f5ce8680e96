/**
 * Collects new commit objects and writes them to the repository. Their ids are computed here, so that one git process can
 * write them all.
 */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { toBuffer } from "../../shim/node/byte-strings.ts";
import { hashOf, idOf } from "../../shim/node/read-objects.ts";
import type { RealGit } from "../shared/real-git.ts";
import { GitFailure, runGit, whyFailed } from "./run-git.ts";

export interface ObjectStore {
  /** Gives the object's id. `flush` writes it. */
  add(object: string): string;
  /** Writes what was added. No ref points to it yet. */
  flush(): Promise<void>;
}

/** As many objects or more stay in a pack, as git does with what it receives (`transfer.unpackLimit`). */
const unpackLimit = 100;

/** `like`: an id of the repository. */
export function createObjectStore(git: RealGit, like: string): ObjectStore {
  const hash = hashOf(like);
  let waiting = new Map<string, string>();
  return {
    add(object) {
      const id = idOf(hash, "commit", toBuffer(object));
      waiting.set(id, object);
      return id;
    },
    async flush() {
      if (waiting.size === 0) return;
      const pack = renderPack([...waiting.values()], hash);
      const words = waiting.size < unpackLimit ? ["unpack-objects", "-q"] : ["index-pack", "--stdin"];
      const run = await runGit(git, words, { input: pack });
      if (run.status !== 0)
        throw new GitFailure(
          `git cannot write the new commits: ${whyFailed(run)}`,
          "see whether the repository may be written to, and has space left",
        );
      waiting = new Map();
    },
  };
}

const commitType = 1;

/** A pack (git's gitformat-pack) hands git many objects at once, byte for byte. */
function renderPack(objects: readonly string[], hash: "sha1" | "sha256"): Buffer {
  const head = Buffer.alloc(12);
  head.write("PACK");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(objects.length, 8);
  const entries = objects.flatMap((object) => [sizeOf(object.length), deflateSync(toBuffer(object))]);
  const pack = Buffer.concat([head, ...entries]);
  return Buffer.concat([pack, createHash(hash).update(pack).digest()]);
}

/** The type and the lowest four bits of the length, then seven bits a byte. */
function sizeOf(length: number): Buffer {
  const bytes: number[] = [];
  let byte = (commitType << 4) | (length & 15);
  for (let rest = Math.floor(length / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 128);
    byte = rest & 127;
  }
  return Buffer.from([...bytes, byte]);
}
