import { expect, test } from "vitest";
import { amOptions, readAmLine } from "../../shim/git/am-line.ts";
import { cherryPickOptions, readPickLine, revertOptions } from "../../shim/git/pick-line.ts";
import { pushOptions, readPushLine } from "../../shim/git/push-line.ts";
import { readRebaseLine, rebaseOptions } from "../../shim/git/rebase-line.ts";
import { judgedDifferently, judgeLines } from "../support/judge-lines.ts";
import { cleanups, lineCount, sampleLines, timeout, type LineSource } from "../support/option-lines.ts";
import { Sandbox } from "../support/sandbox.ts";

interface Command extends Omit<LineSource, "operands" | "often"> {
  name: string;
  often?: string[];
  read: (words: string[]) => unknown;
}

const strategies = { strategy: ["ort"], "strategy-option": ["ours"], "gpg-sign": ["", "key"] };
const picks = { any: ["x"], cleanup: cleanups, mainline: ["1", "2"], ...strategies };

/** Words that cherry-pick and revert leave to the parser of revisions, which rejects some of them. */
function leavesOptions(words: readonly string[], revisions: readonly number[]): boolean {
  return revisions.some((i) => (words[i] as string).startsWith("-"));
}

const commands: Command[] = [
  {
    name: "push",
    table: pushOptions,
    values: {
      any: ["x", "-f", ""],
      "recurse-submodules": ["no"],
      signed: ["no"],
      "force-with-lease": ["a:b", "a"],
    },
    read: (words) => readPushLine(words, 0),
  },
  {
    name: "am",
    table: amOptions,
    values: {
      any: ["x", "-s", ""],
      "quoted-cr": ["strip"],
      "patch-format": ["mbox"],
      "show-current-patch": ["raw"],
      empty: ["keep"],
    },
    often: ["continue", "resolved", "abort", "show-current-patch"],
    read: (words) => readAmLine(words, 0),
  },
  {
    name: "cherry-pick",
    table: cherryPickOptions,
    values: picks,
    often: ["continue", "abort", "edit"],
    read: (words) => readPickLine("cherry-pick", words, 0),
  },
  {
    name: "revert",
    table: revertOptions,
    values: picks,
    often: ["continue", "abort", "edit"],
    read: (words) => readPickLine("revert", words, 0),
  },
  {
    name: "rebase",
    table: rebaseOptions,
    values: { any: ["x", "-i", ""], empty: ["keep"], "rebase-merges": ["rebase-cousins"], ...strategies },
    often: ["continue", "abort", "interactive", "apply"],
    read: (words) => readRebaseLine(words, 0),
  },
];

test.each(commands)(
  "git $name takes the lines that the parser takes, and no other",
  { timeout },
  async ({ name, read, ...rest }) => {
    // Without a commit nothing comes of any line.
    const sandbox = new Sandbox();
    const source = { operands: ["nothing", "here", "here"], often: ["quiet"], ...rest };
    const all = await judgeLines(sandbox, sampleLines(source, lineCount / 2), { command: [name] });
    const verdicts = all.filter(({ words }) => {
      const line = read(words) as { revisions?: number[] } | null;
      return !line?.revisions || !leavesOptions(words, line.revisions);
    });
    expect(judgedDifferently(verdicts, source.table, read).slice(0, 5)).toEqual([]);
    const taken = verdicts.filter(({ status }) => status !== 129);
    expect(taken.length).toBeGreaterThan(lineCount / 20);
    expect(verdicts.length - taken.length).toBeGreaterThan(lineCount / 20);
  },
);
