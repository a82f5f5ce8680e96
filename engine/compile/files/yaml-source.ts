/**
 * A YAML file with its places: what was parsed, and where in the text each part of it stands.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLError,
} from "yaml";
import { decodeUtf8, encodeUtf8 } from "../../core/bytes.ts";
import { errorAt, type Diagnostic, type Frame } from "./diagnostic.ts";

export type YamlPath = readonly (string | number)[];

export interface YamlSource {
  /** The file's path, a byte string. */
  file: string;
  value: unknown;
  /** The node at a path, or null. */
  node(path: YamlPath): Node | null;
  /** The place of the value at a path, or of the nearest part around it that exists. */
  frame(path: YamlPath): Frame;
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
): { source: YamlSource | null; diagnostics: Diagnostic[] } {
  const text = decodeUtf8(bytes);
  const lineCounter = new LineCounter();
  const locate = (start: number, end: number): Frame => frameOf(text, lineCounter, start, end);
  const failed = (frame: Frame | null, message: string, hint: string): Diagnostic =>
    errorAt(file, frame, { code: "yaml-syntax", message, hint });

  if (encodeUtf8(text) !== bytes) {
    return { source: null, diagnostics: [failed(null, "the file is not UTF-8", "save it as UTF-8")] };
  }
  if (isNestedTooDeep(text)) {
    const hint = "write it with fewer levels; nothing nested like this is written by hand";
    return { source: null, diagnostics: [failed(null, "the file is nested too deep", hint)] };
  }
  const options = { lineCounter, uniqueKeys: false, stringKeys: true, prettyErrors: false, merge: false };
  const doc: Document = parseDocument(text, { ...options, version: "1.2" });
  const diagnostics = [...doc.errors, ...doc.warnings].map((error) =>
    failed(locate(error.pos[0], error.pos[1]), ...wordsFor(error)),
  );
  // YAML 1.1 reads 'yes' as true and merges maps. A file must have one meaning.
  if (doc.directives?.yaml.explicit && doc.directives.yaml.version !== "1.2") {
    diagnostics.push(failed(null, "only YAML 1.2 is read", "remove the %YAML line"));
  }
  visit(doc, {
    // Not the parser's own check, which is quadratic.
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const [start, end] = key.range as [number, number, number];
        if (seen.has(String(key.value))) {
          diagnostics.push(
            failed(locate(start, end), `'${String(key.value)}' stands here twice`, "keep one of the two"),
          );
        }
        seen.add(String(key.value));
      }
    },
    Pair(_, pair) {
      if (!isScalar(pair.key) || pair.key.value !== "__proto__") return;
      const [start, end] = pair.key.range as [number, number, number];
      diagnostics.push(failed(locate(start, end), "'__proto__' cannot be a key", "choose another name"));
    },
  });
  if (diagnostics.length > 0) return { source: null, diagnostics };
  try {
    return { source: createSource(file, doc, doc.toJS({ maxAliasCount }), locate), diagnostics };
  } catch (error) {
    // The parser throws only for aliases that have no anchor or expand without end.
    return {
      source: null,
      diagnostics: [failed(null, lowerFirst(String((error as Error).message)), "write the values out")],
    };
  }
}

/** The parser's own message, unless it is for programmers. */
function wordsFor({ code, message }: YAMLError): [message: string, hint: string] {
  if (code === "MULTIPLE_DOCS")
    return ["the file has more than one document", "keep what stands above '---'"];
  return [lowerFirst(message), "mend the YAML at this place"];
}

function createSource(
  file: string,
  doc: Document,
  value: unknown,
  locate: (start: number, end: number) => Frame,
): YamlSource {
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
    node: (path) => findNode(doc, path),
    frame,
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

/** The first line of the span: a frame never shows more than one. */
function frameOf(text: string, lineCounter: LineCounter, start: number, end: number): Frame {
  const { line, col } = lineCounter.linePos(Math.min(start, text.length));
  const lineStart = start - (col - 1);
  const lineEnd = text.indexOf("\n", lineStart);
  const content = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd).replace(/\r$/, "");
  const width = content.slice(col - 1, col - 1 + Math.max(1, end - start)).trimEnd().length;
  return { line: Math.max(1, line), column: Math.max(1, col), width: Math.max(1, width), text: content };
}

function lowerFirst(message: string): string {
  return message.slice(0, 1).toLowerCase() + message.slice(1);
}

/**
 * How deep a YAML text may be nested. The parser goes down with it, and comes to the end of its stack or of the memory;
 * so this is looked at before, by the brackets and by the marks that open a level within a line.
 */
const deepest = 200;
const levelsInLine = new RegExp(`(?:[-?:][ \\t]+){${deepest}}`);
const indentation = new RegExp(`^ {${deepest * 8}}`, "m");

/** Brackets in texts and comments count too: a file written by hand closes them. */
export function isNestedTooDeep(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open = Math.max(0, open + (bracket === "[" || bracket === "{" ? 1 : -1));
    if (open > deepest) return true;
  }
  return levelsInLine.test(text) || indentation.test(text);
}
