import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { amOptions } from "../../shim/git/am-line.ts";
import { commandsByStrategy, strategyOf } from "../../shim/git/commands.ts";
import { commitOptions } from "../../shim/git/commit-line.ts";
import { commitTreeOptions } from "../../shim/git/commit-tree-line.ts";
import { attachableOptions, flagOptions, valueOptions } from "../../shim/git/global-options.ts";
import { mergeOptions } from "../../shim/git/merge-line.ts";
import { readOption, type OptionTable } from "../../shim/git/option-table.ts";
import { cherryPickOptions, revertOptions } from "../../shim/git/pick-line.ts";
import { pushOptions, sendPackOptions } from "../../shim/git/push-line.ts";
import { rebaseOptions } from "../../shim/git/rebase-line.ts";
import { realGit } from "../support/paths.ts";

function ask(...words: string[]): string[] {
  return execFileSync(realGit, words, { encoding: "utf8" }).trim().split(/\s+/);
}

/** Long names with `=` for a required value, negations included, as git's own completion prints them. */
function spell(entries: string): string[] {
  return entries
    .split(" ")
    .filter((entry) => entry !== "")
    .map(readOption)
    .filter(({ long }) => long !== "")
    .flatMap(({ long, value, canNegate }) => {
      const positive = `--${long}${value === "=" ? "=" : ""}`;
      const negative = long.startsWith("no-") ? `--${long.slice(3)}` : `--no-${long}`;
      return canNegate ? [positive, negative] : [positive];
    });
}

const tables: [command: string, table: OptionTable][] = [
  ["am", amOptions],
  ["cherry-pick", cherryPickOptions],
  ["commit", commitOptions],
  ["commit-tree", commitTreeOptions],
  ["merge", mergeOptions],
  ["push", pushOptions],
  ["rebase", rebaseOptions],
  ["revert", revertOptions],
  ["send-pack", sendPackOptions],
];

test.each(tables)(
  "the options of git %s are those that the installed git has, or will have",
  (command, table) => {
    const installed = ask(command, "--git-completion-helper-all")
      .filter((word) => word !== "--")
      // The value of merge's -F is read by a callback, which completion does not know.
      .map((word) => (command === "merge" && word === "--file" ? "--file=" : word));
    const known = spell(table.options);
    const newer = spell(table.newer);
    expect(installed.filter((option) => !known.includes(option) && !newer.includes(option))).toEqual([]);
    expect(known.filter((option) => !installed.includes(option))).toEqual([]);
  },
);

test.each(tables)("the short options of git %s are those of its usage", (command, table) => {
  const usage = spawnSync(realGit, [command, "-h"], { encoding: "utf8" });
  const shown = [...(usage.stdout + usage.stderr).matchAll(/^ {4}-(\w)\b/gm)].map((match) => match[1]);
  const letters = (entries: string): string[] =>
    [...entries.matchAll(/ (\w),/g)].map((match) => match[1] as string);
  // What git hides from its usage: historical spellings.
  const hidden = letters(table.options).filter((letter) => !shown.includes(letter));
  expect(hidden).toEqual(
    { am: ["b"], "cherry-pick": ["r"], revert: ["r"], rebase: ["p", "k"] }[command] ?? [],
  );
  expect(shown.filter((letter) => !letters(table.options + table.newer).includes(letter as string))).toEqual(
    [],
  );
});

test("every builtin of the installed git has a strategy, but for those that may run anything", () => {
  const mayRunAnything = ["bisect", "bisect--helper", "fast-import", "submodule--helper"];
  const unlisted = ask("--list-cmds=builtins").filter((name) => strategyOf(name) === null);
  expect(unlisted.filter((name) => !mayRunAnything.includes(name))).toEqual([]);
});

test("no command has two strategies, and the tables are sorted", () => {
  const all = Object.values(commandsByStrategy).flat();
  expect(new Set(all).size).toBe(all.length);
  // Short options first, then by letters whatever the case.
  const rank = (name: string): string => (name.startsWith("--") ? "1" : "0") + name.toLowerCase();
  for (const table of [...Object.values(commandsByStrategy), valueOptions, attachableOptions, flagOptions]) {
    expect(table).toEqual([...table].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0)));
  }
});
