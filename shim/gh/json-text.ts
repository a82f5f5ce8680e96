/**
 * JSON with the place of every value, so that one can be exchanged and all other bytes stay: numbers of any size, the
 * order of members, spaces. Texts in and out are byte strings.
 */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";

export interface JsonMember {
  name: string;
  value: JsonNode;
}

export interface JsonNode {
  kind: "string" | "object" | "array" | "other";
  start: number;
  end: number;
  isNull: boolean;
  /** Of a string. */
  text: string;
  members: JsonMember[];
  items: JsonNode[];
}

/** Deeper than this nobody writes, and each level takes a part of the stack. */
const mostLevels = 60;

/** null: it is no JSON. */
export function readJson(bytes: string): JsonNode | null {
  const reader = { bytes, at: 0 };
  const node = readValue(reader, 0);
  if (!node) return null;
  skipSpace(reader);
  return reader.at === bytes.length ? node : null;
}

interface Reader {
  bytes: string;
  at: number;
}

function skipSpace(reader: Reader): void {
  while (" \t\r\n".indexOf(reader.bytes.charAt(reader.at) || "x") >= 0) reader.at++;
}

function takes(reader: Reader, unit: string): boolean {
  skipSpace(reader);
  if (reader.bytes.charAt(reader.at) !== unit) return false;
  reader.at++;
  return true;
}

function readValue(reader: Reader, level: number): JsonNode | null {
  skipSpace(reader);
  const start = reader.at;
  const node: JsonNode = { kind: "other", start, end: 0, isNull: false, text: "", members: [], items: [] };
  const unit = reader.bytes.charAt(start);
  let isRead: boolean;
  if (unit === '"') isRead = readString(reader, node);
  else if (unit === "{") isRead = level < mostLevels && readMembers(reader, node, level);
  else if (unit === "[") isRead = level < mostLevels && readItems(reader, node, level);
  else isRead = readOther(reader, node);
  node.end = reader.at;
  return isRead ? node : null;
}

function readString(reader: Reader, node: JsonNode): boolean {
  const end = endOfString(reader.bytes, reader.at + 1);
  if (end < 0) return false;
  const literal = decodeUtf8(reader.bytes.slice(reader.at, end));
  reader.at = end;
  try {
    const text = JSON.parse(literal) as string;
    // UTF-8 has no half of a character: it could not be written back.
    node.kind = hasHalf(text) ? "other" : "string";
    node.text = encodeUtf8(text);
    return true;
  } catch {
    return false;
  }
}

/** Is half of a surrogate pair in it? JSON and GraphQL can escape one. */
export function hasHalf(text: string): boolean {
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?:^|[^\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** Behind the quote that ends what begins at `start`, or -1. */
export function endOfString(bytes: string, start: number): number {
  for (let at = start; ;) {
    const quote = bytes.indexOf('"', at);
    if (quote < 0) return -1;
    let slashes = 0;
    while (quote - slashes > start && bytes.charAt(quote - slashes - 1) === "\\") slashes++;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function readMembers(reader: Reader, node: JsonNode, level: number): boolean {
  node.kind = "object";
  reader.at++;
  if (takes(reader, "}")) return true;
  for (;;) {
    const name = readValue(reader, level + 1);
    if (!name || name.kind !== "string" || !takes(reader, ":")) return false;
    const value = readValue(reader, level + 1);
    if (!value) return false;
    node.members.push({ name: name.text, value });
    if (takes(reader, "}")) return true;
    if (!takes(reader, ",")) return false;
  }
}

function readItems(reader: Reader, node: JsonNode, level: number): boolean {
  node.kind = "array";
  reader.at++;
  if (takes(reader, "]")) return true;
  for (;;) {
    const item = readValue(reader, level + 1);
    if (!item) return false;
    node.items.push(item);
    if (takes(reader, "]")) return true;
    if (!takes(reader, ",")) return false;
  }
}

function readOther(reader: Reader, node: JsonNode): boolean {
  const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(
    reader.bytes.slice(reader.at, reader.at + 400),
  );
  if (!word) return false;
  reader.at += (word[0] as string).length;
  node.isNull = word[0] === "null";
  return true;
}

/** The members of that name: more than one is possible, and each program then takes another. */
export function membersNamed(node: JsonNode, name: string): JsonNode[] {
  return node.members.filter((member) => member.name === name).map(({ value }) => value);
}

/** A byte string as JSON in ASCII and UTF-8. */
export function jsonString(bytes: string): string {
  return encodeUtf8(JSON.stringify(decodeUtf8(bytes)));
}
