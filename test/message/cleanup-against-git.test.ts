import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cleanMessage, judgedReadings } from "../../engine/core/clean-message.ts";
import { asStored } from "../../engine/core/cleanup-settings.ts";
import { fuzzCount, replayWith, seed } from "../support/fuzz.ts";
import { cleanMessages } from "../support/git-batch.ts";

const line = fc.oneof(
  fc.constantFrom(
    "",
    "",
    " ",
    "\t\r",
    "text",
    "text \t",
    "# comment",
    " # no comment",
    "#",
    "\f",
    "\xa0",
    "\x85 ",
  ),
  fc
    .array(fc.constantFrom(..."ab# \t\r\f\v\xff\xc3\xa9;"), { maxLength: 6 })
    .map((characters) => characters.join("")),
);
const message = fc
  .tuple(fc.array(line, { maxLength: 9 }), fc.constantFrom("\n", "\n", "\r\n"), fc.boolean())
  .map(([lines, eol, terminated]) => lines.join(eol) + (terminated ? eol : ""));

const count = fuzzCount(6000);

test.each(["whitespace", "strip"] as const)("%s cleans generated messages as git does", (cleanup) => {
  const messages = fc.sample(message, { numRuns: count, seed });
  const cleaned = cleanMessages(messages, cleanup);
  const wrong = messages
    .map((text, i) => ({
      text,
      ours: cleanMessage(text, { mode: cleanup, commentChar: "#" }),
      git: cleaned[i],
    }))
    .filter(({ ours, git }) => ours !== git);
  expect(cleaned.length).toBe(messages.length);
  expect(wrong.slice(0, 5), replayWith(count, "test/message/cleanup-against-git.test.ts")).toEqual([]);
});

test("patterns read a stored message as it is, and as git cleans it", () => {
  const messages = fc.sample(message, { numRuns: count, seed });
  const cleaned = cleanMessages(messages, "whitespace");
  const withoutEnd = (text = ""): string => text.replace(/\n$/, "");
  const wrong = messages.filter((text, i) => {
    const readings = new Set([withoutEnd(text), withoutEnd(cleaned[i])]);
    return JSON.stringify(judgedReadings(text, asStored)) !== JSON.stringify([...readings]);
  });
  expect(wrong.slice(0, 5), replayWith(count, "test/message/cleanup-against-git.test.ts")).toEqual([]);
});
