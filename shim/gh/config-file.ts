/**
 * The few things we need of gh's config.yml. gh writes it itself (yaml.v3, block style); what people write by hand is
 * read as far as it is this simple, and what is not is said to be unreadable.
 */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";

export interface GhConfig {
  aliases: { [name: string]: string };
  /** Empty if it is not set. */
  editor: string;
  /** Open an editor as if `--editor` were given (`prefer_editor_prompt`). */
  prefersEditor: boolean;
  /** Why aliases could not be read, or empty. */
  problem: string;
}

/** GH_CONFIG_DIR, else `gh` in XDG_CONFIG_HOME, else in ~/.config. Empty if there is no home either. */
export function ghConfigFile(env: (name: string) => string | undefined): string {
  const own = env("GH_CONFIG_DIR");
  if (own) return own + "/config.yml";
  const xdg = env("XDG_CONFIG_HOME");
  if (xdg) return xdg + "/gh/config.yml";
  const home = env("HOME");
  return home ? home + "/.config/gh/config.yml" : "";
}

interface Entry {
  indent: number;
  key: string;
  value: string;
}

export function readGhConfig(text: string): GhConfig {
  const config: GhConfig = { aliases: {}, editor: "", prefersEditor: false, problem: "" };
  const lines = text.replace(/^\xef\xbb\xbf/, "").split(/\r?\n/);
  let isInAliases = false;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (/^\s*(?:#.*)?$/.test(line) || line === "---") continue;
    const entry = readEntry(line);
    if (!entry) {
      // Lists and the like in other sections are of no interest.
      if (isInAliases || !/^\s/.test(line)) config.problem = "line " + (i + 1) + " is no 'key: value'";
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
    if (entry.indent === 0) {
      isInAliases = entry.key === "aliases";
      if (isInAliases && entry.value !== "" && entry.value !== "{}") {
        config.problem = "'aliases' is not written as a block";
      }
      if (entry.key === "editor") config.editor = value || "";
      if (entry.key === "prefer_editor_prompt") config.prefersEditor = value === "enabled";
    } else if (isInAliases) {
      if (value === null) config.problem = "the alias '" + entry.key + "' is not written simply";
      else config.aliases[entry.key] = value;
    }
  }
  return config;
}

const entryShape =
  /^( *)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`[\]{},-](?:[^:#]|:(?! |$)|[^ ]#)*?) *:(?: +(.*?))? *$/;

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
  return /^["'&*|>%@`[\]{},]/.test(plain) || /^! |^!$/.test(plain) || /: |:$/.test(plain) ? null : plain;
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

/** `|` keeps lines, `>` joins them; `-` drops the last line end, `+` keeps all. */
function readBlock(lines: readonly string[], kind: string, chomp: string): string {
  const filled = lines.filter((line) => !/^\s*$/.test(line));
  const indent = filled.length === 0 ? 0 : indentOf(filled[0] as string);
  const text = lines.map((line) => line.slice(indent)).join(kind === "|" ? "\n" : " ");
  if (chomp === "+") return text + "\n";
  const trimmed = text.replace(/\s+$/, "");
  return chomp === "-" || trimmed === "" ? trimmed : trimmed + "\n";
}

/** The editor that gh starts: a command line, to which it adds the file. */
export function editorOf(env: (name: string) => string | undefined, config: GhConfig): string {
  return env("GH_EDITOR") || config.editor || env("GIT_EDITOR") || env("VISUAL") || env("EDITOR") || "nano";
}
