/**
 * `Host.startObjects`, `Host.startCommits` and `Host.readObjects` on Node. Reads everything at once;
 * shim/native/object-stream.c streams.
 */
import * as crypto from "node:crypto";
import { createHash } from "node:crypto";
import type { Commit } from "../git/commit-object.ts";
import type { ReadObject } from "../host.ts";
import { fromBuffer } from "./byte-strings.ts";

/** A commit, or only its id if git's output does not determine the bytes. */
export type Printed = Commit | string;

const indented = "\n    ";

/** Splits complete records. */
export function splitRecords(bytes: Buffer, restore: Restore): Printed[] {
  // Convert once for all records: they are byte strings.
  const text = fromBuffer(bytes);
  const printed: Printed[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\0", start);
    printed.push(restore(text, start, end));
    start = end + 1;
  }
  return printed;
}

export type Restore = (text: string, start: number, end: number) => Printed;

export function createRestorer(): Restore {
  let scratch = Buffer.alloc(1 << 16);
  const isObject = (id: string, object: string): boolean => {
    const hashed = `commit ${object.length}\0${object}`;
    if (scratch.length < hashed.length) scratch = Buffer.alloc(2 * hashed.length);
    scratch.write(hashed, "latin1");
    return digestOf(hashOf(id), scratch.subarray(0, hashed.length)) === id;
  };

  return (text, start, end) => {
    const idEnd = text.indexOf("\n", start);
    const id = text.slice(start, idEnd);
    const blank = text.indexOf("\n\n", idEnd);
    // git does not print the blank line before an empty message. The
    // hash reveals anything else that is missing.
    const isEmpty = blank < 0 || blank > end;
    const header = text.slice(idEnd + 1, isEmpty ? end : blank + 1);
    // git indents every line, including empty ones.
    let message = isEmpty ? "" : text.slice(blank + 1 + indented.length, end).replaceAll(indented, "\n");
    if (!isObject(id, `${header}\n${message}`)) {
      // Not every program ends a message with LF.
      message = message.slice(0, -1);
      if (isEmpty || !isObject(id, `${header}\n${message}`)) return id;
    }
    return { id, header, separator: "\n", message };
  };
}

const largestKept = 16 * 1024 * 1024;
const longestHeader = 128;

/** Parses the output of `git cat-file --batch`, up to the first part that is malformed. */
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
  if (hash.digest("hex") !== id) return { id, type: "forged", body: "" };
  if (type !== "commit" && type !== "tag") return { id, type, body: "" };
  return bytes.length > largestKept ? { id, type: "large", body: "" } : { id, type, body: fromBuffer(bytes) };
}

/** Parses the output of `git rev-list --header`. */
export function readPrinted(printed: Buffer): ReadObject[] {
  return splitRecords(printed, createRestorer()).map((each) =>
    typeof each === "string"
      ? { id: each, type: "unproved", body: "" }
      : { id: each.id, type: "commit", body: each.header + each.separator + each.message },
  );
}

/** The length of an id tells which hash made it. */
export function hashOf(id: string): "sha1" | "sha256" {
  return id.length === 40 ? "sha1" : "sha256";
}

/** Node 20.12 has a one-shot hash, which takes half the time. */
export function digestOf(hash: "sha1" | "sha256", bytes: Uint8Array): string {
  return typeof crypto.hash === "function"
    ? crypto.hash(hash, bytes, "hex")
    : crypto.createHash(hash).update(bytes).digest("hex");
}

export function idOf(hash: "sha1" | "sha256", type: string, bytes: Uint8Array): string {
  return digestOf(hash, Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]));
}
