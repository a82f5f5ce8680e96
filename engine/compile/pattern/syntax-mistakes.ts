/**
 * What is wrong with a pattern that is not a regular expression: the construct, where it begins, and what to write for it.
 */
import type { PatternProblem } from "./pattern-problem.ts";

/** What the parser says, and where it stopped. */
interface SyntaxError {
  message: string;
  index: number;
}

/** What is known about one of the parser's messages: the characters meant, what they are, what to write. */
type Describe = (
  source: string,
  index: number,
) => { start: number; end?: number; what: string; hint: string };

const mistakes: { [reason: string]: Describe } = {
  "Unterminated group": (source) => ({
    start: openIn(source, "("),
    what: "the '(' is never closed",
    hint: "close the group with ')', or write '\\(' for the character",
  }),
  "Unmatched ')'": (_, index) => ({
    start: index,
    what: "the ')' closes nothing",
    hint: "take it out, or write '\\)' for the character",
  }),
  "Unterminated character class": (source) => ({
    start: openIn(source, "["),
    what: "the '[' is never closed",
    hint: "close the class with ']', or write '\\[' for the character",
  }),
  "Incomplete quantifier": (source, index) => ({
    start: source.lastIndexOf("{", index),
    end: index,
    what: "the '{' begins a count, and none follows",
    hint: "write a count as in '{2}' or '{2,5}', or '\\{' for the character",
  }),
  "numbers out of order in {} quantifier": (source, index) => ({
    start: source.lastIndexOf("{", index),
    end: index,
    what: "the counts are in the wrong order",
    hint: "write the smaller one first, as in '{1,3}'",
  }),
  "Nothing to repeat": (source, index) => {
    const sign = source.charAt(index - 1);
    return {
      start: index - 1,
      what: `there is nothing in front of the '${sign}' that it could repeat`,
      hint: `write '.${sign}' for any text, or '\\${sign}' for the character`,
    };
  },
  "Lone quantifier brackets": (source, index) => {
    const posix = /\[\[:\^?(\w+):\]/.exec(source);
    if (posix === null)
      return {
        start: index,
        what: `the '${source.charAt(index)}' closes nothing`,
        hint: `write '\\${source.charAt(index)}' for the character`,
      };
    return {
      start: posix.index + 1,
      end: posix.index + posix[0].length,
      what: `'[:${posix[1]}:]' is another language's class`,
      hint: "write [A-Za-z] for letters, [A-Z] for capitals, \\d for digits, \\s for white space",
    };
  },
  "Range out of order in character class": (source, index) => ({
    start: index - 3,
    end: index,
    what: `the range '${source.slice(index - 3, index)}' is in the wrong order`,
    hint: "write the smaller character first; a '-' for itself goes last in the class",
  }),
  "Invalid character class": (source, index) => ({
    start: source.lastIndexOf("[", index),
    end: index,
    what: "a class such as '\\d' cannot be the end of a range",
    hint: "write the '-' last in the class if it stands for itself, as in '[a\\d-]'",
  }),
  "Invalid group": (source, index) => describeGroup(source, index - 1),
  "Invalid escape": (source, index) => describeEscape(source, source.lastIndexOf("\\", index)),
  "Invalid property name": (source, index) => ({
    start: source.lastIndexOf("\\", index),
    end: index + 1,
    what: "there is no such property of characters",
    hint: "write one that JavaScript knows, such as '\\p{L}' for letters or '\\p{Lu}' for capitals",
  }),
};

function describeGroup(source: string, start: number): ReturnType<Describe> {
  const rest = source.slice(start);
  const found = /^\(\?(?:P?<?[\w]*>?|.)\)?/.exec(rest)?.[0] ?? "(?";
  const named = /^\(\?P<(\w+)>/.exec(rest);
  const flags = /^\(\?[a-zA-Z]+\)/.test(rest);
  return {
    start,
    end: start + found.length,
    what: `'${found}' is not a group that patterns here can have`,
    hint:
      named !== null
        ? `write '(?<${named[1]}>...)', or just '(...)'`
        : flags
          ? "put '(?i)', '(?m)' or '(?im)' at the pattern's beginning; there are no other flags"
          : "write '(...)' or '(?:...)'",
  };
}

/** What other languages' escapes are here. */
const otherEscapes: { [escape: string]: string } = {
  "\\A": "write '^', which is the beginning of the text",
  "\\Z": "write '$', which is the end of the text",
  "\\z": "write '$', which is the end of the text",
  "\\h": "write '[ \\t]'",
  "\\R": "write '\\n'",
  "\\<": "write '\\b' for the edge of a word",
  "\\>": "write '\\b' for the edge of a word",
};

function describeEscape(source: string, start: number): ReturnType<Describe> {
  const escape = source.slice(start, start + 2);
  if (escape.length < 2)
    return { start, what: "the pattern ends with a single '\\'", hint: "write '\\\\' for the character" };
  return {
    start,
    end: start + 2,
    what: `'${escape}' is not an escape of regular expressions`,
    hint:
      otherEscapes[escape] ??
      (/[\w]/.test(escape.slice(1)) && escape !== "\\_"
        ? "patterns have JavaScript's syntax, as under its 'u' flag"
        : `write '${escape.slice(1)}' without the backslash`),
  };
}

export function describeSyntaxError(source: string, { message, index }: SyntaxError): PatternProblem {
  const reason = message.replace(/^.*\/u?: /s, "");
  const known = mistakes[reason]?.(source, index);
  const start = Math.max(0, known?.start ?? Math.min(index, source.length - 1));
  return {
    message: `the pattern is not a regular expression: ${known?.what ?? lowerFirst(reason)}`,
    hint: known?.hint ?? "patterns have JavaScript's syntax, as under its 'u' flag",
    part: { start, end: Math.max(start + 1, known?.end ?? 0) },
  };
}

/** The last bracket of this kind that is not closed. */
function openIn(source: string, bracket: "(" | "["): number {
  const open: number[] = [];
  let inClass = false;
  for (const { 0: sign, index } of source.matchAll(/\\[^]|[^]/g)) {
    if (sign === "[" && !inClass) {
      inClass = true;
      if (bracket === "[") open.push(index);
    } else if (sign === "]" && inClass) {
      inClass = false;
      if (bracket === "[") open.pop();
    } else if (bracket === "(" && !inClass && sign === "(") open.push(index);
    else if (bracket === "(" && !inClass && sign === ")") open.pop();
  }
  return open[open.length - 1] ?? source.length - 1;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
