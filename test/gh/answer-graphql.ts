/** Answers a GraphQL query out of plain data: gh refuses an answer with more in it than it asked for. */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { tokenize, type Token } from "../../shim/gh/graphql-tokens.ts";

/** A field's arguments, as far as they are strings, given as they are or by a variable. */
export type Arguments = { [name: string]: string };
export type Answer = null | boolean | number | string | Answer[] | AnswerObject;
/** A function is asked with the field's arguments. */
export interface AnswerObject {
  [field: string]: Answer | ((given: Arguments) => Answer);
}

interface Selection {
  key: string;
  name: string;
  given: Arguments;
  below: Selection[];
}

export interface Operation {
  kind: string;
  name: string;
  selections: Selection[];
}

class Parser {
  #tokens: Token[];
  #at = 0;
  #fragments: { [name: string]: Selection[] } = {};

  #variables: { [name: string]: unknown };

  constructor(query: string, variables: { [name: string]: unknown }) {
    this.#variables = variables;
    const tokens = tokenize(encodeUtf8(query));
    if (!tokens) throw new Error(`no GraphQL: ${query}`);
    this.#tokens = tokens;
  }

  /** The one operation; fragments are read first, since they may stand behind it. */
  operation(): Operation {
    this.#definitions();
    this.#at = 0;
    const found = this.#definitions();
    if (!found) throw new Error("no operation");
    return found;
  }

  #definitions(): Operation | null {
    let found: Operation | null = null;
    while (this.#at < this.#tokens.length) {
      const isShort = this.#peek() === "{";
      const kind = isShort ? "query" : this.#next();
      const name = this.#peek();
      while (this.#peek() !== "{") {
        if (this.#peek() === "(") this.#arguments();
        else this.#next();
      }
      const selections = this.#selections();
      if (kind === "fragment") this.#fragments[name] = selections;
      else found = { kind, name: /^\w/.test(name) ? name : "", selections };
    }
    return found;
  }

  #peek(): string {
    return this.#tokens[this.#at]?.text ?? "";
  }

  #next(): string {
    if (this.#at >= this.#tokens.length) throw new Error("the query ends too early");
    return this.#tokens[this.#at++]?.text ?? "";
  }

  #selections(): Selection[] {
    const all: Selection[] = [];
    this.#next();
    while (this.#peek() !== "}") {
      const first = this.#next();
      if (first === "...") {
        if (this.#peek() === "on" || this.#peek() === "{") {
          if (this.#peek() === "on") this.#at += 2;
          all.push(...this.#selections());
        } else {
          all.push(...(this.#fragments[this.#next()] ?? []));
        }
        continue;
      }
      const hasAlias = this.#peek() === ":";
      if (hasAlias) this.#next();
      const name = hasAlias ? this.#next() : first;
      const given = this.#peek() === "(" ? this.#arguments() : {};
      const below = this.#peek() === "{" ? this.#selections() : [];
      all.push({ key: first, name, given, below });
    }
    this.#next();
    return all;
  }

  #arguments(): Arguments {
    const given: Arguments = {};
    let depth = 0;
    let name = "";
    do {
      const token = this.#tokens[this.#at++];
      if (!token) throw new Error("the query ends too early");
      if (token.kind === "string") given[name] = decodeUtf8(token.text);
      else if (token.text === "(") depth++;
      else if (token.text === ")") depth--;
      else if (token.text === "$") given[name] = String(this.#variables[this.#next()]);
      else if (token.text !== ":") name = token.text;
    } while (depth > 0);
    return given;
  }
}

export function readOperation(query: string, variables: { [name: string]: unknown }): Operation {
  return new Parser(query, variables).operation();
}

export function answer(selections: readonly Selection[], data: Answer): Answer {
  if (Array.isArray(data)) return data.map((item) => answer(selections, item));
  if (data === null || typeof data !== "object" || selections.length === 0) return data;
  const result: { [key: string]: Answer } = {};
  for (const { key, name, given, below } of selections) {
    const found = data[name];
    const value = typeof found === "function" ? found(given) : (found ?? null);
    result[key] = answer(below, value);
  }
  return result;
}
