/** `Host.readLooseObject` on Node. */
import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { readBytes } from "./read-files.ts";
import { toBuffer } from "./byte-strings.ts";

/** As MOST_BYTES in shim/native/objects/loose-object.c. */
const mostBytes = 64 * 1024;
const hashes: { [digits: number]: string } = { 40: "sha1", 64: "sha256" };

export function readLooseObject(folder: string, type: string, id: string): string | null {
  const hash = hashes[id.length];
  const file = readBytes(`${folder}/${id.slice(0, 2)}/${id.slice(2)}`, mostBytes - 1);
  if (hash === undefined || /[^0-9a-f]/.test(id) || typeof file === "number") return null;
  const object = inflate(toBuffer(file));
  if (object === null || createHash(hash).update(object).digest("hex") !== id) return null;
  const [header, start] = [object.toString("latin1", 0, object.indexOf(0)), object.indexOf(0) + 1];
  return header === `${type} ${object.length - start}` ? object.toString("latin1", start) : null;
}

function inflate(compressed: Buffer): Buffer | null {
  try {
    const { buffer, engine } = inflateSync(compressed, {
      maxOutputLength: mostBytes,
      info: true,
    }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return engine.bytesWritten === compressed.length ? buffer : null;
  } catch {
    return null;
  }
}
