/**
 * What a YAML parser's error means to somebody who wrote a config file: which mistake it probably is, and what to write.
 */
import { visit, type Document, type YAMLError } from "yaml";
import type { TextMistake } from "./text-mistakes.ts";

/** The line around a place, taken apart. */
interface Line {
  start: number;
  text: string;
  /** What stands before the key: spaces, and the dashes of lists. */
  indent: string;
  /** Empty if the line has none. */
  key: string;
  /** What stands behind the key, or the entry of a list; without a comment behind it. */
  value: string;
  valueStart: number;
}

/** What a value is to YAML if it begins with this; empty if no value may begin with it. */
const meanings: { [first: string]: string } = {
  "[": "a list",
  "{": "a map",
  "*": "a reference to an anchor, and there is no anchor of this name",
  "&": "an anchor",
  "!": "a tag",
  "|": "a text of several lines, which begin on the next line",
  ">": "a text of several lines, which begin on the next line",
  "@": "",
  "`": "",
  "%": "",
};

function beginsWith(first: string): string {
  const meaning = meanings[first] ?? "";
  return meaning === ""
    ? `in YAML, a value cannot begin with '${first}'`
    : `in YAML, a value that begins with '${first}' is ${meaning}`;
}

export function describeYamlError(text: string, error: YAMLError, doc: Document): TextMistake {
  const [start, end] = error.pos;
  const line = lineAt(text, start);
  const here = (message: string, hint: string): TextMistake => ({ start, end, message, hint });
  const atValue = (message: string, hint: string): TextMistake => ({
    start: line.valueStart,
    end: line.valueStart + line.value.length,
    message,
    hint,
  });
  const first = line.value.charAt(0);

  if (error.code === "MULTIPLE_DOCS")
    return here("the file has more than one document", "keep what is above '---', and remove the rest");
  if (error.code === "TAB_AS_INDENT")
    return here("YAML cannot be indented with tabs", "replace the tab with spaces");
  if (error.code === "BAD_DQ_ESCAPE") {
    const escape = text.slice(start, start + 2);
    return here(
      `in double quotes, '${escape}' is not an escape that YAML knows`,
      `put it in single quotes, where a backslash is just that: ${inSingleQuotes(line)}`,
    );
  }
  const unclosed = findUnclosedQuote(text, error, doc);
  if (unclosed !== null) return unclosed;
  if (/^(?:'[^']*'.|"(?:[^"\\]|\\.)*".)/.test(line.value) && error.code === "UNEXPECTED_TOKEN")
    return here(
      `the text in quotes has ended, and '${text.slice(start, end)}' follows`,
      first === "'"
        ? `write a quote inside single quotes twice: ${inSingleQuotes(line)}`
        : `put all of it in single quotes: ${inSingleQuotes(line)}`,
    );
  const bracket =
    error.code === "BAD_INDENT" || error.code === "MISSING_CHAR" ? openBracket(text, start) : null;
  if (bracket !== null) {
    const closing = text.charAt(bracket) === "[" ? "]" : "}";
    return {
      start: bracket,
      end: bracket + 1,
      message: `the '${text.charAt(bracket)}' is never closed`,
      hint: `close it with '${closing}'; a text that begins with it goes into single quotes`,
    };
  }
  if (Object.hasOwn(meanings, first) && start >= line.valueStart) {
    const [, name] = /^\{\{\s*((?:env|config|git)\.[\w.-]+)\s*\}\}$/.exec(line.value) ?? [];
    return atValue(
      beginsWith(first),
      name === undefined
        ? `put the value in single quotes: ${inSingleQuotes(line)}`
        : `write the reference like this: ${line.key}: '\${${name}}'`,
    );
  }
  return describeLayout(text, error, line) ?? here(lowerFirst(error.message), "fix the YAML at this place");
}

/** An alias that no anchor has the name of: usually a glob. */
export function describeAlias(text: string, start: number, end: number): TextMistake {
  return {
    start,
    end,
    message: beginsWith("*"),
    hint: `put the value in single quotes: ${inSingleQuotes(lineAt(text, start))}`,
  };
}

/** Keys, colons and columns. */
function describeLayout(text: string, error: YAMLError, line: Line): TextMistake | null {
  const at = (start: number, end: number, message: string, hint: string): TextMistake => ({
    start,
    end,
    message,
    hint,
  });
  const whole = line.text.trim();
  const wholeStart = line.start + line.text.length - line.text.trimStart().length;
  const wholeAt = (message: string, hint: string): TextMistake =>
    at(wholeStart, wholeStart + whole.length, message, hint);
  const noSpace = /^-(?=[A-Za-z_])/.exec(whole);
  if (noSpace !== null)
    return at(wholeStart, wholeStart + 1, "there is no space after the '-'", `write '- ${whole.slice(1)}'`);
  if (/^(?:\/\/|\/\*)/.test(whole)) return wholeAt("this is not a comment in YAML", "begin it with '#'");
  if (line.value.startsWith("- "))
    return at(
      line.valueStart,
      line.valueStart + 1,
      "the entries of a list begin on the next line",
      `write '${line.key}:' alone, and '${line.value}' below it; a text that begins with '-' goes into single quotes`,
    );
  if (line.key !== "" && /:(?: |$)/.test(line.value))
    return at(
      line.valueStart,
      line.valueStart + line.value.length,
      "the value has ': ' in it, which YAML takes for another key",
      `put the value in single quotes: ${inSingleQuotes(line)}`,
    );
  const next = lineAfter(text, line);
  if (error.code === "BLOCK_AS_IMPLICIT_KEY" && line.key !== "" && next !== null)
    return describeColumn(
      next,
      `'${line.key}' has a value already, and this line is indented as if it were below it`,
    );
  if (error.code === "BAD_INDENT" || error.code === "BLOCK_AS_IMPLICIT_KEY")
    return describeColumn(line, "this line begins in a column that fits nothing above it");
  if (error.code !== "MISSING_CHAR" && error.code !== "MULTILINE_IMPLICIT_KEY") return null;
  const [, name, value] = /^(?:- +)?([\w.-]+)\s*(?:[:=]|\s)\s*(.*)$/.exec(whole) ?? [];
  return wholeAt(
    /^[\w.-]+:\S/.test(whole) ? "there is no space after the ':'" : "this line has a text and no key",
    name === undefined || value === undefined || value === ""
      ? "write it as 'key: value', or make it a comment with '#'"
      : `write '${name}: ${value}'`,
  );
}

function describeColumn({ start, text, indent, key }: Line, message: string): TextMistake {
  const column = start + text.length - text.trimStart().length;
  const what = indent.includes("-") ? "the '- ' of the list" : key === "" ? "the line" : "the key";
  return {
    start: column,
    end: start + text.trimEnd().length,
    message,
    hint: `indent it exactly like ${what} that it belongs beside`,
  };
}

/** A text in quotes that reaches over several lines, up to the error or to the end: its quote was forgotten. */
function findUnclosedQuote(text: string, error: YAMLError, doc: Document): TextMistake | null {
  const isAtEnd = error.code === "MISSING_CHAR" && /quote/.test(error.message);
  let from: number | null = null;
  visit(doc, {
    Scalar(_, node) {
      const [start, end] = node.range ?? [0, 0];
      if (node.type !== "QUOTE_SINGLE" && node.type !== "QUOTE_DOUBLE") return;
      const isLong =
        isAtEnd || (text.slice(start, end).includes("\n") && lineAt(text, end).start <= error.pos[0]);
      if (isLong && start < error.pos[0] && end <= error.pos[1] + 1) from = start;
    },
  });
  if (from === null) return null;
  const line = lineAt(text, from);
  const quote = text.charAt(from);
  return {
    start: from,
    end: from + 1,
    message: `the ${quote === "'" ? "single" : "double"} quote that opens here is never closed`,
    hint:
      line.valueStart === from
        ? `close it at the end: ${line.key === "" ? "" : `${line.key}: `}${line.value}${quote}`
        : `close it with ${quote}`,
  };
}

/** The innermost bracket that is open at a place; those in quotes and comments do not count. */
function openBracket(text: string, place: number): number | null {
  const open: number[] = [];
  const parts = /'[^'\n]*'|"(?:[^"\\\n]|\\.)*"|(?:^|\s)#.*|[[\]{}]/gm;
  for (const { 0: part, index } of text.slice(0, place).matchAll(parts)) {
    if (part === "[" || part === "{") open.push(index);
    else if (part === "]" || part === "}") open.pop();
  }
  return open[open.length - 1] ?? null;
}

