import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanMessage } from "../../engine/core/clean-message.ts";
import { appendUnique } from "../../engine/core/effects/append-unique.ts";
import { runners, type KnownEffect } from "../../engine/core/effects/effects.ts";
import { ensurePrefix, ensureTextPrefix, hasPrefix } from "../../engine/core/effects/ensure-prefix.ts";
import { ensureSection, ensureSectionAboveTrailers } from "../../engine/core/effects/ensure-section.ts";
import {
  ensureLastParagraph,
  ensureSuffix,
  ensureTextSuffix,
  hasSuffix,
} from "../../engine/core/effects/ensure-suffix.ts";
import { removeTrailer, type RemoveTrailerEffect } from "../../engine/core/effects/remove-trailer.ts";
import { isEmptyMessage, type CleanupSettings } from "../../engine/core/cleanup-settings.ts";
import type { TextEffect } from "../../engine/core/plan.ts";
import { titled, trailersInPlainText } from "../../engine/core/text/plain-text.ts";
import { draftOf, textOf } from "../../engine/core/text/text-draft.ts";
import { findTrailerBlock, readTrailers } from "../../engine/core/text/trailer-block.ts";
import { fuzzCount, seed } from "../support/fuzz.ts";
import { cleanMessages, readTrailersWithGit } from "../support/git-batch.ts";
import { message, trailerMessage } from "../support/messages.ts";
import { processorTimeOf } from "../support/processor-time.ts";
import { common, trailer as trailerEffect } from "../vectors/cases/contributions.ts";

type KnownTextEffect = Extract<KnownEffect, TextEffect>;

const count = fuzzCount(1500);

/** Is `after` the text with one run of bytes put in? */
function isOneInsertion(before: string, after: string): boolean {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  return after.length >= before.length && after.endsWith(before.slice(head));
}

/** Is `after` the text with some of its lines left out? The last line end may go with the last line. */
function isWithoutLines(before: string, after: string): boolean {
  const lines = before.split("\n");
  const left = after.split("\n");
  const last = left.length - 1;
  let found = 0;
  for (const line of lines) {
    if (line === left[found] || (found === last && line === left[found] + "\r")) found++;
  }
  return found === left.length;
}

interface MessageEffect {
  title: string;
  run: (text: string, cleanup: CleanupSettings) => string;
}

const suffixes = ["Made with care", "Two lines\n of suffix\n\nin two paragraphs", "#7 done", "last.\r\n"];
const prefixes = ["ABC-1: ", "[x] ", "#12 ", "fixup! "];
const insertions: MessageEffect[] = [
  ...suffixes.map((suffix) => ({
    title: `ensureSuffix ${JSON.stringify(suffix)}`,
    run: (text: string, cleanup: CleanupSettings) => ensureSuffix(text, suffix, cleanup),
  })),
  ...prefixes.map((prefix) => ({
    title: `ensurePrefix ${JSON.stringify(prefix)}`,
    run: (text: string, cleanup: CleanupSettings) => ensurePrefix(text, prefix, cleanup),
  })),
];
/** These may become trailers, which is their author's business, but still only once. */
const oddInsertions: MessageEffect[] = [
  "Key: value",
  "text\n\nKey: value\n# note",
  "Conflicts:\n\tpath/to/file",
  "Signed-off-by: ",
].map((suffix) => ({
  title: `ensureSuffix ${JSON.stringify(suffix)}`,
  run: (text: string, cleanup: CleanupSettings) => ensureSuffix(text, suffix, cleanup),
}));

