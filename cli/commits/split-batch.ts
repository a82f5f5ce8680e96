/**
 * The output of `git cat-file --batch` as commits: `<id> <type> <size>`, LF, that many bytes, LF.
 */
import { hashOf, idOf } from "../../shim/node/read-objects.ts";
import { WalkFailure } from "./walk-failure.ts";
import { fromBuffer } from "../../shim/node/byte-strings.ts";
import { parseCommit, type Commit } from "../../shim/git/commit-object.ts";

/** In pieces as they come. An object that is no commit, or is not there, is an error. */
export async function* splitBatch(output: AsyncIterable<Buffer>): AsyncGenerator<Commit[]> {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = 1;
  for await (const chunk of output) {
    chunks.push(chunk);
    length += chunk.length;
    // A large object comes in many chunks, which are joined once.
    if (length < needed) continue;
    const split = splitOff(chunks.length === 1 ? chunk : Buffer.concat(chunks, length));
    chunks = [split.rest];
    ({ length } = split.rest);
    ({ needed } = split);
    if (split.commits.length > 0) yield split.commits;
  }
  if (length > 0) throw new WalkFailure("git cat-file ended in the middle of an object");
}

/** `needed`: the length that `rest` must have before it is worth another look. */
function splitOff(bytes: Buffer): { commits: Commit[]; rest: Buffer; needed: number } {
  // Once for all objects in it: as a byte string, places are the same.
  const text = fromBuffer(bytes);
  const commits: Commit[] = [];
  let at = 0;
  let needed = 1;
  for (;;) {
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    const [id = "", type, size] = text.slice(at, end).split(" ");
    if (type !== "commit") throw new WalkFailure(`'${id}' is no commit, or is not there`);
    const start = end + 1;
    const next = start + Number(size) + 1;
    if (next > bytes.length) {
      needed = next - at;
      break;
    }
    // Whatever the repository has under this name: it must be the object that the name stands for.
    if (idOf(hashOf(id), "commit", bytes.subarray(start, next - 1)) !== id)
      throw new WalkFailure(`what is stored under '${id}' is another object`);
    commits.push(parseCommit(id, text.slice(start, next - 1)));
    at = next;
  }
  return { commits, rest: bytes.subarray(at), needed };
}
