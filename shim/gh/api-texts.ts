/** The texts and labels in a `gh api` request, and the same request with others. */
import { nameInAddress, type ApiLine } from "./api-line.ts";
import {
  editPayload,
  lookUp,
  type EditedApi,
  type Payload,
  type PayloadEdit,
  type PayloadValue,
} from "./api-payload.ts";
import { mutations, type TextParts } from "./api-targets.ts";
import { own } from "./commands.ts";
import { graphqlString } from "./graphql-tokens.ts";
import { readMutations, type GraphqlValue, type Mutation } from "./graphql.ts";

/** Where a part stands, or would. */
export type Place =
  | { in: "body"; path: readonly string[] }
  /** Literals of the query; what is put there begins with `before`. */
  | { in: "query"; start: number; end: number; before: string };

export interface Part<T> {
  value: T | null;
  place: Place;
}

/** One thing that the request makes or changes. */
export interface ApiText {
  about: TextParts["about"];
  isNew: boolean;
  /** The server composes what is not given. */
  isComposed: boolean;
  /** How a merge is made, in small letters; empty if nothing says it. */
  method: string;
  /** It counts only if the request is about a pull request. */
  ifPullRequest: boolean;
  /** `OWNER/NAME`, perhaps with placeholders; null where nothing says it. */
  repository: string | null;
  /** null: this kind of request has none. */
  title: Part<string> | null;
  body: Part<string> | null;
  labels: Part<string[]> | null;
}

export interface ApiTexts {
  texts: ApiText[];
  /** What could not be read, and why. */
  unreadable: string[];
}

export interface PlaceEdit {
  place: Place;
  value: string | readonly string[];
}

type Found = { value: PayloadValue; place: Place };

/** `wants`: which kinds of texts the caller has rules for; others are not even looked at. */
export function readApiTexts(
  line: ApiLine,
  payload: Payload,
  wants: (about: TextParts["about"]) => boolean = () => true,
): ApiTexts {
  const found: ApiTexts = { texts: [], unreadable: [] };
  if (line.target.kind === "rest") {
    for (const parts of line.target.parts) {
      if (!wants(parts.about)) continue;
      const elsewhere = nameInAddress(parts, line.inAddress);
      if (elsewhere !== null) {
        found.unreadable.push(
          "'" + elsewhere + "' stands in the address: give it as a field, without --input",
        );
        continue;
      }
      const look = (path: readonly string[]): Found => ({
        value: lookUp(payload, path),
        place: { in: "body", path },
      });
      addText(found, parts, "", line.target.repository, look);
    }
    return found;
  }
  const query = lookUp(payload, ["query"]);
  if (query.is !== "text") {
    found.unreadable.push("the query" + (query.is === "unreadable" ? ": " + query.reason : " is not there"));
    return found;
  }
  const all = readMutations(query.text);
  if (typeof all === "string") {
    // What never says `mutation` is a query, however it is written.
    if (query.text.includes("mutation")) found.unreadable.push("the query: " + all);
    return found;
  }
  for (const mutation of all) {
    for (const parts of own(mutations, mutation.name) || []) {
      if (!wants(parts.about)) continue;
      const look = (path: readonly string[]): Found => follow(payload, mutation, path);
      const named = parts.repository && look(parts.repository).value;
      addText(found, parts, mutation.name + ": ", named && named.is === "text" ? named.text : null, look);
    }
  }
  return found;
}

function addText(
  found: ApiTexts,
  parts: TextParts,
  prefix: string,
  repository: string | null,
  look: (path: readonly string[]) => Found,
): void {
  const wrong = (path: readonly string[], reason: string): void => {
    found.unreadable.push(prefix + "'" + path[path.length - 1] + "': " + reason);
  };
  const readText = (path: readonly string[] | null, matters: boolean): Part<string> | null => {
    const part = path && look(path);
    if (!path || !part) return null;
    if (part.value.is === "text") return { value: part.value.text, place: part.place };
    if (part.value.is === "absent") return { value: null, place: part.place };
    if (matters) wrong(path, part.value.is === "unreadable" ? part.value.reason : "it is no text");
    return null;
  };
  const readLabels = (path: readonly string[] | null): Part<string[]> | null => {
    const part = path && look(path);
    if (!path || !part) return null;
    if (part.value.is === "list") return { value: part.value.items, place: part.place };
    if (part.value.is === "absent") return { value: null, place: part.place };
    wrong(path, part.value.is === "unreadable" ? part.value.reason : "it is no list of names");
    return null;
  };
  if (parts.labelIds && (parts.isNew || look(parts.labelIds).value.is !== "absent")) {
    wrong(parts.labelIds, "labels go by their ids here");
  }
  const { about, isNew, isComposed, ifPullRequest } = parts;
  // No rule is about the title of a pull request, but a message's first line is a part of it.
  const how = parts.method && look(parts.method).value;
  const method = how && (how.is === "text" || how.is === "word") ? how.text.toLowerCase() : "";
  const title = readText(parts.title, about === "message");
  const body = readText(parts.body, true);
  const labels = readLabels(parts.labels);
  if (title || body || labels)
    found.texts.push({ about, isNew, isComposed, method, ifPullRequest, repository, title, body, labels });
}