describe.each(["whitespace", "strip", "verbatim"] as const)("under %s cleanup", (mode) => {
  const cleanup: CleanupSettings = { mode, commentChar: "#" };
  const messages = [
    ...fc.sample(message, { numRuns: count, seed }),
    ...fc.sample(trailerMessage, { numRuns: count / 3, seed }),
  ];
  const committable = messages.filter((text) => !isEmptyMessage(text, cleanup));
  const trailersBefore = readTrailersWithGit(cleanMessages(committable, mode));
  const blocksBefore = readTrailersWithGit(cleanMessages(committable, mode), "unfold");

  describe.each(insertions)("$title", ({ run }) => {
    test("git reads the same trailers as before", () => {
      const after = readTrailersWithGit(
        cleanMessages(
          committable.map((text) => run(text, cleanup)),
          mode,
        ),
      );
      const changed = committable.filter(
        (_, i) => JSON.stringify(after[i]) !== JSON.stringify(trailersBefore[i]),
      );
      expect(changed.slice(0, 5)).toEqual([]);
    });
  });

  describe.each([...insertions, ...oddInsertions])("$title", ({ run }) => {
    test("a second run changes nothing, and no byte outside the insertion changes", () => {
      const wrong = messages.filter((text) => {
        const once = run(text, cleanup);
        return run(once, cleanup) !== once || !isOneInsertion(text, once);
      });
      expect(wrong.slice(0, 5)).toEqual([]);
    });

    test("a run over the committed message changes nothing", () => {
      const cleaned = cleanMessages(
        committable.map((text) => run(text, cleanup)),
        mode,
      );
      expect(cleaned.filter((text) => run(text, cleanup) !== text).slice(0, 5)).toEqual([]);
    });

    // Sign-offs alone are a message where git is told to take an empty one; the dispatcher knows whether it is.
    test("a message of nothing stays so, and none becomes empty", () => {
      const nothing = messages.filter((text) => cleanMessage(text, cleanup) === "");
      expect(nothing.filter((text) => cleanMessage(run(text, cleanup), cleanup) !== "").slice(0, 5)).toEqual(
        [],
      );
      const others = messages.filter((text) => !isEmptyMessage(text, cleanup));
      expect(others.filter((text) => isEmptyMessage(run(text, cleanup), cleanup)).slice(0, 5)).toEqual([]);
    });
  });

  describe.each([
    { unwanted: { key: "KEY", values: null, keep: [] }, isUnwanted: /^key:/i },
    {
      unwanted: { key: "co-authored-by", values: ["*<*@x.org>"], keep: ["bot *"] },
      isUnwanted: /^co-authored-by: other.*<.*@x\.org>$/is,
    },
    {
      unwanted: { key: "Signed-off-by", values: ["A <*", "b"], keep: [] },
      isUnwanted: /^signed-off-by: (?:a <.*|b)$/is,
    },
    { unwanted: { key: "Conflicts", values: null, keep: [] }, isUnwanted: /^conflicts:/i },
  ])("removeTrailer $unwanted.key", ({ unwanted, isUnwanted }) => {
    const removed = committable.map((text) => removeTrailer(text, unwanted, cleanup));
    const trailersAfter = readTrailersWithGit(cleanMessages(removed, mode));

    test("git reads none of them any more", () => {
      const wrong = committable.filter((_, i) =>
        trailersAfter[i]?.some((trailer) => isUnwanted.test(trailer)),
      );
      expect(wrong.slice(0, 5)).toEqual([]);
    });

    test("git reads all the others, unless the block was mixed with text", () => {
      const wrong = committable.filter((_, i) => {
        const others = (trailersBefore[i] as string[]).filter((trailer) => !isUnwanted.test(trailer));
        const after = trailersAfter[i] as string[];
        // An empty `Conflicts:` that comes to the end is no longer a trailer to git.
        if (/^Conflicts:\s*$/.test(others[others.length - 1] ?? "")) return false;
        if (others.length === 0 || after.join("\n") === others.join("\n")) return false;
        return !isMixed(blocksBefore[i] as string[]);
      });
      expect(wrong.slice(0, 5)).toEqual([]);
    });

    test("a message without them stays as it is", () => {
      const wrong = committable.filter(
        (text, i) => !trailersBefore[i]?.some((trailer) => isUnwanted.test(trailer)) && removed[i] !== text,
      );
      expect(wrong.slice(0, 5)).toEqual([]);
    });

    test("a second run changes nothing, and only whole lines go", () => {
      const wrong = messages.filter((text) => {
        const once = removeTrailer(text, unwanted, cleanup);
        return removeTrailer(once, unwanted, cleanup) !== once || !isWithoutLines(text, once);
      });
      expect(wrong.slice(0, 5)).toEqual([]);
    });
  });
});

