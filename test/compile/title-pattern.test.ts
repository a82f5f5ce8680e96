/**
 * The groups that a format's pattern finds in a title are those of JavaScript's RegExp. A group that RegExp leaves out and one that
 * matched nothing are the same here: the part is missing.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileTitlePattern } from "../../engine/compile/pattern/title-program.ts";
import { encodeUtf8, decodeUtf8 } from "../../engine/core/bytes.ts";
import { readTitle } from "../../engine/core/parts/read-title.ts";
import { fuzzCount, seed } from "../support/fuzz.ts";

const compiledBefore = new Map<string, string>();

function formatOf(source: string): string {
  const before = compiledBefore.get(source);
  if (before !== undefined) return before;
  const compiled = compileTitlePattern(source);
  if ("problem" in compiled) throw new Error(compiled.problem.message);
  compiledBefore.set(source, compiled.format);
  return compiled.format;
}

function partsBy(source: string, title: string): { [part: string]: string } | null {
  const bytes = encodeUtf8(title);
  const parts = readTitle(bytes, formatOf(source));
  if (parts === null) return null;
  return Object.fromEntries(
    Object.entries(parts).map(([name, { start, end }]) => [name, decodeUtf8(bytes.slice(start, end))]),
  );
}

function groupsBy(source: string, title: string): { [part: string]: string } | null {
  const match = new RegExp(source, "u").exec(title);
  if (match === null) return null;
  return Object.fromEntries(Object.entries(match.groups ?? {}).filter(([, text]) => text));
}

const patterns = [
  "^(?<type>\\w+)(?:\\((?<scope>.*)\\))?(?<breaking>!)?: (?<subject>.+)$",
  "^(?<type>\\w+)(?:\\((?<scope>.*?)\\))?(?<breaking>!)?: (?<subject>.+?)\\.?$",
  "(?<scope>[A-Z]+-[0-9]+)(?<subject>.*)",
  "(?<scope>[a-z]*?)(?<subject>a+)",
  "^(?:(?<type>a|ab)(?<scope>c|bcd)?)+(?<subject>d*)$",
  "(?:(?<type>a)|(?<scope>b)|(?<subject>c))*",
  "(?:(?<type>a)|b){2,3}?(?<subject>.)",
  "(?<type>a{1,3}?)(?<scope>a{0,2})(?<subject>a*)b",
  "(?<subject>(?:a*)*b?)",
  "(?<type>(?:a|b*)*)(?<subject>c|)",
  "\\b(?<type>\\w+)\\b.*\\b(?<subject>\\w+)$",
  "^(?<subject>[^é]*)é(?<scope>.)",
];

test.each(patterns)("%s finds what RegExp finds", (source) => {
  const title = fc
    .array(fc.constantFrom("a", "b", "c", "d", "A", "-", "1", "(", ")", "!", ": ", " ", ".", "é", "😀"), {
      maxLength: 12,
    })
    .map((pieces) => pieces.join(""));
  const titles = fc.sample(title, { numRuns: fuzzCount(1500), seed });
  const wrong = titles.filter(
    (text) =>
      JSON.stringify(sorted(partsBy(source, text))) !== JSON.stringify(sorted(groupsBy(source, text))),
  );
  expect(wrong.slice(0, 3).map((text) => [text, partsBy(source, text), groupsBy(source, text)])).toEqual([]);
});

function sorted(parts: { [part: string]: string } | null): unknown {
  return parts === null ? null : Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1));
}

describe("a pattern is refused", () => {
  test.each([
    ["for a group that is no part", "^(?<kind>a)", "the group 'kind' is no part of a title"],
    ["without a named group", "^(a)", "the pattern has no named group"],
    ["for a lookahead", "^(?<type>a)(?=b)", "the pattern has a lookahead"],
    ["for a backreference", "^(?<type>a)\\k<type>", "the pattern has a backreference"],
    ["for an optional part that may be empty", "^(?<type>a*)?", "the pattern has a part that may be empty"],
  ])("%s", (_, source, message) => {
    const compiled = compileTitlePattern(source);
    expect("problem" in compiled && compiled.problem.message).toContain(message);
  });
});

test("a title of 10,000 characters takes time in proportion, and a longer one has no parts", () => {
  const source = "(?<type>(?:a|a)*)(?<subject>(?:a|aa)*)b";
  expect(partsBy(source, "a".repeat(9_000))).toBeNull();
  expect(partsBy("(?<type>a+)", "a".repeat(10_001))).toBeNull();
});
