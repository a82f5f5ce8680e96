/** A harness that accepts everything would accept every page. */
import { describe, expect, test } from "vitest";
import { isAsShown } from "../support/compare-output.ts";
import { readCommands, readFileName, readSteps, type Block } from "./read-blocks.ts";

describe("what is printed is as shown", () => {
  test.each<[string, string[], string[], boolean]>([
    ["the same", ["a", "b"], ["a", "b"], true],
    ["another line", ["a", "b"], ["a", "c"], false],
    ["a line too many", ["a"], ["a", "b"], false],
    ["a line too few", ["a", "b"], ["a"], false],
    ["nothing", ["a"], [], false],
    ["another id", ["[main 79b088e] x"], ["[main 1234567] x"], true],
    ["another word", ["[main 79b088e] x"], ["[main 1234567] y"], false],
    ["another time", ["took 12 ms"], ["took 7.5 ms"], true],
    ["lines left out", ["a", "...", "d"], ["a", "b", "c", "d"], true],
    ["lines left out, and another end", ["a", "...", "d"], ["a", "b"], false],
    ["text left out", ["a … d"], ["a b c d"], true],
    ["signs of patterns", ["a.c"], ["abc"], false],
  ])("%s", (_, shown, printed, expected) => {
    expect(isAsShown(shown, printed)).toBe(expected);
  });
});

const page = `# Page

<!-- not run: needs root -->

\`\`\`console
$ reboot
\`\`\`

<!-- session -->
<!-- setup: touch a -->

\`\`\`console
$ cat <<EOF
> b
> EOF
b
$ true
\`\`\`
`;

test("a page's blocks, with marks, sessions and hidden commands", () => {
  const steps = readSteps(page);
  expect(steps.map(({ kind }) => kind)).toEqual(["block", "session", "setup", "block"]);
  expect((steps[0] as Block).notRun).toBe("needs root");
  expect((steps[3] as Block).notRun).toBe(null);
  expect(readCommands(steps[3] as Block)).toEqual([
    { line: 13, command: "cat <<EOF\nb\nEOF", shown: ["b"] },
    { line: 17, command: "true", shown: null },
  ]);
});

test("a mark is for the next block alone, and not across a heading", () => {
  const marked = page.replace("```console\n$ reboot\n```\n", "Text between.\n\n```console\n$ reboot\n```\n");
  expect((readSteps(marked)[0] as Block).notRun).toBe(null);
  expect(() => readSteps("<!-- not run: x -->\n\n# Heading\n")).toThrow("without a block");
});

test("the path of a file stands in its first line, below that of an interpreter", () => {
  const block = (text: string): Block => ({
    kind: "block",
    line: 1,
    language: "yaml",
    text,
    notRun: null,
    runBy: null,
  });
  expect(readFileName(block("# ~/.config/a.yaml\nb: 1\n"))).toBe("~/.config/a.yaml");
  expect(readFileName(block("#!/bin/sh\n# bin/a.sh\ntrue\n"))).toBe("bin/a.sh");
  expect(readFileName(block("# a comment\nb: 1\n"))).toBe(null);
});
