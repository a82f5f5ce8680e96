/**
 * A YAML file with its places: what was parsed, and where in the text each part of it stands.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type Scalar,
} from "yaml";
import { decodeUtf8, encodeUtf8 } from "../../core/bytes.ts";
import type { Problem, Frame } from "../../core/problem.ts";
import { errorAt, type TextPart } from "./problem-at.ts";
import { createLocator, type Locate } from "./locate.ts";
import { placeInScalar } from "./place-in-scalar.ts";
import { describeEncoding, findNestedTooDeep, findTextMistake, type TextMistake } from "./text-mistakes.ts";
import { describeAlias, describeYamlError } from "./yaml-mistakes.ts";

export type YamlPath = readonly (string | number)[];

export interface YamlSource {
  /** The file's path, a byte string. */
  file: string;
  value: unknown;
  /** Where the value stands in the file: `[]` for a whole file. */
  at: YamlPath;
  /** The node at a path, or null. */
  node(path: YamlPath): Node | null;
  /** The place of the value at a path, or of the nearest part around it that exists. */
  frame(path: YamlPath): Frame;
  /** The place of a part of the text at a path; of the whole text where the part cannot be told apart. */
  frameInside(path: YamlPath, part: TextPart): Frame;
  /** The place of the key that ends a path. */
  keyFrame(path: YamlPath): Frame;
  /** `file:line` of the value at a path, a byte string. */
  source(path: YamlPath): string;
  line(path: YamlPath): number;
}

/** A few aliases are normal; towers of them are an attack. */
const maxAliasCount = 50;

export function parseYaml(
  file: string,
  bytes: string,
): { source: YamlSource | null; diagnostics: Problem[] } {
  const text = decodeUtf8(bytes);
  const locate = createLocator(text);
  const failed = ({ start, end, message, hint }: TextMistake): Problem =>
    errorAt(file, locate(start, end), { code: "yaml-syntax", message, hint });
  const refuse = (...mistakes: TextMistake[]) => ({ source: null, diagnostics: mistakes.map(failed) });

  if (encodeUtf8(text) !== bytes) return refuse(describeEncoding(bytes, text));
  const before = findTextMistake(text) ?? findNestedTooDeep(text);
  if (before !== null) return refuse(before);
  const options = { uniqueKeys: false, stringKeys: true, prettyErrors: false, merge: false } as const;
  const doc: Document = parseDocument(text, { ...options, version: "1.2" });
  // Further errors are mostly consequences of the first.
  const [first] = [...doc.errors, ...doc.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (first !== undefined) return refuse(describeYamlError(text, first, doc));
  const mistakes = findMeanings(doc, text, locate);
  if (mistakes.length > 0) return refuse(...mistakes);
  try {
    return { source: createSource(file, text, doc, doc.toJS({ maxAliasCount }), locate), diagnostics: [] };
  } catch {
    // The parser throws only for aliases that expand without end.
    return refuse(tooManyAliases(doc));
  }
}

/** What parses, and does not mean what it seems to. */
function findMeanings(doc: Document, text: string, locate: Locate): TextMistake[] {
  const mistakes: TextMistake[] = [];
  const at = ({ range }: Node, message: string, hint: string): void => {
    mistakes.push({ start: range?.[0] ?? 0, end: range?.[1] ?? 0, message, hint });
  };
  // YAML 1.1 reads 'yes' as true and merges maps. A file must have one meaning.
  if (doc.directives?.yaml.explicit && doc.directives.yaml.version !== "1.2")
    mistakes.push({ start: 0, end: 5, message: "only YAML 1.2 is read", hint: "remove the %YAML line" });
  visit(doc, {
    // Not the parser's own check, which is quadratic.
    Map(_, map) {
      const seen = new Map<string, Scalar>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        const before = seen.get(name);
        if (name === "__proto__") at(key, "'__proto__' cannot be a key", "choose another name");
        else if (name === "<<")
          at(key, "'<<' does not merge maps: files are read as YAML 1.2", "write the keys out");
        else if (before !== undefined)
          at(
            key,
            `the key '${name}' is here twice, first in line ${locate(before.range?.[0] ?? 0, 0).line}`,
            "keep one of them, and put what is below both under it",
          );
        seen.set(name, key);
      }
    },
    Alias(_, alias) {
      const [start, end] = alias.range ?? [0, 0];
      if (alias.resolve(doc) === undefined) mistakes.push(describeAlias(text, start, end));
    },
  });
  return mistakes;
}

function tooManyAliases(doc: Document): TextMistake {
  let place: readonly number[] = [0, 0];
  visit(doc, {
    Alias(_, { range }) {
      place = range ?? place;
      return visit.BREAK;
    },
  });
  return {
    start: place[0] ?? 0,
    end: place[1] ?? 0,
    message: "the aliases from here on expand to far more than a person writes",
    hint: "write the values out",
  };
}

function createSource(file: string, text: string, doc: Document, value: unknown, locate: Locate): YamlSource {
  const frameOfNode = (node: Node | null): Frame => {
    const [start, end] = node?.range ?? [0, 0];
    return locate(start, end);
  };
  const frame = (path: YamlPath): Frame => {
    for (let length = path.length; length >= 0; length--) {
      const node = findNode(doc, path.slice(0, length));
      if (node !== null) return frameOfNode(node);
    }
    return locate(0, 0);
  };
  return {
    file,
    value,
    at: [],
    node: (path) => findNode(doc, path),
    frame,
    frameInside(path, part) {
      const node = follow(doc, findNode(doc, path));
      const place = isScalar(node) ? placeInScalar(text, node, part) : null;
      return place === null ? frame(path) : locate(place.start, place.end);
    },
    keyFrame(path) {
      const parent = follow(doc, findNode(doc, path.slice(0, -1)));
      const pair = isMap(parent) ? findPair(parent.items, path[path.length - 1]) : undefined;
      return pair ? frameOfNode(pair.key as Node) : frame(path);
    },
    source: (path) => `${file}:${frame(path).line}`,
    line: (path) => frame(path).line,
  };
}

/** The node as it stands there: an alias at the end of the path is not followed. */
function findNode(doc: Document, path: YamlPath): Node | null {
  let node: Node | null = doc.contents;
  for (const step of path) {
    const parent: Node | null = follow(doc, node);
    if (isMap(parent)) node = (findPair(parent.items, step)?.value as Node | undefined) ?? null;
    else if (isSeq(parent)) node = (parent.items[Number(step)] as Node | undefined) ?? null;
    else return null;
    if (node === null) return null;
  }
  return node;
}

function follow(doc: Document, node: Node | null): Node | null {
  return isAlias(node) ? (node.resolve(doc) ?? null) : node;
}

function findPair(items: readonly Pair[], key: string | number | undefined): Pair | undefined {
  return items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));
}
