import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  commitTreeOptions,
  joinCommitTreeParts,
  readCommitTreeLine,
  type CommitTreeLine,
} from "../../shim/git/commit-tree-line.ts";
import { parseOptions } from "../../shim/git/parse-options.ts";
import { judgedDifferently, judgeLines } from "../support/judge-lines.ts";
import { lineCount, sampleLines, texts, timeout, type LineSource } from "../support/option-lines.ts";
import { input, makeRecordingSandbox, messageFiles } from "../support/recording-sandbox.ts";

const source: LineSource = {
  table: commitTreeOptions,
  values: { m: texts, F: [...Object.keys(messageFiles), "-"], p: ["HEAD", "other"], any: ["", "key"] },
  operands: ["HEAD^{tree}"],
  often: ["m", "F", "p"],
};

/** The message that the line makes, with all of standard input for the first who reads it. */
function messageOf(line: CommitTreeLine): string {
  let stdin = input;
  const take = (): string => {
    const text = stdin;
    stdin = "";
    return text;
  };
  const parts = line.parts.map(({ name, value }) => {
    if (name === "m") return { kind: "argument" as const, text: value as string };
    return { kind: "file" as const, text: value === "-" ? take() : (messageFiles[value as string] ?? "") };
  });
  return line.readsStdin ? take() : joinCommitTreeParts(parts);
}

test(`git commit-tree makes of ${lineCount / 2} lines what the parser says`, { timeout }, async () => {
  const sandbox = makeRecordingSandbox();
  const resolve = (name: string): string => sandbox.realGit(["rev-parse", name]).stdout.trim();
  const ids: { [name: string]: string } = { HEAD: resolve("HEAD"), other: resolve("other") };
  const tree = resolve("HEAD^{tree}");
  const who = "Ann Author <ann@example.org> 1577934245 +0000";
  /** The id of the commit that the line makes, if the parser is right. */
  const identify = (words: string[]): string | null => {
    const line = readCommitTreeLine(words, 0);
    if (line === null) return null;
    const uses = parseOptions(words, 0, commitTreeOptions)?.uses ?? [];
    const parents = uses
      .filter(({ name }) => name === "p")
      .map(({ value }) => `parent ${ids[value ?? ""]}\n`);
    const head = `tree ${tree}\n${[...new Set(parents)].join("")}author ${who}\ncommitter ${who}\n\n`;
    const body = head + messageOf(line);
    return createHash("sha1").update(`commit ${body.length}\0${body}`).digest("hex");
  };

  const lines = sampleLines(source, lineCount / 2).map((words, i) =>
    i % 5 === 0 ? words : ["HEAD^{tree}", ...words],
  );
  const verdicts = await judgeLines(sandbox, lines, { command: ["commit-tree"], input });
  expect(judgedDifferently(verdicts, commitTreeOptions, reachesTheTree).slice(0, 5)).toEqual([]);
  const made = verdicts.filter(({ status }) => status === 0);
  const different = made.filter(({ words, stdout }) => stdout.trim() !== identify(words));
  expect(different.slice(0, 5)).toEqual([]);
  expect(made.length).toBeGreaterThan(lineCount / 20);
});

/** That there is one tree git looks at after the options, with another status; without words it shows usage. */
function reachesTheTree(words: string[]): unknown {
  return words.length === 0 ? null : parseOptions(words, 0, commitTreeOptions);
}
