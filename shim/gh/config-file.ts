/**
 * The few things we need of gh's config.yml. gh writes it itself (yaml.v3, block style); what people write by hand is
 * read as far as it is this simple; of what is not, gh is asked.
 */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";

export interface GhConfig {
  aliases: { [name: string]: string };
  /** Empty if it is not set. */
  editor: string;
  /** Open an editor as if `--editor` were given (`prefer_editor_prompt`). */
  prefersEditor: boolean;
  /** Why it could not be read, or empty. */
  problem: string;
}

/** GH_CONFIG_DIR, else `gh` in XDG_CONFIG_HOME, else in ~/.config; without a home, in `.config` of the current folder. */
export function ghConfigFile(env: (name: string) => string | undefined): string {
  const own = env("GH_CONFIG_DIR");
  if (own) return own + "/config.yml";
  const xdg = env("XDG_CONFIG_HOME");
  if (xdg) return xdg + "/gh/config.yml";
  const home = env("HOME");
  return (home ? home + "/" : "") + ".config/gh/config.yml";
}

interface Entry {
  indent: number;
  key: string;
  value: string;
}

/** Line ends of YAML that `split` below does not know: a CR alone, NEL, LS and PS. */
const otherLineEnds = /\r(?!\n)|\xc2\x85|\xe2\x80[\xa8\xa9]/;

/** `section`: the key of the root that a line stands below. */
interface Reading {
  config: GhConfig;
  /** Of the root; -1 before its first line. */
  indent: number;
  section: string;
  sections: string[];
  /** Of an alias; -1 before the first. */
  aliasIndent: number;
}

