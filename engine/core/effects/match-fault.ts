/**
 * Which part of a message breaks a `text.requireMatch` or `text.forbidMatch`, for the refusal to quote.
 */
import { matches, scan, type PatternDfa } from "../pattern-dfa.ts";
import { trim } from "../message-rules.ts";
import { quoted } from "../quoted.ts";

/** A title longer than this is mostly refused for its length. */
const usualLength = 50;
const longestWord = 100;

/** What was found and is forbidden: the word, and the line that it is in. */
export function quoteFound(dfa: PatternDfa, text: string): string {
  const { steps } = scan(dfa, text);
  const line = lineAt(text, steps - 1);
  const word = trim(foundUpTo(dfa, text, steps));
  if (word === "" || word === line) return quoteLine(line);
  return quoted(word) + " in " + quoteLine(line);
}

/** What does not match: the line at which it was clear that nothing will, else the first one. */
export function quoteUnmatched(dfa: PatternDfa, text: string): string {
  const { steps } = scan(dfa, text);
  const line = lineAt(text, steps < text.length ? steps - 1 : 0);
  return line === "" ? "" : quoteLine(line);
}

/** The automaton knows where a match ends. It begins where the shortest text up to there begins that matches too. */
function foundUpTo(dfa: PatternDfa, text: string, end: number): string {
  for (let start = end - 1; start >= Math.max(0, end - longestWord); start--) {
    const part = text.slice(start, end);
    if (matches(dfa, part)) return part;
  }
  return "";
}

/** A line's end counts as its own. */
function lineAt(text: string, at: number): string {
  const start = at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", Math.max(0, at));
  return text.slice(start, end < 0 ? text.length : end);
}

function quoteLine(line: string): string {
  // Bytes that go on with a character of UTF-8 are none by themselves.
  const length = line.replace(/[\x80-\xbf]/g, "").length;
  return quoted(line) + (length > usualLength ? " (" + length + " characters)" : "");
}
