/**
 * `Host.startObjects`, `Host.startCommits` and `Host.readObjects` on Node. Reads some megabytes of objects at once;
 * shim/native/objects/read-objects.c streams.
 */
import * as crypto from "node:crypto";
import { createHash } from "node:crypto";
import type { Commit } from "../git/commit-object.ts";
import type { ReadObject } from "../host.ts";
import { fromBuffer } from "./byte-strings.ts";

/** A commit, or only its id if git's output does not determine the bytes. */
export type Printed = Commit | string;

/** git indents every line of a message, including empty ones. As a plain text, it is found without the regexp engine. */
const indented = new RegExp("\n    ", "g");
/** git marks a boundary with it. */
const minus = 0x2d;

/** Splits complete records. `exclude`: called for a commit that the range excludes, and whose child it has. */
export function splitRecords(bytes: Buffer, restore: Restore, exclude: (id: string) => void): Printed[] {
  // Convert and unindent once for all records. That also changes a header with such a line in it, but then
  // the hash does not match, and the commit is read as an object.
  const text = fromBuffer(bytes).replace(indented, "\n");
  const printed: Printed[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\0", start);
    if (text.charCodeAt(start) !== minus) printed.push(restore(text, start, end));
    else exclude(text.slice(start + 1, text.indexOf("\n", start)));
    start = end + 1;
  }
  return printed;
}

export type Restore = (text: string, start: number, end: number) => Printed;

export function createRestorer(): Restore {
  const digest = findDigest();
  let scratch = Buffer.alloc(1 << 16);
  const isObject = (id: string, object: string): boolean => {
    const head = `commit ${object.length}\0`;
    const length = head.length + object.length;
    if (scratch.length < length) scratch = Buffer.alloc(2 * length);
    scratch.write(head, "latin1");
    scratch.write(object, head.length, "latin1");
    return digest(hashOf(id), scratch.subarray(0, length)) === id;
  };

  return (text, start, end) => {
    const idEnd = text.indexOf("\n", start);
    const id = text.slice(start, idEnd);
    const headerStart = idEnd + 1;
    const blank = text.indexOf("\n\n", idEnd);
    // git does not print the blank line before an empty message. The
    // hash reveals anything else that is missing.
    if (blank < 0 || blank >= end) {
      const header = text.slice(headerStart, end);
      return isObject(id, `${header}\n`) ? { id, header, separator: "\n", message: "" } : id;
    }
    const header = text.slice(headerStart, blank + 1);
    const messageStart = blank + 2;
    if (isObject(id, text.slice(headerStart, end)))
      return { id, header, separator: "\n", message: text.slice(messageStart, end) };
    // Not every program ends a message with LF.
    const isWithoutEnd = end > messageStart && isObject(id, text.slice(headerStart, end - 1));
    return isWithoutEnd ? { id, header, separator: "\n", message: text.slice(messageStart, end - 1) } : id;
  };
}

/** As LARGEST_KEPT in shim/native/objects/object-stream.c: of a commit or tag. A larger print of a commit is not kept, and the commit read by its id. */
export const largestKept = 16 * 1024 * 1024;
const longestHeader = 128;

/** What git says about an object before its bytes are read. */
export interface Announced {
  id: string;
  type: "commit" | "tag" | "tree" | "blob" | "missing";
  size: number;
}

const announcement = /^([0-9a-f]{40}|[0-9a-f]{64}) (?:(missing)|(commit|tag|tree|blob) (\d{1,18}))$/;

/** Parses the output of `git cat-file --batch-check`; null if git did not answer each of the lines in this way. */
export function parseAnnounced(written: Buffer, asked: Buffer): Announced[] | null {
  const announced: Announced[] = [];
  for (const line of fromBuffer(written).split("\n").slice(0, -1)) {
    const [found, id = "", , type = "missing", size = "0"] = announcement.exec(line) ?? [];
    if (found === undefined) return null;
    announced.push({ id, type: type as Announced["type"], size: Number(size) });
  }
  return announced.length === fromBuffer(asked).split("\n").length - 1 ? announced : null;
}

/** Divides objects into chunks that are read one after the other, so that memory does not grow with their number. */
export function divideObjects(announced: readonly Announced[]): Announced[][] {
  const chunks: Announced[][] = [];
  let left = 0;
  for (const each of announced) {
    const size = isRead(each) ? each.size : 0;
    if (chunks.length === 0 || size > left) {
      chunks.push([]);
      left = largestKept;
    }
    left -= size;
    chunks[chunks.length - 1]?.push(each);
  }
  return chunks;
}