export function readGhConfig(text: string): GhConfig {
  const config: GhConfig = { aliases: {}, editor: "", prefersEditor: false, problem: "" };
  const reading: Reading = { config, indent: -1, section: "", sections: [], aliasIndent: -1 };
  if (otherLineEnds.test(text)) config.problem = "it has unusual line ends";
  const lines = text.replace(/^\xef\xbb\xbf/, "").split(/\r?\n/);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (/^\s*(?:#.*)?$/.test(line) || (line === "---" && reading.indent < 0)) continue;
    const entry = readEntry(line);
    if (!entry) {
      // Lists and the like in other sections are of no interest.
      if (isOfInterest(reading, indentOf(line))) config.problem = "line " + (i + 1) + " is no 'key: value'";
      continue;
    }
    const block = /^[|>]([+-]?)$/.exec(entry.value);
    let value: string | null;
    if (block) {
      const end = endOfBlock(lines, i + 1, entry.indent);
      value = readBlock(lines.slice(i + 1, end), entry.value.charAt(0), block[1] as string);
      i = end - 1;
    } else {
      value = readScalar(entry.value);
    }
    takeEntry(reading, entry, value);
  }
  return config;
}

/** Could a line that is no entry change what we want to know? */
function isOfInterest({ indent, section }: Reading, at: number): boolean {
  return at <= indent || indent < 0 || /^(?:aliases|editor|prefer_editor_prompt)$/.test(section);
}

/** As gh's own reader, which takes the first of two keys. `value` is null where it is not written simply. */
function takeEntry(reading: Reading, { indent, key, value: written }: Entry, value: string | null): void {
  const { config } = reading;
  if (reading.indent < 0) reading.indent = indent;
  if (indent > reading.indent) {
    if (reading.section === "aliases") takeAlias(reading, indent, key, value);
    else if (isOfInterest(reading, indent))
      config.problem = "'" + reading.section + "' is not written simply";
    return;
  }
  if (indent < reading.indent) config.problem = "its lines are not in line";
  // What stands below a second one is nobody's.
  reading.section = reading.sections.indexOf(key) < 0 ? key : "";
  reading.sections.push(key);
  if (reading.section === "") return;
  if (key === "aliases" && value !== "" && written !== "{}")
    config.problem = "'aliases' is not written as a block";
  if (key === "editor" || key === "prefer_editor_prompt") {
    if (value === null) config.problem = "'" + key + "' is not written simply";
    if (key === "editor") config.editor = value || "";
    else config.prefersEditor = value === "enabled";
  }
}

function takeAlias(reading: Reading, indent: number, name: string, value: string | null): void {
  const { config } = reading;
  if (reading.aliasIndent < 0) reading.aliasIndent = indent;
  if (value === null || indent !== reading.aliasIndent)
    config.problem = "the alias '" + name + "' is not written simply";
  else if (!Object.prototype.hasOwnProperty.call(config.aliases, name)) config.aliases[name] = value;
}

/** The host in gh's hosts.yml, if it is the only one; else empty. */
export function onlyHost(text: string): string {
  const hosts: Entry[] = [];
  for (const line of text.split(/\r?\n/)) {
    const entry = readEntry(line);
    if (entry && (!hosts[0] || entry.indent === hosts[0].indent)) hosts.push(entry);
  }
  return hosts.length === 1 ? (hosts[0] as Entry).key.toLowerCase() : "";
}

/** What `gh alias list` prints: the aliases as YAML of gh's own. */
export function readAliasList(text: string): GhConfig {
  return readGhConfig("aliases:\n" + text.replace(/^(?=[^\n])/gm, "    "));
}

const entryShape =
  /^( *)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^\s"'#&*!|>%@`[\]{},-]|-(?=[^\s:]))(?:[^:#]|:(?! |$)|[^ ]#)*?) *:(?: +(.*?))? *$/;

function readEntry(line: string): Entry | null {
  const found = entryShape.exec(line);
  if (!found) return null;
  const key = readScalar(found[2] as string);
  return key === null ? null : { indent: (found[1] as string).length, key, value: found[3] || "" };
}

/** A value that stands on its line; null if it is anything but plain or quoted. */
function readScalar(text: string): string | null {
  const single = /^'((?:[^']|'')*)'(?: +#.*)?$/.exec(text);
  if (single) return (single[1] as string).replace(/''/g, "'");
  const double = /^("(?:[^"\\]|\\["\\/bfnrtu])*")(?: +#.*)?$/.exec(text);
  if (double) {
    try {
      return encodeUtf8(JSON.parse(decodeUtf8(double[1] as string)) as string);
    } catch {
      return null;
    }
  }
  const plain = text.replace(/(?:^| +)#.*$/, "");
  // What begins with `!` is a tag with a value behind it, and a quoted one is a shell's.
  return /^["'&*!|>%@`[\]{},]|^[-?](?: |$)|: |:$/.test(plain) ? null : plain;
}

function endOfBlock(lines: readonly string[], start: number, indent: number): number {
  let end = start;
  while (
    end < lines.length &&
    (/^\s*$/.test(lines[end] as string) || indentOf(lines[end] as string) > indent)
  )
    end++;
  return end;
}

function indentOf(line: string): number {
  return line.search(/[^ ]|$/);
}

/** `|` keeps lines, `>` joins them; `-` drops the last line end, `+` keeps all. null: not so simple. */
function readBlock(lines: readonly string[], kind: string, chomp: string): string | null {
  const filled = lines.filter((line) => !/^\s*$/.test(line));
  const indent = filled.length === 0 ? 0 : indentOf(filled[0] as string);
  // Blank lines between others, and deeper ones, are joined in another way.
  const isEven = filled.every((line, i) => line === lines[i] && indentOf(line) === indent);
  if (kind === ">" && !isEven) return null;
  const text = lines.map((line) => line.slice(indent)).join(kind === "|" ? "\n" : " ");
  if (chomp === "+") return text + "\n";
  const trimmed = text.replace(/\s+$/, "");
  return chomp === "-" || trimmed === "" ? trimmed : trimmed + "\n";
}

/** The editor that gh starts: a command line, to which it adds the file. */
export function editorOf(env: (name: string) => string | undefined, config: GhConfig): string {
  return env("GH_EDITOR") || config.editor || env("GIT_EDITOR") || env("VISUAL") || env("EDITOR") || "nano";
}
