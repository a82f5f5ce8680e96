import { expect, test } from "vitest";
import { isUnwanted } from "../../engine/core/effects/remove-trailer.ts";
import { matchesInLowerCase } from "../../engine/core/glob.ts";
import { processorTimeOf } from "../support/processor-time.ts";

/** What `isUnwanted` asks, word by word: the whole value, and each beginning that ends in a bracket. */
function personsIn(value: string): string[] {
  const ends = Array.from(value, (letter, i) => (letter === ">" ? i + 1 : 0)).filter((end) => end > 0);
  return [value, ...ends.map((end) => value.slice(0, end))];
}

/** All texts of up to `length` of these letters. */
function textsOf(letters: string, length: number): string[] {
  if (length === 0) return [""];
  const shorter = textsOf(letters, length - 1);
  const longest = shorter.filter((text) => text.length === length - 1);
  return shorter.concat(longest.flatMap((text) => Array.from(letters, (letter) => text + letter)));
}

test("a value names each person that a program could read in it", () => {
  const values = textsOf("a<>", 6);
  const globs = textsOf("a>*", 4);
  const wrong: unknown[] = [];
  for (const glob of globs)
    for (const value of values) {
      const expected = personsIn(value).some((person) => matchesInLowerCase(person, glob));
      const trailer = { key: "Co-authored-by", value };
      if (isUnwanted(trailer, { key: "co-authored-by", values: [glob], keep: [] }) !== expected)
        wrong.push({ glob, value, expected });
    }
  expect(wrong).toEqual([]);
});

test("the time for a value grows with its length alone, however many brackets it has", () => {
  const isBad = (count: number): boolean =>
    isUnwanted(
      { key: "Co-authored-by", value: `x${">".repeat(count)}` },
      { key: "Co-authored-by", values: ["*>x*>"], keep: ["me*"] },
    );
  isBad(1000);
  const time = processorTimeOf(() => expect(isBad(60_000)).toBe(false));
  // Searching every beginning takes several seconds; searching the value once, less than a millisecond.
  expect(time).toBeLessThan(500);
});
