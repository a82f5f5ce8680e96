/**
 * `text.requireMatch` and `text.forbidMatch`, and the part of a message that breaks one, for the refusal to quote.
 */
import { matches, scan, type PatternDfa } from "../pattern-dfa.ts";
import { trim, type MessageRules } from "../message-rules.ts";
import type { TextEffect } from "../plan.ts";
import { plainTextAsItIs } from "../text/plain-text.ts";
import { textOf, type TextDraft } from "../text/text-draft.ts";
import type { EffectRow, OnText } from "./effect-row.ts";
import { quoted } from "../printable.ts";
import { judgedReadings } from "../clean-message.ts";

/** A check: the message as git will commit it matches, or does not. Always `required`. */
export interface MatchEffect extends TextEffect {
  type: "text.requireMatch" | "text.forbidMatch";
  /** Compiled from the manifest's pattern; runs in linear time. */
  dfa: PatternDfa;
  /** The author's own message for a refused commit. */
  message: string;
}

/** `text.requireMatch`: a reading of the message that the pattern matches nowhere, or null if there is none. */
export function findUnmatched(text: string, dfa: PatternDfa, rules: MessageRules): string | null {
  return findReading(text, dfa, rules, false);
}

/** `text.forbidMatch`: a reading of the message that the pattern matches somewhere, or null if there is none. */
export function findMatched(text: string, dfa: PatternDfa, rules: MessageRules): string | null {
  return findReading(text, dfa, rules, true);
}

function findReading(text: string, dfa: PatternDfa, rules: MessageRules, isMatched: boolean): string | null {
  for (const reading of judgedReadings(text, rules)) if (matches(dfa, reading) === isMatched) return reading;
  return null;
}

/** A longer title is usually refused for its length, so the length is shown. */
const usualLength = 50;
const longestWord = 100;

/** The forbidden text that was found, and its line. */
function quoteFound(dfa: PatternDfa, text: string): string {
  const { steps } = scan(dfa, text);
  const line = lineAt(text, steps - 1);
  const word = trim(foundUpTo(dfa, text, steps));
  if (word === "" || word === line) return quoteLine(line);
  return quoted(word) + " in " + quoteLine(line);
}

/** The line at which it was clear that the pattern cannot match, else the first line. */
function quoteUnmatched(dfa: PatternDfa, text: string): string {
  const { steps } = scan(dfa, text);
  const line = lineAt(text, steps < text.length ? steps - 1 : 0);
  return line === "" ? "" : quoteLine(line);
}

/** The automaton only knows where a match ends. Take the shortest text before that place that matches by itself. */
function foundUpTo(dfa: PatternDfa, text: string, end: number): string {
  for (let start = end - 1; start >= Math.max(0, end - longestWord); start--) {
    const part = text.slice(start, end);
    if (matches(dfa, part)) return part;
  }
  return "";
}

/** The line at a position; its line end belongs to it. */
function lineAt(text: string, at: number): string {
  const start = at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", Math.max(0, at));
  return text.slice(start, end < 0 ? text.length : end);
}

function quoteLine(line: string): string {
  // Continuation bytes of UTF-8 are not characters.
  const length = line.replace(/[\x80-\xbf]/g, "").length;
  return quoted(line) + (length > usualLength ? " (" + length + " characters)" : "");
}

type Find = typeof findMatched;
type Quote = typeof quoteFound;

type Words = Pick<EffectRow<MatchEffect>, "summary" | "meantBy">;

function rowOf<T extends MatchEffect["type"]>(
  type: T,
  words: Words,
  forbids: boolean,
  find: Find,
  quote: Quote,
): EffectRow<MatchEffect & { type: T }> {
  const readingIn = (draft: TextDraft, { dfa }: MatchEffect): string | null =>
    find(textOf(draft), dfa, draft.rules || plainTextAsItIs);
  const inText: OnText<MatchEffect> = {
    apply: () => "",
    holds: (draft, effect) => readingIn(draft, effect) === null,
    found: (draft, effect) => {
      // Only of commit messages: if a response is refused for a secret, quoting it would put the secret into a log.
      const reading = draft.rules === null ? null : readingIn(draft, effect);
      return reading === null ? "" : quote(effect.dfa, reading);
    },
  };
  return {
    type,
    ...words,
    keys: { pattern: { form: "pattern", as: "dfa" }, message: { form: "check message" } },
    isCheck: true,
    subject: () => "pattern",
    fault: ({ message }) => message,
    on: {
      message: { ...inText, reads: "message", forbids: () => forbids, compares: () => "characters" },
      description: inText,
      response: inText,
    },
  };
}

const requires: Words = {
  summary: "refuses a text that does not match",
  meantBy: "^(?!.*(?:forbid|deny|reject|block|not.*match|avoid)).*(?:match|require|regex|pattern|check)",
};
const forbids: Words = {
  summary: "refuses a text that matches",
  meantBy: "forbid|deny|reject|block|not.*match|avoid",
};

export const requireMatchRow = rowOf("text.requireMatch", requires, false, findUnmatched, quoteUnmatched);
export const forbidMatchRow = rowOf("text.forbidMatch", forbids, true, findMatched, quoteFound);
