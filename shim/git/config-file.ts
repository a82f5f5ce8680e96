/**
 * Parses git's config files as far as the hot path needs: a few settings. The result is `null` if a file
 * cannot be parsed with certainty, and the caller then treats the case as not plain.
 */
import { wantedSettings, type WantedSettings } from "./wanted-settings.ts";

export interface ConfigEntry {
  /** `section.key` or `section.subsection.key`, section and key in lower case. */
  key: string;
  value: string;
}

export function parseConfigFile(
  text: string,
  wanted: WantedSettings = wantedSettings.rewriting,
): ConfigEntry[] | null {
  if (text === "" || !hasAnyOf(text.toLowerCase(), wanted.words)) return [];
  const entries: ConfigEntry[] = [];
  const lines = withoutMark(text).split("\n");
  let section = "";
  for (let i = 0; i < lines.length; i++) {
    let line = trimStart(lines[i] as string);
    // Test the first character before the pattern: the script engine is slow at patterns.
    const usual = usualSections[line];
    const header = usual === undefined && line.startsWith("[") ? sectionHeader.exec(line) : null;
    if (usual !== undefined) {
      section = usual;
      continue;
    }
    if (header) {
      section = sectionOf(header);
      line = trimStart(line.slice(header[0].length));
    }
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const word = line.slice(0, Math.max(line.indexOf(" = "), 0));
    const name = usualKeys[word] === true ? word : (keyName.exec(line) || [""])[0];
    const rest = trimStart(line.slice(name.length));
    if (name === "" || section === "" || (rest !== "" && !rest.startsWith("="))) return null;
    const raw = endsInContinuation(rest) ? continued(rest.slice(1), lines, i) : [rest.slice(1)];
    if (raw === null) return null;
    i += raw.length - 1;
    const key = section + "." + name.toLowerCase();
    if (!wanted.keys.test(key)) continue;
    const value = raw.join("");
    if (wanted.isExact === true && !isReadAlike(value)) return null;
    entries.push({ key, value: rest === "" ? "true" : parseValue(value) });
  }
  return entries;
}

/** Without a byte-order mark. */
function withoutMark(text: string): string {
  return text.startsWith("\xef\xbb\xbf") ? text.slice(3) : text;
}

function sectionOf([, name, subsection]: RegExpExecArray): string {
  const section = (name as string).toLowerCase();
  return subsection === undefined ? section : section + "." + subsection.replace(/\\(.)/g, "$1");
}

/** A value that goes on in further lines, by line; null if it is not certain where it ends. `at`: its first line. */
function continued(first: string, lines: readonly string[], at: number): string[] | null {
  const raw = [first];
  while (endsInContinuation(raw[raw.length - 1] as string)) {
    const part = raw[raw.length - 1] as string;
    // A backslash in a comment does not continue the line. Telling the two apart is not worth it here.
    if (/[#;]/.test(part) || at + raw.length >= lines.length) return null;
    raw[raw.length - 1] = part.slice(0, -1);
    raw.push((lines[at + raw.length] as string).replace(/\r$/, ""));
  }
  return raw;
}

/** A loop: for each call of a function by one of its own, the script engine starts anew. */
function hasAnyOf(text: string, words: readonly string[]): boolean {
  for (const word of words) if (text.indexOf(word) >= 0) return true;
  return false;
}

/** Lines and words that most files have, as git writes them: known without a pattern. */
const usualSections: { [line: string]: string } = Object.create(null);
for (const name of ["core", "user", "init", "gc", "pull", "push", "commit"])
  usualSections["[" + name + "]"] = name;
const usualKeys: { [word: string]: true } = {};
for (const word of [
  "repositoryformatversion",
  "filemode",
  "bare",
  "logallrefupdates",
  "ignorecase",
  "precomposeunicode",
  "url",
  "fetch",
  "remote",
  "merge",
  "name",
  "email",
  "auto",
  "defaultBranch",
  "helper",
])
  usualKeys[word] = true;

const keyName = /^[A-Za-z][A-Za-z0-9-]*/;
const sectionHeader = /^\[([A-Za-z0-9.-]+)(?:[ \t]+"([^"\\]*(?:\\.[^"\\]*)*)")?\]/;

/**
 * Do all versions of git parse the value alike? They differ on white space inside it and beside quotes
 * (parse_value in config.c changed in 2.45). Malformed escapes and quotes are left to git to report.
 */
function isReadAlike(raw: string): boolean {
  if (!hasAnyOf(raw, doubtfulInValue)) return true;
  return /^[ \t]*(?:[^ \t\r\n"\\#;\0][^\t\r\n"\\#;\0]*|"[^"\\\0]*")?[ \t\r]*(?:[#;].*)?$/.test(raw);
}

/** An odd number of backslashes: the last one escapes the line end. */
function endsInContinuation(raw: string): boolean {
  let backslashes = 0;
  while (raw.charAt(raw.length - 1 - backslashes) === "\\") backslashes++;
  return backslashes % 2 === 1;
}

function parseValue(raw: string): string {
  if (!hasAnyOf(raw, specialInValue)) return trimEnd(trimStart(raw));
  const parts: string[] = [];
  let keep = 0; // how many parts to keep: unquoted white space at the end is dropped
  let quoted = false;
  const tokens = /\\(.)|"|[#;]|[ \t]+|[^\\"#; \t]+/g;
  const text = trimStart(raw);
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const token = match[0];
    if (token === '"') {
      quoted = !quoted;
      keep = parts.length;
    } else if (!quoted && /^[#;]$/.test(token)) {
      break;
    } else {
      parts.push(match[1] === undefined ? token : unescapeChar(match[1]));
      if (quoted || !/^[ \t]/.test(token)) keep = parts.length;
    }
  }
  return parts.slice(0, keep).join("");
}

const specialInValue = ["\\", '"', "#", ";"];
const doubtfulInValue = specialInValue.concat("\t", "\r", "\n", "\0");

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && " \t".indexOf(text.charAt(end - 1)) >= 0) end--;
  return text.slice(0, end);
}

function unescapeChar(letter: string): string {
  return letter === "n" ? "\n" : letter === "t" ? "\t" : letter === "b" ? "\b" : letter;
}

/** Trims white space at the start, and a CR at the end of the line. */
function trimStart(text: string): string {
  let start = 0;
  const { length } = text;
  while (start < length && " \t\r".indexOf(text.charAt(start)) >= 0) start++;
  return text.slice(start, text.charAt(length - 1) === "\r" ? -1 : undefined);
}