/** From a mutation's arguments along `path`, through literals and then variables. */
function follow(payload: Payload, { arguments: given, defaults }: Mutation, path: readonly string[]): Found {
  let value: GraphqlValue = { kind: "object", start: -1, fields: given };
  for (let i = 0; i < path.length; i++) {
    if (value.kind === "variable") return inVariable(payload, defaults, value.name, path.slice(i));
    if (value.kind !== "object") return unreadable("it is not in an object");
    const name = path[i] as string;
    const next: GraphqlValue | null = Object.prototype.hasOwnProperty.call(value.fields, name)
      ? (value.fields[name] as GraphqlValue)
      : null;
    if (!next) {
      if (value.start < 0 || i < path.length - 1) return unreadable("'" + name + "' is not given");
      const place: Place = { in: "query", start: value.start, end: value.start, before: name + ": " };
      return { value: { is: "absent", isNull: false }, place };
    }
    value = next;
  }
  if (value.kind === "variable") return inVariable(payload, defaults, value.name, []);
  if (value.kind === "string" || value.kind === "null") {
    const place: Place = { in: "query", start: value.start, end: value.end, before: "" };
    return {
      value: value.kind === "null" ? { is: "absent", isNull: true } : { is: "text", text: value.text },
      place,
    };
  }
  if (value.kind === "word")
    return { value: { is: "word", text: value.text }, place: { in: "body", path: [] } };
  return unreadable("it is no text");
}

function inVariable(
  payload: Payload,
  defaults: Mutation["defaults"],
  name: string,
  rest: readonly string[],
): Found {
  const path = ["variables", name].concat(rest);
  const value = lookUp(payload, path);
  const hasDefault = Object.prototype.hasOwnProperty.call(defaults, name);
  const whole = lookUp(payload, ["variables", name]);
  // A null that is given counts.
  if (value.is !== "absent" || !hasDefault || whole.is !== "absent" || whole.isNull) {
    return { value, place: { in: "body", path } };
  }
  const preset = defaults[name] as GraphqlValue;
  if (preset.kind !== "string") return unreadable("its variable has a default");
  return { value: { is: "text", text: preset.text }, place: { in: "body", path } };
}

function unreadable(reason: string): Found {
  return { value: { is: "unreadable", reason }, place: { in: "body", path: [] } };
}

/** The line, and the input, with what changed. Literals change inside the query. */
export function editApi(
  line: ApiLine,
  payload: Payload,
  edits: readonly PlaceEdit[],
  inputFile: string,
  fileFor: (text: string) => string,
): EditedApi {
  const inBody: PayloadEdit[] = [];
  const inQuery: { start: number; end: number; text: string }[] = [];
  for (const { place, value } of edits) {
    if (place.in === "body") {
      // Two mutations may share a variable.
      const key = place.path.join(" ");
      if (!inBody.some(({ path }) => path.join(" ") === key)) inBody.push({ path: place.path, value });
    } else {
      const literal = graphqlString(value as string);
      inQuery.push({ ...place, text: place.before === "" ? literal : place.before + literal + " " });
    }
  }
  if (inQuery.length > 0) {
    const query = lookUp(payload, ["query"]);
    let text = query.is === "text" ? query.text : "";
    inQuery.sort((a, b) => b.start - a.start);
    for (const each of inQuery) text = text.slice(0, each.start) + each.text + text.slice(each.end);
    inBody.push({ path: ["query"], value: text });
  }
  return editPayload(line, payload, inBody, inputFile, fileFor);
}
