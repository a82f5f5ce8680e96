import { expect, test } from "vitest";
import { joinMergeMessages, mergeOptions, readMergeLine, type MergeLine } from "../../shim/git/merge-line.ts";
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

const source: LineSource = {
  table: mergeOptions,
  values: {
    any: texts,
    log: ["", "3"],
    file: ["message.txt", "template"],
    cleanup: cleanups,
    strategy: ["ort", "ours"],
    "strategy-option": ["ours"],
    "into-name": ["main"],
    "gpg-sign": ["", "key"],
  },
  operands: ["other"],
  often: ["message", "message", "file", "edit", "no-verify", "quiet", "signoff"],
};

function read(words: string[]): MergeLine | null {
  return readMergeLine(words, 0);
}

/** The message of `-m`, or of one `-F`; null where git adds to it. */
function messageOf(line: MergeLine): string | null {
  if (!line.isGiven || line.log || line.signoff) return null;
  const [file, ...others] = line.files;
  if (!file) return joinMergeMessages(line.messages.map((use) => use.value as string));
  return others.length > 0 || line.messages.length > 0 ? null : (messageFiles[file.value as string] ?? "");
}

interface Comparison {
  words: string[];
  seen: unknown;
  said: unknown;
}

function compare(verdicts: readonly Verdict[]): Comparison[] {
  return verdicts.flatMap((verdict): Comparison[] => {
    const { words, prepared, events } = verdict;
    const line = isRejected(verdict) ? null : read(words);
    if (line === null || prepared === null) return [];
    if (line.mode !== null || line.noCommit) return [{ words, seen: "a commit", said: "none" }];
    const ran = (name: string): boolean => events.some((event) => event[0] === name);
    const message = messageOf(line);
    // Without a terminal git opens an editor only if told to.
    const edit = line.edit === true;
    const seen = {
      preMerge: ran("pre-merge-commit"),
      edited: ran("editor"),
      commitMsg: ran("commit-msg"),
      message: message === null ? null : edit ? prepared.slice(0, message.length) : prepared,
    };
    const said = {
      preMerge: line.skipsVerify.length === 0,
      edited: edit,
      commitMsg: line.skipsVerify.length === 0 && !edit,
      message,
    };
    return [{ words, seen, said }];
  });
}

test(`git merge makes of ${Math.ceil(lineCount / 2)} lines what the parser says`, { timeout }, async () => {
  const sandbox = makeRecordingSandbox();
  const lines = sampleLines(source, lineCount / 2).map((words, i) =>
    i % 5 === 0 ? words : ["other", ...words],
  );
  const verdicts = await judgeLines(sandbox, lines, {
    command: ["merge"],
    input,
    env: { GIT_EDITOR: `${sandbox.folder}/editor` },
    leftovers: ["MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "SQUASH_MSG", "AUTO_MERGE", "MERGE_AUTOSTASH"],
  });
  expect(judgedDifferently(verdicts, mergeOptions, read).slice(0, 5)).toEqual([]);
  const comparisons = compare(verdicts);
  const different = comparisons.filter(({ seen, said }) => JSON.stringify(seen) !== JSON.stringify(said));
  expect(different.slice(0, 5)).toEqual([]);
  expect(comparisons.length).toBeGreaterThan(lineCount / 20);
});