/**
 * Reads one chunk. `readBatch`: the output of `git cat-file --batch`. What is larger than any useful commit or tag is not read
 * at all: its type is enough, and git has computed its id when it received the object.
 */
export function readChunk(chunk: readonly Announced[], readBatch: (input: Buffer) => Buffer): ReadObject[] {
  const ids = chunk.filter(isRead).map(({ id }) => `${id}\n`);
  const read = new Map<string, ReadObject>();
  if (ids.length > 0)
    for (const each of splitObjects(readBatch(Buffer.from(ids.join(""))))) read.set(each.id, each);
  const objects: ReadObject[] = [];
  for (const each of chunk) {
    const object = isRead(each) ? read.get(each.id) : withoutBytes(each);
    // git has ended too soon.
    if (object === undefined) break;
    objects.push(object);
  }
  return objects;
}

function isRead({ type, size }: Announced): boolean {
  return type !== "missing" && size <= largestKept;
}

function withoutBytes({ id, type }: Announced): ReadObject {
  return { id, type: type === "commit" || type === "tag" ? "large" : type, body: "", isPlain: false };
}

/** Parses the output of `git cat-file --batch`, up to the first part that is malformed. */
export function splitObjects(written: Buffer): ReadObject[] {
  const objects: ReadObject[] = [];
  for (let at = 0; at < written.length;) {
    const end = written.subarray(at, at + longestHeader).indexOf("\n");
    const head = fromBuffer(written.subarray(at, at + Math.max(0, end)));
    const match = announcement.exec(head);
    if (match === null) break;
    const [, id = "", missing, type, digits] = match;
    const start = at + end + 1;
    const size = Number(digits ?? 0);
    if (missing !== undefined) objects.push({ id, type: "missing", body: "", isPlain: false });
    // LF follows the last byte.
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
  if (hash.digest("hex") !== id) return { id, type: "forged", body: "", isPlain: false };
  if (type !== "commit" && type !== "tag") return { id, type, body: "", isPlain: false };
  return bytes.length > largestKept
    ? { id, type: "large", body: "", isPlain: false }
    : { id, type, ...withHeader(id, type, fromBuffer(bytes)) };
}

/** As read_plain_header in shim/native/objects/commit-header.c. */
const plainHeader = /^tree ([0-9a-f]+)\n(?:parent ([0-9a-f]+)\n)?author [^\0\n]*\ncommitter [^\0\n]*\n\n/;

function withHeader(id: string, type: string, body: string): Pick<ReadObject, "body" | "isPlain"> {
  const [found, tree, parent = id] = plainHeader.exec(body) ?? [];
  const areIds = tree?.length === id.length && parent.length === id.length;
  return { body, isPlain: type === "commit" && found !== undefined && areIds };
}

/** Parses the output of `git rev-list --header`. */
export function readPrinted(printed: Buffer): ReadObject[] {
  const restore = createRestorer();
  const objects: ReadObject[] = [];
  const boundary: ReadObject[] = [];
  const exclude = (id: string): unknown => boundary.push({ id, type: "boundary", body: "", isPlain: false });
  for (let start = 0; start < printed.length;) {
    const end = printed.indexOf(0, start) + 1;
    const record = printed.subarray(start, end);
    start = end;
    if (record.length - 1 > largestKept) objects.push(asObject(printedId(record)));
    else for (const each of splitRecords(record, restore, exclude)) objects.push(asObject(each));
  }
  // git prints these last.
  return objects.concat(boundary);
}

function asObject(each: Printed): ReadObject {
  if (typeof each === "string") return { id: each, type: "unproved", body: "", isPlain: false };
  const { id, header, separator, message } = each;
  return { id, type: "commit", ...withHeader(id, "commit", header + separator + message) };
}

/** The id of a printed commit, which may be incomplete. */
export function printedId(record: Buffer): string {
  return fromBuffer(record.subarray(0, record.indexOf("\n")));
}

/** The length of an id tells which hash made it. */
export function hashOf(id: string): "sha1" | "sha256" {
  return id.length === 40 ? "sha1" : "sha256";
}

type Digest = (hash: "sha1" | "sha256", bytes: Uint8Array) => string;

/** Node 20.12 has a one-shot hash, which takes half the time. For many commits, looked up once. */
function findDigest(): Digest {
  const { hash, createHash: create } = crypto;
  return typeof hash === "function"
    ? (name, bytes) => hash(name, bytes, "hex")
    : (name, bytes) => create(name).update(bytes).digest("hex");
}

export function idOf(hash: "sha1" | "sha256", type: string, bytes: Uint8Array): string {
  return findDigest()(hash, Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]));
}
