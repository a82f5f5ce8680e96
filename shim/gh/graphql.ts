/**
 * The mutations of a GraphQL document with their arguments, and where texts stand in it. Only what is needed for that
 * is parsed; a document that this cannot follow is unreadable.
 */
import { tokenize, type Token } from "./graphql-tokens.ts";

export type GraphqlValue =
  | { kind: "variable"; name: string }
  | { kind: "string"; text: string; start: number; end: number }
  /** `start` is behind the brace. */
  | { kind: "object"; start: number; fields: { [name: string]: GraphqlValue } }
  | { kind: "null"; start: number; end: number }
  | { kind: "word"; text: string }
  | { kind: "other" };

export interface Mutation {
  name: string;
  arguments: { [name: string]: GraphqlValue };
  /** What variables are if they are not given. */
  defaults: { [variable: string]: GraphqlValue };
}

/** A string says why the document is unreadable. */
export function readMutations(document: string): Mutation[] | string {
  const tokens = tokenize(document);
  if (!tokens) return "it is no GraphQL";
  const reader: Reader = { tokens, at: 0, failed: "" };
  const mutations: Mutation[] = [];
  while (reader.at < tokens.length && reader.failed === "") readDefinition(reader, mutations);
  return reader.failed === "" ? mutations : reader.failed;
}

interface Reader {
  tokens: Token[];
  at: number;
  failed: string;
}

function peek(reader: Reader): string {
  const token = reader.tokens[reader.at];
  return token && token.kind !== "string" ? token.text : "";
}

function takes(reader: Reader, text: string): boolean {
  if (peek(reader) !== text) return false;
  reader.at++;
  return true;
}

function fail(reader: Reader, reason = "it is no GraphQL"): void {
  if (reader.failed === "") reader.failed = reason;
  reader.at = reader.tokens.length;
}

function readDefinition(reader: Reader, mutations: Mutation[]): void {
  const word = peek(reader);
  if (word !== "mutation") {
    // A query, a subscription, a fragment: up to its selection and behind it.
    while (reader.at < reader.tokens.length && peek(reader) !== "{") {
      if (peek(reader) === "(") skipGroup(reader, "(", ")");
      else reader.at++;
    }
    if (word === "fragment" || word === "query" || word === "subscription" || word === "{") {
      skipGroup(reader, "{", "}");
    } else {
      fail(reader);
    }
    return;
  }
  reader.at++;
  if (isName(peek(reader))) reader.at++;
  const defaults = peek(reader) === "(" ? readDefaults(reader) : {};
  readDirectives(reader);
  if (!takes(reader, "{")) return fail(reader);
  while (!takes(reader, "}")) {
    if (reader.at >= reader.tokens.length) return fail(reader);
    readSelection(reader, defaults, mutations);
  }
}

function isName(text: string): boolean {
  return /^[_A-Za-z]/.test(text);
}

function readSelection(reader: Reader, defaults: Mutation["defaults"], mutations: Mutation[]): void {
  if (peek(reader) === "...") return fail(reader, "its mutations are in a fragment");
  let name = peek(reader);
  if (!isName(name)) return fail(reader);
  reader.at++;
  if (takes(reader, ":")) {
    name = peek(reader);
    reader.at++;
  }
  const given = peek(reader) === "(" ? readPairs(reader, "(", ")") : { start: 0, fields: {} };
  readDirectives(reader);
  if (peek(reader) === "{") skipGroup(reader, "{", "}");
  mutations.push({ name, arguments: given.fields, defaults });
}

function readDirectives(reader: Reader): void {
  while (takes(reader, "@")) {
    reader.at++;
    if (peek(reader) === "(") skipGroup(reader, "(", ")");
  }
}

/** `($input: T!, $body: String = "x")` */
function readDefaults(reader: Reader): Mutation["defaults"] {
  const defaults: Mutation["defaults"] = {};
  reader.at++;
  while (!takes(reader, ")")) {
    if (!takes(reader, "$")) {
      fail(reader);
      return defaults;
    }
    const name = peek(reader);
    reader.at++;
    if (!takes(reader, ":")) fail(reader);
    while (takes(reader, "[")) continue;
    reader.at++;
    while (takes(reader, "]") || takes(reader, "!")) continue;
    if (takes(reader, "=")) defaults[name] = readValue(reader);
    readDirectives(reader);
    if (reader.at >= reader.tokens.length) {
      fail(reader);
      return defaults;
    }
  }
  return defaults;
}

/** `name: value` in parentheses or braces; commas are spaces in GraphQL. */
function readPairs(
  reader: Reader,
  open: string,
  close: string,
): { start: number; fields: { [name: string]: GraphqlValue } } {
  const fields: { [name: string]: GraphqlValue } = {};
  const start = (reader.tokens[reader.at] as Token).end;
  if (!takes(reader, open)) fail(reader);
  while (!takes(reader, close)) {
    const name = peek(reader);
    reader.at++;
    if (!isName(name) || !takes(reader, ":")) {
      fail(reader);
      break;
    }
    if (fields[name]) fail(reader, "'" + name + "' is there twice");
    fields[name] = readValue(reader);
    if (reader.failed !== "") break;
  }
  return { start, fields };
}

function readValue(reader: Reader): GraphqlValue {
  const token = reader.tokens[reader.at];
  if (!token) {
    fail(reader);
    return { kind: "other" };
  }
  if (token.kind === "string") {
    reader.at++;
    return { kind: "string", text: token.text, start: token.start, end: token.end };
  }
  if (takes(reader, "$")) {
    reader.at++;
    return { kind: "variable", name: (reader.tokens[reader.at - 1] as Token | undefined)?.text || "" };
  }
  if (token.text === "{") return { kind: "object", ...readPairs(reader, "{", "}") };
  if (token.text === "[") {
    skipGroup(reader, "[", "]");
    return { kind: "other" };
  }
  reader.at++;
  if (token.text === "null") return { kind: "null", start: token.start, end: token.end };
  return { kind: "word", text: token.text };
}

/** Over a group, with those inside it. */
function skipGroup(reader: Reader, open: string, close: string): void {
  let depth = 0;
  do {
    if (reader.at >= reader.tokens.length) return fail(reader);
    if (peek(reader) === open) depth++;
    if (peek(reader) === close) depth--;
    reader.at++;
  } while (depth > 0);
}
