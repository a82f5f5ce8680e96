/**
 * `Host.startObjects`, `Host.startCommits` and `Host.readObjects` on Node: all at once, what shim/native/object-stream.c does as it comes.
 */
import { createHash } from "node:crypto";
import type { ReadObject } from "../host.ts";
import { fromBuffer } from "./byte-strings.ts";
import { createRestorer, splitRecords } from "./printed-commits.ts";

const largestKept = 16 * 1024 * 1024;
const longestHeader = 128;

/** What `git cat-file --batch` wrote, up to where it cannot be understood. */
export function splitObjects(written: Buffer): ReadObject[] {
  const objects: ReadObject[] = [];
  for (let at = 0; at < written.length;) {
    const end = written.subarray(at, at + longestHeader).indexOf("\n");
    const head = fromBuffer(written.subarray(at, at + Math.max(0, end)));
    const match = /^([0-9a-f]{40}|[0-9a-f]{64}) (?:(missing)|(commit|tag|tree|blob) (\d{1,18}))$/.exec(head);
    if (match === null) break;
    const [, id = "", missing, type, digits] = match;
    const start = at + end + 1;
    const size = Number(digits ?? 0);
    if (missing !== undefined) objects.push({ id, type: "missing", body: "" });
    // A line end follows the last byte.
    else if (written[start + size] !== 10) break;
    else objects.push(proved(id, type as "commit", written.subarray(start, start + size)));
    at = missing === undefined ? start + size + 1 : start;
  }
  return objects;
}

function proved(id: string, type: "commit" | "tag" | "tree" | "blob", bytes: Buffer): ReadObject {
  const hash = createHash(id.length === 40 ? "sha1" : "sha256")
    .update(`${type} ${bytes.length}\0`)
    .update(bytes);
  if (hash.digest("hex") !== id) return { id, type: "forged", body: "" };
  if (type !== "commit" && type !== "tag") return { id, type, body: "" };
  return bytes.length > largestKept ? { id, type: "large", body: "" } : { id, type, body: fromBuffer(bytes) };
}

/** What `git rev-list --header` printed. */
export function readPrinted(printed: Buffer): ReadObject[] {
  return splitRecords(printed, createRestorer()).map((each) =>
    typeof each === "string"
      ? { id: each, type: "unproved", body: "" }
      : { id: each.id, type: "commit", body: each.header + each.separator + each.message },
  );
}
