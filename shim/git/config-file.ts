/**
 * Reads git's configuration files as far as the hot path needs them: the few settings that decide
 * how a commit message is read, cleaned and hooked. A file it cannot read with certainty is `null`,
 * and the caller treats the case as not plain.
 */
export interface ConfigEntry {
  /** `section.key` or `section.subsection.key`, section and key in lower case. */
  key: string;
  value: string;
}

/** Without one of these words a file has nothing to say to us; most have none, and are not parsed. */
const wordsOfInterest = /hook|include|cleanup|comment|verbose|encoding|worktree/i;

export function parseConfigFile(text: string): ConfigEntry[] | null {
  if (!wordsOfInterest.test(text)) return [];
  const entries: ConfigEntry[] = [];
  const lines = text.replace(/^\xef\xbb\xbf/, "").split("\n");
  let section = "";
  for (let i = 0; i < lines.length; i++) {
    let line = trimStart(lines[i] as string);
    const header = /^\[([A-Za-z0-9.-]+)(?:[ \t]+"([^"\\]*(?:\\.[^"\\]*)*)")?\]/.exec(line);
    if (header) {
      section = (header[1] as string).toLowerCase();
      if (header[2] !== undefined) section += "." + header[2].replace(/\\(.)/g, "$1");
      line = trimStart(line.slice(header[0].length));
    }
    if (/^(?:$|[#;])/.test(line)) continue;
    const assignment = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=([^]*))?$/.exec(line.replace(/\r$/, ""));
    if (!assignment || section === "") return null;
    let raw = assignment[2];
    while (raw !== undefined && endsInContinuation(raw)) {
      // A comment's backslash does not continue the line; telling them apart is not worth it here.
      if (/[#;]/.test(raw) || i + 1 >= lines.length) return null;
      raw = raw.slice(0, -1) + (lines[++i] as string).replace(/\r$/, "");
    }
    entries.push({
      key: section + "." + (assignment[1] as string).toLowerCase(),
      value: raw === undefined ? "true" : parseValue(raw),
    });
  }
  return entries;
}

/** An odd number of backslashes: the last one escapes the line end. */
function endsInContinuation(raw: string): boolean {
  let backslashes = 0;
  while (raw.charAt(raw.length - 1 - backslashes) === "\\") backslashes++;
  return backslashes % 2 === 1;
}

function parseValue(raw: string): string {
  let value = "";
  let keep = 0;
  let quoted = false;
  const tokens = /\\(.)|"|[#;]|[ \t]+|[^\\"#; \t]+/g;
  const text = trimStart(raw);
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const token = match[0];
    if (token === '"') {
      quoted = !quoted;
      keep = value.length;
    } else if (!quoted && /^[#;]$/.test(token)) {
      break;
    } else {
      value += match[1] === undefined ? token : unescapeChar(match[1]);
      if (quoted || !/^[ \t]/.test(token)) keep = value.length;
    }
  }
  return value.slice(0, keep);
}

function unescapeChar(letter: string): string {
  return letter === "n" ? "\n" : letter === "t" ? "\t" : letter === "b" ? "\b" : letter;
}

function trimStart(text: string): string {
  return text.replace(/^[ \t\r]+/, "");
}
