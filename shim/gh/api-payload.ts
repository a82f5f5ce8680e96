/** The body of a `gh api` request, whether fields make it or a file has it. */
import { fileOf, type ApiField } from "./api-field.ts";
import type { ApiLine } from "./api-line.ts";
import { mustGoByFile, type LineEdit } from "./edit-line.ts";
import { jsonString, membersNamed, readJson, type JsonNode } from "./json-text.ts";
import { usesOf } from "./parse-flags.ts";

/** What stands at a place of the body. */
export type PayloadValue =
  | { is: "text"; text: string }
  | { is: "list"; items: string[] }
  | { is: "object" }
  /** A word of GraphQL, which is no text: `SQUASH`. */
  | { is: "word"; text: string }
  /** Not there, or null. */
  | { is: "absent"; isNull: boolean }
  | { is: "unreadable"; reason: string };

export interface Payload {
  /** Of `--input`: its bytes and what they say. */
  input: { bytes: string; node: JsonNode } | null;
  fields: PayloadField[];
  /** Fields are `variables` of a GraphQL request, but for two. */
  isGrouped: boolean;
}

export interface PayloadField {
  field: ApiField;
  /** From the body's top. */
  path: string[];
  isList: boolean;
  value(): PayloadValue;
  /** Has anyone asked for the value? Only then is its file read. */
  isRead: boolean;
}

export interface PayloadEdit {
  path: readonly string[];
  value: string | readonly string[];
}

/** What the placeholders `{owner}`, `{repo}` and `{branch}` stand for, where it is known. */
export interface Placeholders {
  [name: string]: string;
}

/** A file's bytes, `-` for standard input; null if it cannot be read. */
export type ReadContent = (file: string) => string | null;

/** A string instead: why there is nothing to read. What no rule looks at is gh's to read. */
export function readPayload(
  line: ApiLine,
  readContent: ReadContent,
  placeholders: Placeholders,
): Payload | string {
  const isGrouped = line.target.kind === "graphql" && line.target.isGrouped;
  if (line.input !== null) {
    const bytes = readContent(line.input);
    const node = bytes === null ? null : readJson(bytes);
    if (bytes === null || !node) return "its body is no JSON";
    return { input: { bytes, node }, fields: [], isGrouped };
  }
  const fields = line.fields.map((field): PayloadField => {
    const { path, isList } = field;
    const isTop = !isGrouped || path[0] === "query" || path[0] === "operationName";
    const read: PayloadField = {
      field,
      path: isTop ? path : ["variables"].concat(path),
      isList,
      value: () => {
        read.isRead = true;
        return valueOfField(field, readContent, placeholders);
      },
      isRead: false,
    };
    return read;
  });
  return { input: null, fields, isGrouped };
}

const placeholderShape = /:(owner|repo|branch)\b|\{(owner|repo|branch)\}/g;

/** magicFieldValue in gh's fields.go. */
function valueOfField(field: ApiField, readContent: ReadContent, placeholders: Placeholders): PayloadValue {
  const { text, isMagic } = field;
  if (text === null) return { is: "list", items: [] };
  if (!isMagic) return { is: "text", text };
  const file = fileOf(field);
  if (file !== null) {
    const content = readContent(file);
    return content === null
      ? { is: "unreadable", reason: "'" + file + "' cannot be read" }
      : { is: "text", text: content };
  }
  if (text === "null") return { is: "absent", isNull: true };
  if (text === "true" || text === "false" || isInteger(text))
    return { is: "unreadable", reason: "it is no text" };
  let unknown = "";
  const filled = text.replace(placeholderShape, (whole: string, colon: string, braces: string) => {
    const value = placeholders[colon || braces];
    if (value === undefined) unknown = whole;
    return value === undefined ? whole : value;
  });
  if (unknown !== "") return { is: "unreadable", reason: "'" + unknown + "' stands for something else" };
  return { is: "text", text: filled };
}

/** What Go's Atoi takes: 64 bits. */
function isInteger(text: string): boolean {
  const found = /^([+-]?)0*(\d+)$/.exec(text);
  if (!found) return false;
  const digits = found[2] as string;
  const most = found[1] === "-" ? "9223372036854775808" : "9223372036854775807";
  return digits.length < most.length || (digits.length === most.length && digits <= most);
}

export function lookUp(payload: Payload, path: readonly string[]): PayloadValue {
  return payload.input ? lookUpNode(payload.input.node, path) : lookUpField(payload.fields, path);
}

function lookUpNode(top: JsonNode, path: readonly string[]): PayloadValue {
  let node = top;
  for (const name of path) {
    if (node.kind !== "object") return { is: "unreadable", reason: "'" + name + "' is not in an object" };
    const found = membersNamed(node, name);
    if (found.length > 1) return { is: "unreadable", reason: "'" + name + "' is there twice" };
    if (!found[0]) return { is: "absent", isNull: false };
    node = found[0];
  }
  if (node.kind === "string") return { is: "text", text: node.text };
  if (node.kind === "object") return { is: "object" };
  if (node.kind === "array" && node.items.every(({ kind }) => kind === "string")) {
    return { is: "list", items: node.items.map(({ text }) => text) };
  }
  return node.isNull ? { is: "absent", isNull: true } : { is: "unreadable", reason: "it is no text" };
}

