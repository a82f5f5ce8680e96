import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ensureInView, ensureTrailer } from "../../engine/core/effects/ensure-trailer.ts";
import { isEmptyMessage, type CleanupSettings } from "../../engine/core/cleanup-settings.ts";
import { findTrailerBlock, readTrailers } from "../../engine/core/text/trailer-block.ts";
import { renderView, viewTrailers } from "../../engine/core/text/trailer-view.ts";
import { fuzzCount, replayWith, seed } from "../support/fuzz.ts";
import { cleanMessages, parseTrailersWithGit, readTrailersWithGit } from "../support/git-batch.ts";
import { message } from "../support/messages.ts";

const wanted = { key: "Co-authored-by", value: "Bot <bot@x.org>", dedupe: true };
const count = fuzzCount(6000);
const replay = replayWith(count, "test/rules/trailers-against-git.test.ts");
const isWanted = (trailer: string): boolean => /^co-authored-by: .*<bot@x\.org>$/i.test(trailer);

/** Is `after` the text with the trailer's line put in somewhere, alone or behind a blank line? */
function isWithInsertion(before: string, after: string): boolean {
  const line = `${wanted.key}: ${wanted.value}`;
  for (let at = after.indexOf(line); at >= 0; at = after.indexOf(line, at + 1)) {
    const head = after.slice(0, at);
    const tail = after.slice(at + line.length);
    for (const above of ["", "\n", "\r\n", "\n\n", "\r\n\r\n"]) {
      for (const below of ["", "\n", "\r\n"]) {
        if (!head.endsWith(above) || !tail.startsWith(below)) continue;
        if (head.slice(0, head.length - above.length) + tail.slice(below.length) === before) return true;
      }
    }
  }
  return false;
}

describe.each(["whitespace", "strip", "verbatim"] as const)("under %s cleanup", (mode) => {
  const cleanup: CleanupSettings = { mode, commentChar: "#" };
  // A message without a title (blank, or cut at its first line) has no place for a trailer.
  const untitled = mode === "strip" ? /^[ \t\r\n]*$/ : /^[ \t\r\n]*(?:$|# -{24} >8 -{24}[ \t\r]*(?:\n|$))/;
  const titled = message.filter((text) => !isEmptyMessage(text, cleanup) && !untitled.test(text));
  const messages = fc.sample(titled, { numRuns: count, seed });
  const ensured = messages.map((text) => ensureTrailer(text, wanted, cleanup));

  test(`git log reads the trailer back from all of ${count} generated messages`, () => {
    const trailers = readTrailersWithGit(cleanMessages(ensured, mode));
    const missing = ensured.filter((_, i) => !trailers[i]?.some(isWanted));
    expect(trailers.length).toBe(ensured.length);
    expect(missing.slice(0, 5), replay).toEqual([]);
  });

  test("git interpret-trailers --parse lists it too", () => {
    const trailers = parseTrailersWithGit(cleanMessages(ensured, mode));
    const missing = ensured.filter((_, i) => !trailers[i]?.some(isWanted));
    expect(trailers.length).toBe(ensured.length);
    expect(missing.slice(0, 5), replay).toEqual([]);
  });

  test("what git made of it is compliant: a run over the committed message changes nothing", () => {
    const committed = cleanMessages(ensured, mode);
    const changed = committed.filter((text) => ensureTrailer(text, wanted, cleanup) !== text);
    expect(changed.slice(0, 5), replay).toEqual([]);
  });

  test("a second run changes nothing", () => {
    const changed = ensured.filter((text) => ensureTrailer(text, wanted, cleanup) !== text);
    expect(changed.slice(0, 5), replay).toEqual([]);
  });

  test("every byte outside the insertion stays, and the insertion is the trailer's line", () => {
    const damaged = messages.filter((before, i) => {
      const after = ensured[i] as string;
      return before !== after && !isWithInsertion(before, after);
    });
    expect(damaged.slice(0, 5), replay).toEqual([]);
  });

  test("many trailers collected in one view are as if the message were read anew for each", () => {
    const several = ["A", "Co-authored-by", "B", "a"].map((key, i) => ({
      ...wanted,
      key,
      value: `v${i} <x@y>`,
    }));
    const anew = (text: string): string =>
      several.reduce((current, trailer) => ensureTrailer(current, trailer, cleanup), text);
    const collected = (text: string): string =>
      renderView(
        several.reduce(
          (view, trailer) => ensureInView(view, trailer, trailer.value) ?? view,
          viewTrailers(text, cleanup),
        ),
      );
    const different = messages.filter((text) => anew(text) !== collected(text));
    expect(different.slice(0, 5), replay).toEqual([]);
  });

  test("a trailer that git already reads is not added again", () => {
    const before = readTrailersWithGit(cleanMessages(messages, mode));
    const twice = messages.filter((text, i) => before[i]?.some(isWanted) && ensured[i] !== text);
    expect(twice.slice(0, 5), replay).toEqual([]);
  });
});

test("folded values are unfolded as git does it", () => {
  const piece = fc.constantFrom(
    "Key:",
    "Signed-off-by: A",
    " B <a@x>",
    "x",
    " ",
    "  ",
    "\t",
    "\r",
    "\n ",
    "\n\t",
    "\n  ",
    "\n",
  );
  const block = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const texts = fc
    .sample(block, { numRuns: count, seed })
    .map((text) => `title\n\nSigned-off-by: A \t  \n B <a@x>\nKey:${text}\n`);
  const cleanup: CleanupSettings = { mode: "verbatim", commentChar: "#" };
  const read = (text: string, by: CleanupSettings): string[] =>
    readTrailers(findTrailerBlock(text, by), by).map(({ key, value }) => `${key}: ${value}`);
  const shown = readTrailersWithGit(texts);
  const wrong = texts.filter((text, i) => read(text, cleanup).join("\n") !== shown[i]?.join("\n"));
  expect(wrong.slice(0, 5), replay).toEqual([]);
  // While a commit is made, git first drops the blanks at line ends.
  const cleaned = readTrailersWithGit(cleanMessages(texts, "whitespace"));
  const other = texts.filter(
    (text, i) => read(text, { ...cleanup, mode: "whitespace" }).join("\n") !== cleaned[i]?.join("\n"),
  );
  expect(other.slice(0, 5), replay).toEqual([]);
});
