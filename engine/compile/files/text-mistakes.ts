/**
 * What can be wrong with a file before anything of it is YAML: its encoding, its invisible characters, an unfinished merge.
 */

/** A mistake in a text: where it is, and what to say about it. */
export interface TextMistake {
  start: number;
  end: number;
  message: string;
  hint: string;
}

/** `bytes` are not UTF-8; `text` is what they decode to. */
export function describeEncoding(bytes: string, text: string): TextMistake {
  const name = /^(?:\xff\xfe|\xfe\xff)/.test(bytes) ? "UTF-16" : null;
  // Up to the first replacement character everything is as it was.
  const start = name === null ? Math.max(0, text.indexOf("\ufffd")) : 0;
  return {
    start,
    end: start + 1,
    message:
      name === null ? "the file is not UTF-8 from here on" : `the file is ${name}, and only UTF-8 is read`,
    hint: `save it as UTF-8, or convert it: iconv -f ${name ?? "ISO-8859-1"} -t UTF-8`,
  };
}

interface Sign {
  pattern: RegExp;
  message: string;
  hint: string;
}

const signs: readonly Sign[] = [
  {
    // In a text of several lines such a line would be indented.
    pattern: /^(?:<{7} .*|>{7} .*|<{7}|>{7})$/m,
    message: "this is the mark of a merge conflict",
    hint: "keep one of the two versions, and remove the lines that begin with '<<<<<<<', '=======' and '>>>>>>>'",
  },
  {
    // UTF-16 without a mark of its byte order looks like this.
    pattern: /(?:[^\0]\0|\0[^\0]){4}/,
    message: "every second byte is NUL: the file is probably UTF-16, and only UTF-8 is read",
    hint: "save it as UTF-8, or convert it: iconv -f UTF-16LE -t UTF-8",
  },
  {
    pattern: /\0/,
    message: "there is a NUL byte here, which YAML cannot have",
    hint: "remove it; if the file is full of them, it is damaged or not a text",
  },
  {
    pattern: /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/,
    message: "there is a control character here, which YAML cannot have",
    hint: "remove it",
  },
  {
    // At the beginning of the file a byte-order mark is allowed.
    pattern: /(?<=\n[ \t]*)\ufeff/,
    message: "there is an invisible byte-order mark at the beginning of this line",
    hint: "delete the line and type it again; such marks come from joining files",
  },
  {
    pattern: /(?<=^ *)[\u00a0\u2000-\u200b\u3000]|(?<=^[ -]*[\w.-]+:)[\u00a0\u2000-\u200b\u3000]/m,
    message: "this looks like a space, and is another character (perhaps from a web page)",
    hint: "replace it with a space",
  },
];

/** The first of these mistakes that the text has, or null. */
export function findTextMistake(text: string): TextMistake | null {
  for (const { pattern, message, hint } of signs) {
    const found = pattern.exec(text);
    if (found !== null) return { start: found.index, end: found.index + found[0].length, message, hint };
  }
  return null;
}

/**
 * How deep a YAML text may be nested. The parser goes down with it, and comes to the end of its stack or of the memory;
 * so this is looked at before, by the brackets and by the marks that open a level within a line.
 */
const deepest = 200;
const levelsInLine = new RegExp(`(?:[-?:][ \\t]+){${deepest}}`);
const indentation = new RegExp(`^ {${deepest * 8}}`, "m");

/** Where the text is nested too deep, or null. Brackets in texts and comments count too: a file written by hand closes them. */
export function findNestedTooDeep(text: string): TextMistake | null {
  const start = placeTooDeep(text);
  if (start === null) return null;
  const hint = "write it with fewer levels; nothing nested like this is written by hand";
  return { start, end: start + 1, message: "the file is nested too deep", hint };
}

function placeTooDeep(text: string): number | null {
  let open = 0;
  for (const found of text.matchAll(/[[\]{}]/g)) {
    open = Math.max(0, open + (found[0] === "[" || found[0] === "{" ? 1 : -1));
    if (open > deepest) return found.index;
  }
  return (levelsInLine.exec(text) ?? indentation.exec(text))?.index ?? null;
}
