/**
 * The text of a config file: a commented one to begin with, and an existing one with a plugin added or taken out. Comments
 * and the order of what is there are kept.
 */
import { isMap, isScalar, isSeq, parseDocument, type Document, type Range, type YAMLSeq } from "yaml";

/** `dirs`: entries of `plugins.dirs`. */
export function renderNewConfig(dirs: readonly string[], whose: "local" | "global"): string {
  const about =
    whose === "local"
      ? "# Rules for the commits of this repository. A clone's rules count once they are trusted: 'interlock trust'."
      : "# Rules for your commits in every repository.";
  const list = dirs.map((dir) => `\n    - ${JSON.stringify(dir).replace(/^"([\w./@-]+)"$/, "$1")}`).join("");
  return `${about}
# 'interlock compile' checks this file and what it names; 'interlock hooks' lists the rules.
version: 1

plugins:
  # Plugins, and folders of plugins, from this file's folder on. 'interlock plugin add' adds to the list.
  dirs:${list === "" ? " []" : list}
  # Hooks of these plugins that are not wanted here:
  # manifests:
  #   some-plugin:
  #     extensions:
  #       disabledHooks: [some-plugin.some-hook]

# Values for \${config.key} in rules, and for 'when: {configPresent: [...]}':
# config:
#   ticket.id: ABC-1
`;
}

/** The text with the entry in `plugins.dirs`; unchanged if a folder that is listed has it already. */
export function withPluginDir(text: string, dir: string): string {
  const doc = parseDocument(text);
  const dirs = dirsOf(doc);
  const items = dirs?.items ?? [];
  const parent = dir.slice(0, dir.lastIndexOf("/"));
  if (items.some((item) => isSame(nameOf(item), dir) || isSame(nameOf(item), parent))) return text;
  const last = items.at(-1);
  if (dirs?.flow === true) {
    const at = last === undefined ? rangeOf(dirs)[0] + 1 : rangeOf(last)[1];
    return `${text.slice(0, at)}${last === undefined ? "" : ", "}${dir}${text.slice(at)}`;
  }
  if (last !== undefined) {
    const { start, end } = lineOf(text, last);
    const indent = /^ */.exec(text.slice(start))?.[0] ?? "";
    return `${text.slice(0, end)}\n${indent}- ${dir}${text.slice(end)}`;
  }
  // There is no list to add to.
  const plugins = doc.get("plugins");
  if (isMap(plugins)) plugins.set("dirs", doc.createNode([dir]));
  else doc.set("plugins", doc.createNode({ dirs: [dir] }));
  return doc.toString({ lineWidth: 0, flowCollectionPadding: false });
}

export function withoutPluginDir(text: string, dir: string): string {
  const doc = parseDocument(text);
  const dirs = dirsOf(doc);
  const items = dirs?.items ?? [];
  const item = items.find((each) => isSame(nameOf(each), dir));
  if (dirs === null || item === undefined) return text;
  if (dirs.flow === true) return withoutFlowItem(text, items, items.indexOf(item));
  const { start, end } = lineOf(text, item);
  // The last line may have no end of its own.
  const before = end < text.length ? text.slice(0, start) : text.slice(0, start - 1);
  const after = text.slice(end + 1);
  if (items.length > 1) return before + after;
  // An empty list has to be written as one, before a comment that follows its key.
  const colon = text.indexOf(":", keyEnd(doc)) + 1;
  return `${before.slice(0, colon)} []${before.slice(colon)}${after}`;
}

/** Takes an entry out of a list in brackets with one comma. Comments stay; so may a comma at the end, which YAML allows. */
function withoutFlowItem(text: string, items: readonly Ranged[], index: number): string {
  const [start, end] = rangeOf(items[index] as Ranged);
  const isLast = index === items.length - 1;
  const before = index === 0 ? start : rangeOf(items[index - 1] as Ranged)[1];
  if (isLast && /^\s*,\s*$/.test(text.slice(before, start))) return text.slice(0, before) + text.slice(end);
  const comma = /^\s*,(?:[ \t]+(?![#\s]))?/.exec(text.slice(end))?.[0] ?? "";
  return text.slice(0, start) + text.slice(end + comma.length);
}

/** Where the key `dirs` ends. */
function keyEnd(doc: Document): number {
  const plugins = doc.get("plugins");
  const pair = isMap(plugins) ? plugins.items.find(({ key }) => nameOf(key) === "dirs") : undefined;
  return rangeOf((pair?.key ?? {}) as Ranged)[1];
}

type Ranged = { range?: Range | null };

function dirsOf(doc: Document): YAMLSeq<Ranged> | null {
  const dirs = doc.getIn(["plugins", "dirs"]);
  return isSeq(dirs) ? (dirs as YAMLSeq<Ranged>) : null;
}

/** The line that an entry stands on, without its end. */
function lineOf(text: string, item: Ranged): { start: number; end: number } {
  const [start, valueEnd] = rangeOf(item);
  const end = text.indexOf("\n", valueEnd);
  return { start: text.lastIndexOf("\n", start - 1) + 1, end: end < 0 ? text.length : end };
}

function rangeOf({ range }: Ranged): Range {
  return range ?? [0, 0, 0];
}

function nameOf(item: unknown): string {
  return isScalar(item) ? String(item.value) : "";
}

function isSame(some: string, other: string): boolean {
  const plain = (path: string): string => path.replace(/^(?:\.\/+)+/, "").replace(/\/+$/, "");
  return plain(some) === plain(other);
}
