/**
 * The code points that a character, a set or a class of a pattern matches. Those of ASCII are worked out here: the tables of
 * refa, which know the letters of all scripts, take longer to load than most patterns take to compile.
 */
import type { AST } from "@eslint-community/regexpp";
import { JS } from "refa";
import type { CodePointRange } from "./utf8-trie.ts";

/** Without those that only the `v` flag makes. */
type CharacterSet = AST.AnyCharacterSet | AST.EscapeCharacterSet | AST.CharacterUnicodePropertyCharacterSet;
export type CharacterElement = AST.Character | CharacterSet | AST.ClassRangesCharacterClass;

export function codePointsOf(element: CharacterElement, ignoreCase: boolean): readonly CodePointRange[] {
  return (
    plainCodePoints(element, ignoreCase) ?? JS.parseCharSet(element, { unicode: true, ignoreCase }).ranges
  );
}

const last = 0x10ffff;
const lastOfAscii = 0x7f;

const sets = {
  digit: [[0x30, 0x39]],
  space: [
    [0x9, 0xd],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
  word: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
} as const;

/** Sorted, apart from each other. Null if more than ASCII has to be known. */
export function plainCodePoints(element: CharacterElement, ignoreCase: boolean): CodePointRange[] | null {
  switch (element.type) {
    case "Character":
      return rangeOf(element.value, element.value, ignoreCase);
    case "CharacterSet":
      return setOf(element, ignoreCase);
    case "CharacterClass":
      return classOf(element, ignoreCase);
  }
}

function rangeOf(min: number, max: number, ignoreCase: boolean): CodePointRange[] | null {
  if (!ignoreCase) return [{ min, max }];
  return max > lastOfAscii ? null : withBothCases([{ min, max }]);
}

function setOf({ kind, ...set }: CharacterSet, ignoreCase: boolean): CodePointRange[] | null {
  if (kind === "any" || kind === "property") return null;
  const negate = "negate" in set && set.negate;
  // Which letters are no part of a word then?
  if (kind === "word" && negate && ignoreCase) return null;
  const plain = sets[kind].map(([min, max]) => ({ min, max }));
  const ranges = kind === "word" && ignoreCase ? withBothCases(plain) : plain;
  return negate ? complement(ranges) : ranges;
}

function classOf({ elements, negate }: AST.ClassRangesCharacterClass, ignoreCase: boolean) {
  const all: CodePointRange[] = [];
  for (const element of elements) {
    const ranges =
      element.type === "CharacterClassRange"
        ? rangeOf(element.min.value, element.max.value, ignoreCase)
        : plainCodePoints(element, ignoreCase);
    if (ranges === null) return null;
    all.push(...ranges);
  }
  const merged = merge(all);
  return negate ? complement(merged) : merged;
}

/** Beside the letters of ASCII, the long s and the sign for kelvin are an `s` and a `k`. */
function withBothCases(ascii: readonly CodePointRange[]): CodePointRange[] {
  const lower = ascii.flatMap((range) => shifted(range, 0x41, 0x5a, 0x20));
  const upper = ascii.flatMap((range) => shifted(range, 0x61, 0x7a, -0x20));
  const both = [...ascii, ...lower, ...upper];
  const has = (letter: number): boolean => both.some(({ min, max }) => min <= letter && letter <= max);
  const longS = has(0x73) ? [{ min: 0x17f, max: 0x17f }] : [];
  const kelvin = has(0x6b) ? [{ min: 0x212a, max: 0x212a }] : [];
  return merge([...both, ...longS, ...kelvin]);
}

/** What a range has between `first` and `final`, moved by `distance`. */
function shifted(
  { min, max }: CodePointRange,
  first: number,
  final: number,
  distance: number,
): CodePointRange[] {
  const [from, to] = [Math.max(min, first), Math.min(max, final)];
  return from > to ? [] : [{ min: from + distance, max: to + distance }];
}

function merge(ranges: readonly CodePointRange[]): CodePointRange[] {
  const merged: { min: number; max: number }[] = [];
  for (const { min, max } of [...ranges].sort((a, b) => a.min - b.min)) {
    const previous = merged.at(-1);
    if (previous !== undefined && min <= previous.max + 1) previous.max = Math.max(previous.max, max);
    else merged.push({ min, max });
  }
  return merged;
}

function complement(ranges: readonly CodePointRange[]): CodePointRange[] {
  const starts = [0, ...ranges.map(({ max }) => max + 1)];
  const ends = [...ranges.map(({ min }) => min - 1), last];
  return starts.map((min, i) => ({ min, max: ends[i] as number })).filter(({ min, max }) => min <= max);
}
