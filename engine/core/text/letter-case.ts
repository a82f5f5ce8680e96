/**
 * In which case a text is, by Unicode's simple case mappings (case-table.ts): both hosts answer alike, whatever their own tables are.
 * Words are cut as commitlint does it.
 */
import { decodeUtf8 } from "../bytes.ts";
import { trim } from "../white-space.ts";
import { codePointsOf } from "./code-points.ts";
import { changedByLower, changedByUpper } from "./case-table.ts";

export const letterCases = [
  "lower",
  "upper",
  "sentence",
  "start",
  "camel",
  "pascal",
  "kebab",
  "snake",
] as const;

export type LetterCase = (typeof letterCases)[number];

/** `bytes`: in UTF-8. A text without letters, or that begins with a digit, is in every case. */
export function isInCase(bytes: string, letterCase: LetterCase): boolean {
  const points = codePointsOf(decodeUtf8(withoutQuotes(bytes)));
  const first = points[0];
  if (first === undefined || isDigit(first)) return true;
  switch (letterCase) {
    case "lower":
      return !points.some(isUpper);
    case "upper":
      return !points.some(isLower);
    case "sentence":
      return !isLower(first);
    default:
      return isInWords(points, letterCase);
  }
}

/** Names in quotes and code keep their case: `refactor: 'Eslint' configuration`. */
function withoutQuotes(text: string): string {
  if (!/['"`]/.test(text)) return trim(text);
  // Joined at the end: the script engine copies all of a string to append to it.
  const kept: string[] = [];
  for (const line of text.split("\n")) {
    let start = 0;
    const noMore: { [quote: string]: true } = {};
    for (let i = 0; i < line.length; i++) {
      const quote = line.charAt(i);
      if ((quote !== "'" && quote !== '"' && quote !== "`") || noMore[quote]) continue;
      const end = line.indexOf(quote, i + 1);
      if (end < 0) noMore[quote] = true;
      else {
        kept.push(line.slice(start, i));
        start = end + 1;
        i = end;
      }
    }
    kept.push(line.slice(start), "\n");
  }
  return trim(kept.join(""));
}

/** Words that only their case separates have this between them. */
const separators: { readonly [C in LetterCase]?: number } = { start: 0x20, kebab: 0x2d, snake: 0x5f };

function isInWords(points: readonly number[], letterCase: LetterCase): boolean {
  const separator = separators[letterCase];
  let at = 0;
  for (let word = 0; at < points.length; word++) {
    if (word > 0 && separator !== undefined && points[at++] !== separator) return false;
    const end = endOfWord(points, at);
    if (end === at) return false;
    const isCapital =
      letterCase === "start" || letterCase === "pascal" || (letterCase === "camel" && word > 0);
    const head = points[at] as number;
    if (isCapital ? isLower(head) : isUpper(head)) return false;
    // In title case a word may go on as it likes.
    if (letterCase !== "start")
      for (let i = at + 1; i < end; i++) if (isUpper(points[i] as number)) return false;
    at = end;
  }
  return true;
}

/** A number, a capital with the small letters behind it, or capitals up to one that begins a word. */
function endOfWord(points: readonly number[], from: number): number {
  let end = from;
  const is = (test: (point: number) => boolean): boolean =>
    end < points.length && test(points[end] as number);
  if (is(isDigit)) {
    while (is(isDigit)) end++;
    return end;
  }
  while (is(isUpper)) end++;
  const capitals = end - from;
  if (is(isOtherLetter)) {
    if (capitals > 1) return end - 1;
    while (is(isOtherLetter)) end++;
  }
  return end;
}

function isDigit(point: number): boolean {
  return point >= 0x30 && point <= 0x39;
}

function isUpper(point: number): boolean {
  return point < 0x80 ? point >= 0x41 && point <= 0x5a : changedByLower(point);
}

function isLower(point: number): boolean {
  return point < 0x80 ? point >= 0x61 && point <= 0x7a : changedByUpper(point);
}

/** Small, or of a script without case. Punctuation beyond Latin 1 is rare enough. */
function isOtherLetter(point: number): boolean {
  if (point < 0x80) return point >= 0x61 && point <= 0x7a;
  return point > 0xa0 && !isUpper(point) && !(point >= 0x2000 && point <= 0x206f);
}