/** Does a block, as git shows it, hold a line that is neither trailer nor comment? */
function isMixed(block: readonly string[]): boolean {
  return block.some((line) => !/^(?:#|[A-Za-z0-9-]+[ \t]*:|\(cherry picked from commit )/.test(line));
}

describe("texts without git's rules", () => {
  const markdownLine = fc.constantFrom(
    "",
    "",
    "text",
    "Notes",
    "notes  ",
    "## Notes",
    "# NOTES #",
    "### Notes ##",
    "    ## Notes",
    " ## Notes",
    "=====",
    "---",
    "```",
    "````",
    "```sh",
    "~~~",
    "~~~ `x`",
    "  ```",
    "<!--",
    "-->",
    "<!-- x -->",
    "> quote",
    "> ```",
    "- item",
    "- ```",
    "  ```",
    "  ## Notes",
    "1. one",
    "10) ten",
    "\tcode",
    "## Other",
    "-",
    "* * *",
  );
  const markdown = fc
    .tuple(fc.array(markdownLine, { maxLength: 9 }), fc.constantFrom("\n", "\n", "\r\n"), fc.boolean())
    .map(([lines, eol, terminated]) => lines.join(eol) + (terminated ? eol : ""));
  const texts = [
    ...fc.sample(markdown, { numRuns: count, seed }),
    ...fc.sample(message, { numRuns: count, seed }),
  ];

  test.each([
    ["ensureSection", (text: string) => ensureSection(text, { heading: "Notes" })],
    [
      "ensureSection with a body",
      (text: string) => ensureSection(text, { heading: " notes #", level: 1, body: "```\nopen" }),
    ],
    ["ensureSectionAboveTrailers", (text: string) => ensureSectionAboveTrailers(text, { heading: "Notes" })],
    [
      "ensureSectionAboveTrailers with a body",
      (text: string) => ensureSectionAboveTrailers(text, { heading: "notes", body: "```\nopen" }),
    ],
    ["ensureLastParagraph", (text: string) => ensureLastParagraph(text, "text\n\n- item\n")],
    ["ensureTextPrefix", (text: string) => ensureTextPrefix(text, "Notes\n\n")],
    ["ensureTextSuffix", (text: string) => ensureTextSuffix(text, "text\n\n- item\n")],
    ["ensureTrailer", (text: string) => runAs(trailerEffect("Notes", ["x"]), text)],
    [
      "a trailer with the same mail",
      (text: string) => runAs(trailerEffect("co-authored-by", ["B <bot@x.org>"]), text),
    ],
  ])("%s: a second run changes nothing, and no byte outside the insertion changes", (_, run) => {
    const wrong = texts.filter((text) => run(run(text)) !== run(text) || !isOneInsertion(text, run(text)));
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  const noKey: RemoveTrailerEffect = {
    ...common,
    type: "text.removeTrailer",
    key: "Key",
    value: [],
    values: null,
    keep: [],
  };

  describe("no effect changes a trailer that it does not name", () => {
    const textsWithTrailers = [
      ...texts,
      ...fc.sample(trailerMessage, { numRuns: count, seed }),
      ...fc
        .sample(fc.tuple(markdown, trailerMessage), { numRuns: count, seed })
        .map(([before, after]) => `${before}\n\n${after}`),
    ];
    test.each<[string, KnownTextEffect, RegExp | null]>([
      ["section", { ...common, type: "text.ensureSection", heading: "Notes", level: 2, value: [] }, null],
      ["section with a body", sectionWith("```\nopen"), null],
      ["suffix", { ...common, type: "text.ensureSuffix", value: ["The end."] }, null],
      ["prefix", { ...common, type: "text.ensurePrefix", value: ["Notes\n\n"] }, null],
      ["trailer", trailerEffect("Mine", ["x"]), /^mine$/i],
      ["no trailer", noKey, /^key$/i],
    ])("%s", (_, effect, named) => {
      const wrong = textsWithTrailers.filter((text) => {
        const block = findTrailerBlock(titled(text), trailersInPlainText);
        // What git takes for a block by a line of its own is none without that line.
        if (named !== null && isMixed(block.lines.slice(block.start, block.end))) return false;
        const before = trailersOf(text, named);
        // Where a whole block goes, the paragraph above may be one.
        if (effect === noKey && before === "[]") return false;
        return trailersOf(runAs(effect, text), named) !== before;
      });
      expect(wrong.slice(0, 5)).toEqual([]);
    });
  });

  test("removeTrailer: a second run changes nothing, and only whole lines go", () => {
    const effect = noKey;
    const wrong = texts.filter((text) => {
      const once = runAs(effect, text);
      return runAs(effect, once) !== once || !(once === "" || isWithoutLines(text, once));
    });
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  test("appendUnique: a second run changes nothing, the list stays in front, all values are there", () => {
    const words = fc.array(fc.constantFrom("a", "A", "b", "__proto__", "constructor", ""));
    fc.assert(
      fc.property(words, words, (list, values) => {
        const once = appendUnique(list, values);
        expect(appendUnique(once, values)).toEqual(once);
        expect(once.slice(0, list.length)).toEqual(list);
        const folded = (labels: readonly string[]) => labels.map((label) => label.toLowerCase());
        const added = folded(once.slice(list.length));
        expect(added).toEqual([...new Set(folded(values))].filter((value) => !folded(list).includes(value)));
      }),
      { seed },
    );
  });
});

function sectionWith(body: string): KnownTextEffect {
  return { ...common, type: "text.ensureSection", heading: "Notes", level: 2, value: [body] };
}

/** The trailers of a text that is no commit message, but those with a key like `but`. */
function trailersOf(text: string, but: RegExp | null): string {
  const found = readTrailers(findTrailerBlock(titled(text), trailersInPlainText), trailersInPlainText);
  const others = found.filter(({ key }) => but === null || !but.test(key));
  return JSON.stringify(others.map(({ key, value }) => [key, value]));
}

/** An effect on a text that is no commit message. */
function runAs(effect: KnownTextEffect, text: string): string {
  const draft = draftOf(text, null);
  runners.description.apply(draft, effect, effect.value.join(""));
  return textOf(draft);
}

test("time grows with the text's length, not with its square", () => {
  const cleanup: CleanupSettings = { mode: "whitespace", commentChar: "#" };
  const key = { key: "Key", values: ["*v*"], keep: ["*x*y*"] };
  const n = 100_000;
  const taken = processorTimeOf(() => {
    for (const text of [
      "t\n\n" + "Key: v\n\n".repeat(n),
      "t\n\n" + "Key: v\n\n".repeat(n) + "Conflicts:\n" + "\tx\n".repeat(n),
      "t\n\n" + "Conflicts: v\n\n".repeat(n),
      "t\n\nKey: v\n" + " x\n".repeat(n),
      " ".repeat(n) + "x" + " ".repeat(n),
      "- ".repeat(n),
      "> ".repeat(n),
      "#".repeat(n) + "\n```" + "`".repeat(n) + "x\n",
      "fixup! ".repeat(n),
      "\n".repeat(n) + "x" + "\n \n".repeat(n) + "x\n",
      "- x\n".repeat(n),
    ]) {
      removeTrailer(text, key, cleanup);
      removeTrailer(text, { ...key, key: "Conflicts" }, cleanup);
      ensureSuffix(text, "x\n\nx", cleanup);
      hasSuffix(text, "x\n\nx", cleanup);
      hasPrefix(text, "x", cleanup);
      ensureTextSuffix(text, "x\n\nx");
      ensurePrefix(text, "x", cleanup);
      ensureSectionAboveTrailers(text, { heading: "x" });
      ensureLastParagraph(text, "x\n\nx");
    }
  });
  expect(taken).toBeLessThan(15_000);
});