const lineForm = /^(\s*(?:- +)*)(?:((?:[^\s'"#:[{]|:(?! ))[^:]*?|"[^"]*"|'[^']*')\s*:(?: +|$))?(.*)$/;

function lineAt(text: string, place: number): Line {
  const start = text.lastIndexOf("\n", place - 1) + 1;
  const end = text.indexOf("\n", start);
  const whole = text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "");
  const [, indent = "", key = "", rest = ""] = lineForm.exec(whole) ?? [];
  return {
    start,
    text: whole,
    indent,
    key,
    value: rest.replace(/(?:^|\s)#.*$/, "").trimEnd(),
    valueStart: start + whole.length - rest.length,
  };
}

/** The next line with something in it. */
function lineAfter(text: string, line: Line): Line | null {
  let start = line.start;
  do {
    start = text.indexOf("\n", start) + 1;
    if (start === 0) return null;
  } while (/^[ \t]*(?:#.*)?$/m.exec(text.slice(start))?.index === 0);
  return start >= text.length ? null : lineAt(text, start);
}

const longest = 70;

/** The value as it should be written, behind its key. */
function inSingleQuotes({ key, value }: Line): string {
  const quote = value.charAt(0);
  const isQuoted = (quote === "'" || quote === '"') && value.length > 1 && value.endsWith(quote);
  const inner = isQuoted ? value.slice(1, -1) : value;
  const plain = isQuoted && quote === '"' ? inner.replace(/\\(["\\])/g, "$1") : inner;
  const written = `${key === "" ? "" : `${key}: `}'${plain.replace(/'/g, "''")}'`;
  return written.length > longest ? "'...'" : written;
}

function lowerFirst(message: string): string {
  return message.slice(0, 1).toLowerCase() + message.slice(1);
}
