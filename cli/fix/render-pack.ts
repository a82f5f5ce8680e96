/**
 * Commit objects as a pack (git's gitformat-pack): a way to hand git many objects at once, byte for byte.
 */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { toBuffer } from "../../shim/node/byte-strings.ts";

export function idOf(object: string, hash: "sha1" | "sha256"): string {
  return createHash(hash).update(`commit ${object.length}\0`).update(object, "latin1").digest("hex");
}

const commitType = 1;

export function renderPack(objects: readonly string[], hash: "sha1" | "sha256"): Buffer {
  const head = Buffer.alloc(12);
  head.write("PACK");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(objects.length, 8);
  const entries = objects.flatMap((object) => [sizeOf(object.length), deflateSync(toBuffer(object))]);
  const pack = Buffer.concat([head, ...entries]);
  return Buffer.concat([pack, createHash(hash).update(pack).digest()]);
}

/** Four bits beside the type, then seven a byte, the lowest first. */
function sizeOf(length: number): Buffer {
  const bytes: number[] = [];
  let byte = (commitType << 4) | (length & 15);
  for (let rest = Math.floor(length / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 128);
    byte = rest & 127;
  }
  return Buffer.from([...bytes, byte]);
}
