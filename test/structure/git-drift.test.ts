import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandsByStrategy, strategyOf } from "../../shim/git/commands.ts";
import { commitOptions, newerCommitOptions } from "../../shim/git/commit-options.ts";
import { attachableOptions, flagOptions, valueOptions } from "../../shim/git/global-options.ts";
import type { OptionSpec } from "../../shim/git/parse-options.ts";
import { realGit } from "../support/paths.ts";

function ask(...words: string[]): string[] {
  return execFileSync(realGit, words, { encoding: "utf8" }).trim().split(/\s+/);
}

/** Long names with `=` for a required value, negations included, as git's own completion prints them. */
function spell(table: readonly OptionSpec[]): string[] {
  return table.flatMap(({ long, value, noNegation }) => {
    const positive = `--${long}${value === "required" ? "=" : ""}`;
    const negative = long.startsWith("no-") ? `--${long.slice(3)}` : `--no-${long}`;
    return noNegation ? [positive] : [positive, negative];
  });
}

test("the options of git commit are those that the installed git has, or will have", () => {
  const installed = ask("commit", "--git-completion-helper-all").filter((word) => word !== "--");
  const known = new Set([...spell(commitOptions), ...spell(newerCommitOptions)]);
  expect(installed.filter((option) => !known.has(option))).toEqual([]);
  expect(spell(commitOptions).filter((option) => !installed.includes(option))).toEqual([]);
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
