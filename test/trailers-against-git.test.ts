import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ensureTrailer } from "../engine/core/effects/ensure-trailer.ts";
import { isEmptyMessage, type MessageRules } from "../engine/core/message-rules.ts";
import { cleanMessages, readTrailersWithGit } from "./support/git-batch.ts";
import { message } from "./support/messages.ts";

const wanted = { key: "Co-authored-by", value: "Bot <bot@x.org>", dedupe: true };
const count = Number(process.env["INTERLOCK_FUZZ"] ?? 3000);
const seed = Number(process.env["INTERLOCK_SEED"] ?? 42);

describe.each(["whitespace", "strip", "verbatim"] as const)("under %s cleanup", (cleanup) => {
  const rules: MessageRules = { cleanup, commentChar: "#" };
  // A message without a title (blank, or cut at its first line) has no place for a trailer.
  const untitled = cleanup === "strip" ? /^[ \t\r\n]*$/ : /^[ \t\r\n]*(?:$|# -{24} >8 -{24}[ \t\r]*(?:\n|$))/;
  const messages = fc
    .sample(message, { numRuns: count, seed })
    .filter((text) => !isEmptyMessage(text, rules) && !untitled.test(text));
  const ensured = messages.map((text) => ensureTrailer(text, wanted, rules));

  test(`git reads the trailer back from all of ${count} generated messages`, () => {
    const trailers = readTrailersWithGit(cleanMessages(ensured, cleanup));
    const missing = ensured.filter(
      (_, i) => !trailers[i]?.some((trailer) => /^co-authored-by: .*<bot@x\.org>$/i.test(trailer)),
    );
    expect(missing.slice(0, 5)).toEqual([]);
  });

  test("what git made of it is compliant: a run over the committed message changes nothing", () => {
    const committed = cleanMessages(ensured, cleanup);
    expect(committed.filter((text) => ensureTrailer(text, wanted, rules) !== text).slice(0, 5)).toEqual([]);
  });

  test("a second run changes nothing", () => {
    expect(ensured.filter((text) => ensureTrailer(text, wanted, rules) !== text)).toEqual([]);
  });

  test("every byte outside the insertion stays", () => {
    const damaged = messages.filter((before, i) => {
      const after = ensured[i] as string;
      let head = 0;
      while (head < before.length && before[head] === after[head]) head++;
      return (
        !after.endsWith(before.slice(head)) ||
        !/^(?:(?:\r?\n)?(?:\r?\n)?Co-authored-by: Bot <bot@x\.org>(?:\r?\n)?|.*)$/s.test(after)
      );
    });
    expect(damaged).toEqual([]);
  });

  test("many trailers in turn, followed line by line, are as if read anew each time", () => {
    const several = ["A", "Co-authored-by", "B", "a"].map((key, i) => ({
      ...wanted,
      key,
      value: `v${i} <x@y>`,
    }));
    const inTurn = (text: string, between: () => void): string =>
      several.reduce((current, trailer) => {
        between();
        return ensureTrailer(current, trailer, rules);
      }, text);
    const forget = (): void => void ensureTrailer("another text", wanted, rules);
    const different = messages.filter((text) => inTurn(text, () => {}) !== inTurn(text, forget));
    expect(different.slice(0, 5)).toEqual([]);
  });

  test("a trailer that git already reads is not added again", () => {
    const before = readTrailersWithGit(cleanMessages(messages, cleanup));
    const twice = messages.filter(
      (text, i) =>
        before[i]?.some((trailer) => /^co-authored-by: .*<bot@x\.org>$/i.test(trailer)) &&
        ensured[i] !== text,
    );
    expect(twice.slice(0, 5)).toEqual([]);
  });
});
