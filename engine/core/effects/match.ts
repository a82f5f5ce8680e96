/**
 * `text.requireMatch` and `text.forbidMatch`, and the part of a message that breaks one, for the refusal to quote.
 */
import { matches, scan, type PatternDfa } from "../pattern-dfa.ts";
import type { Found } from "../effect-problems.ts";
import { trim } from "../white-space.ts";
import { partsOf, readMessage } from "../parts/read-message.ts";
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
  /** Left out: the whole text. */
  part?: string;
  format?: string;
}

/** A longer title is usually refused for its length, so the length is shown. */
const usualLength = 50;
const longestWord = 100;

/** The forbidden text that was found, and its line. */
function quoteFound(dfa: PatternDfa, text: string): Found | null {
  const { steps } = scan(dfa, text);
  const line = lineAt(text, steps - 1);
  const word = trim(foundUpTo(dfa, text, steps));
  const isWhole = word === "" || word === line;
  return {
    text: isWhole ? quoteLine(line) : quoted(word) + " in " + quoteLine(line),
    line: linesBefore(text, steps - 1),
  };
}

/** The line at which it was clear that the pattern cannot match, else the first line. */
function quoteUnmatched(dfa: PatternDfa, text: string): Found | null {
  const { steps } = scan(dfa, text);
  const at = steps < text.length ? steps - 1 : 0;
  const line = lineAt(text, at);
  return line === "" ? null : { text: quoteLine(line), line: linesBefore(text, at) };
}

function linesBefore(text: string, at: number): number {
  return text.slice(0, Math.max(0, at)).split("\n").length - 1;
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

/** What a pattern is matched against. */
interface Placed {
  text: string;
  /** The line of the message that it begins in, from 0. */
  line: number;
}

type Words = Pick<EffectRow<MatchEffect>, "summary" | "meantBy">;

function rowOf<T extends MatchEffect["type"]>(
  type: T,
  words: Words,
  forbids: boolean,
  quote: typeof quoteFound,
): EffectRow<MatchEffect & { type: T }> {
  const textsIn = (draft: TextDraft, { part, format }: MatchEffect): Placed[] => {
    if (part !== undefined) return partsOf(readMessage(draft), part, format);
    return judgedReadings(textOf(draft), draft.cleanup || plainTextAsItIs).map((text) => ({ text, line: 0 }));
  };
  const brokenIn = (draft: TextDraft, effect: MatchEffect): Placed | null => {
    for (const one of textsIn(draft, effect)) if (matches(effect.dfa, one.text) === forbids) return one;
    return null;
  };
  const inText: OnText<MatchEffect> = {
    apply: () => "",
    holds: (draft, effect) => brokenIn(draft, effect) === null,
    found: (draft, effect) => {
      // Only of commit messages: if a response is refused for a secret, quoting it would put the secret into a log.
      const broken = draft.cleanup === null ? null : brokenIn(draft, effect);
      const found = broken === null ? null : quote(effect.dfa, broken.text);
      return found === null || broken === null ? null : { ...found, line: broken.line + found.line };
    },
  };
  return {
    type,
    ...words,
    keys: {
      part: { form: "part", optional: true },
      pattern: { form: "pattern", as: "dfa" },
      message: { form: "check message" },
    },
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

export const requireMatchRow = rowOf("text.requireMatch", requires, false, quoteUnmatched);
export const forbidMatchRow = rowOf("text.forbidMatch", forbids, true, quoteFound);
