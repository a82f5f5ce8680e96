import { expect, test } from "vitest";
import { cleanMessage } from "../../engine/core/clean-message.ts";
import { commitOptions, has, readCommitLine, type CommitLine } from "../../shim/git/commit-line.ts";
import { joinMessages } from "../../shim/git/commit-message.ts";
import { isRejected, judgedDifferently, judgeLines, type Verdict } from "../support/judge-lines.ts";
import {
  cleanups,
  lineCount,
  sampleLines,
  texts,
  timeout,
  type LineSource,
} from "../support/option-lines.ts";
import { input, makeRecordingSandbox, messageFiles } from "../support/recording-sandbox.ts";

const changed = "2\n";

const source: LineSource = {
  table: commitOptions,
  values: {
    any: texts,
    file: ["message.txt", "-"],
    author: ["Bob <b@x>", "Eve E <e@x>"],
    date: ["2020-01-01T00:00:00Z"],
    "reedit-message": ["HEAD", "other"],
    "reuse-message": ["HEAD", "other"],
    fixup: ["HEAD", "amend:HEAD", "reword:HEAD", "other"],
    squash: ["HEAD", "other"],
    trailer: ["A: b"],
    template: ["template"],
    cleanup: cleanups,
    "gpg-sign": ["", "key"],
    "untracked-files": ["no", "all"],
    "pathspec-from-file": ["template"],
  },
  operands: ["a", "message.txt"],
  often: ["message", "edit", "no-verify", "file", "amend", "quiet"],
};

function judge(lines: string[][], env: { [name: string]: string } = {}): Promise<Verdict[]> {
  const sandbox = makeRecordingSandbox();
  sandbox.write("a", changed);
  sandbox.write("b", "new\n");
  sandbox.realGit(["add", "b"]);
  const editor = `${sandbox.folder}/editor`;
  return judgeLines(sandbox, lines, { command: ["commit"], input, env: { GIT_EDITOR: editor, ...env } });
}

function read(words: string[]): CommitLine | null {
  return readCommitLine(words, 0);
}

/** Where git takes the message from, as it tells prepare-commit-msg. */
function sourceOf(line: CommitLine): string {
  if (has(line, "squash") || line.messages.length > 0 || has(line, "file")) return "message";
  const commit = line.reuse ?? line.reedit;
  if (commit !== null) return `commit ${commit}`;
  if (line.fixup !== null) return "message";
  if (has(line, "amend")) return "commit HEAD";
  return line.template === null ? "" : "template";
}

/** The message in `-m` or `-F` as prepare-commit-msg gets it; null where git adds to it. */
function messageOf(line: CommitLine, prepared: string): string | null {
  const changes = ["signoff", "trailer", "fixup", "squash", "patch", "interactive"];
  if (changes.some((name) => has(line, name)) || sourceOf(line) !== "message") return null;
  const file = line.files[line.files.length - 1]?.value ?? "";
  const fromFile = file === "-" ? input : file === "a" ? changed : messageFiles[file];
  const text = line.messages.length > 0 ? joinMessages(line.messages) : (fromFile ?? "");
  const cleanup = { mode: "whitespace" as const, commentChar: "#" };
  const clean = line.cleanup === "verbatim" ? text : cleanMessage(text, cleanup);
  // What git says to the person at the editor stands below.
  return line.usesEditor && prepared.startsWith(clean) ? prepared : clean;
}

interface Comparison {
  words: string[];
  seen: unknown;
  said: unknown;
}

/** What the hooks saw, and what the parser says they see, of the lines that came that far. */
function compare(verdicts: readonly Verdict[]): Comparison[] {
  return verdicts.flatMap((verdict): Comparison[] => {
    const { words, prepared, events } = verdict;
    const line = isRejected(verdict) ? null : read(words);
    if (line === null || prepared === null) return [];
    if (line.isDryRun) return [{ words, seen: "a commit", said: "a dry run" }];
    const ran = (name: string): string[] | undefined => events.find((event) => event[0] === name);
    const [, from = "", commit = "", editor = "", author = ""] = ran("prepare-commit-msg") ?? [];
    const message = messageOf(line, prepared);
    const verify = !has(line, "no-verify");
    const seen = {
      source: `${from} ${commit}`.trim(),
      editor: editor !== ":",
      edited: ran("editor") !== undefined,
      preCommit: ran("pre-commit") !== undefined,
      commitMsg: ran("commit-msg") !== undefined,
      author: line.author === null ? null : author,
      message: message === null ? null : prepared,
    };
    const said = {
      source: sourceOf(line),
      editor: line.usesEditor,
      edited: line.usesEditor,
      preCommit: verify,
      commitMsg: verify && !line.usesEditor,
      author: line.author === null ? null : line.author.replace(/ <.*/, ""),
      message,
    };
    return [{ words, seen, said }];
  });
}

function different(comparisons: readonly Comparison[]): Comparison[] {
  return comparisons.filter(({ seen, said }) => JSON.stringify(seen) !== JSON.stringify(said)).slice(0, 5);
}

test(`git commit makes of ${lineCount} lines what the parser says`, { timeout }, async () => {
  const verdicts = await judge(sampleLines(source, lineCount));
  expect(judgedDifferently(verdicts, commitOptions, read).slice(0, 5)).toEqual([]);
  const comparisons = compare(verdicts);
  expect(different(comparisons)).toEqual([]);
  expect(comparisons.length).toBeGreaterThan(lineCount / 8);
  const silent = verdicts.filter((verdict) => verdict.status === 0 && verdict.events.length === 0);
  expect(silent.filter(({ words }) => read(words)?.isDryRun === false).slice(0, 5)).toEqual([]);
});

test("without abbreviations it makes the same of what it still takes", { timeout }, async () => {
  const env = { GIT_TEST_DISALLOW_ABBREVIATED_OPTIONS: "true" };
  const verdicts = await judge(sampleLines(source, lineCount / 6), env);
  expect(verdicts.some(({ stderr }) => stderr.includes("disallowed abbreviated"))).toBe(true);
  expect(different(compare(verdicts))).toEqual([]);
});