function lookUpField(fields: readonly PayloadField[], path: readonly string[]): PayloadValue {
  let value: PayloadValue = { is: "absent", isNull: false };
  for (const each of fields) {
    const above = nameAbove(each, path);
    if (above !== null) return { is: "unreadable", reason: "'" + above + "' is no object" };
    if (!begins(each.path, path)) continue;
    if (each.path.length > path.length) {
      // gh refuses an object in the place of something else, but for a list, which then has names and objects.
      if (value.is !== "object" && (value.is !== "absent" || value.isNull))
        return { is: "unreadable", reason: "it is an object and something else" };
      value = { is: "object" };
      continue;
    }
    const own = each.value();
    // The last one counts; since 2.48 gh refuses a second one.
    if (!each.isList) value = own;
    else if (own.is === "unreadable") return own;
    // `labels[]` without a value empties it, whatever it was.
    else if (own.is === "list") value = own;
    // gh refuses a list in the place of something else.
    else if (value.is !== "list" && (value.is !== "absent" || value.isNull))
      return { is: "unreadable", reason: "it is a list and something else" };
    else if (own.is === "text") value = { is: "list", items: itemsOf(value).concat(own.text) };
    else return { is: "unreadable", reason: "it is no text" };
  }
  return value;
}

/** What the field makes a text or a list on the way to `path`: nothing can be below it. null if it makes none. */
function nameAbove({ path: own }: PayloadField, path: readonly string[]): string | null {
  let shared = 0;
  while (shared < own.length && own[shared] === path[shared]) shared++;
  if (shared === 0 || shared >= path.length) return null;
  const isOther = shared === own.length || own[shared] === "";
  return isOther ? (path[shared - 1] as string) : null;
}

function itemsOf(value: PayloadValue): string[] {
  return value.is === "list" ? value.items : [];
}

function begins(path: readonly string[], start: readonly string[]): boolean {
  return start.every((name, i) => path[i] === name);
}

export interface EditedApi {
  edit: LineEdit;
  /** What `--input` is to read instead; null if the fields say it all. */
  input: string | null;
}

/**
 * The request with these changes. `inputFile` is where the integration puts a changed `--input`, `-` for standard
 * input; `fileFor` gives the file that it writes a text to which is too long for an argument.
 */
export function editPayload(
  line: ApiLine,
  payload: Payload,
  edits: readonly PayloadEdit[],
  inputFile: string,
  fileFor: (text: string) => string,
): EditedApi {
  if (payload.input) {
    let bytes = payload.input.bytes;
    for (const edit of edits) bytes = editJson(bytes, edit);
    return { edit: withInput(line, inputFile, bytes), input: bytes };
  }
  // What stands below was overwritten.
  const remove = payload.fields.filter(({ path }) => edits.some((edit) => begins(path, edit.path)));
  let add: string[] = [];
  for (const { path, value } of edits) {
    const key = keyOf(payload.isGrouped && path[0] === "variables" ? path.slice(1) : path);
    add = add.concat(typeof value === "string" ? [fieldWord(key, value, fileFor)] : listWords(key, value));
  }
  return { edit: { remove: remove.map(({ field }) => field.use), add }, input: null };
}

/** Of a file gh knows how long it is, and says so to the server. */
export function withInput(line: ApiLine, inputFile: string, bytes: string): LineEdit {
  const length = line.input === "-" ? [] : ["--header=Content-Length: " + bytes.length];
  return { remove: usesOf(line.flags, "input"), add: ["--input=" + inputFile].concat(length) };
}

function keyOf(path: readonly string[]): string {
  return (
    path[0] +
    path
      .slice(1)
      .map((name) => "[" + name + "]")
      .join("")
  );
}

/** `-f` takes the text as it is. */
function fieldWord(key: string, text: string, fileFor: (text: string) => string): string {
  return mustGoByFile(text) ? "--field=" + key + "=@" + fileFor(text) : "--raw-field=" + key + "=" + text;
}

function listWords(key: string, items: readonly string[]): string[] {
  if (items.length === 0) return ["--raw-field=" + key + "[]"];
  return items.map((item) => "--raw-field=" + key + "[]=" + item);
}

/** One value exchanged or put in; all else stays. */
export function editJson(bytes: string, { path, value }: PayloadEdit): string {
  const json = typeof value === "string" ? jsonString(value) : "[" + value.map(jsonString).join(",") + "]";
  let node = readJson(bytes) as JsonNode;
  for (let i = 0; i < path.length; i++) {
    const next = membersNamed(node, path[i] as string)[0];
    if (!next || (next.isNull && i < path.length - 1)) {
      const from = next || { start: node.start + 1, end: node.start + 1 };
      const inner = path.slice(i + (next ? 1 : 0));
      const nested = nest(inner, json);
      const put = next ? nested : nested.slice(1, -1) + (node.members.length > 0 ? "," : "");
      return bytes.slice(0, from.start) + put + bytes.slice(from.end);
    }
    node = next;
  }
  return bytes.slice(0, node.start) + json + bytes.slice(node.end);
}

/** `{"a":{"b":…}}` */
function nest(path: readonly string[], json: string): string {
  return path.reduceRight((inner, name) => "{" + jsonString(name) + ":" + inner + "}", json);
}
