import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandsByStrategy, strategyOf } from "../../shim/git/commands.ts";
import { commitOptions } from "../../shim/git/commit-options.ts";
import { attachableOptions, flagOptions, valueOptions } from "../../shim/git/global-options.ts";
import { realGit } from "../support/paths.ts";

function ask(...words: string[]): string[] {
  return execFileSync(realGit, words, { encoding: "utf8" }).trim().split(/\s+/);
}

test("the options of git commit are those that the installed git has", () => {
  const installed = ask("commit", "--git-completion-helper-all").filter((word) => word !== "--");
  const ours = commitOptions.flatMap(({ long, value, noNegation }) => {
    const positive = `--${long}${value === "required" ? "=" : ""}`;
    const negative = long.startsWith("no-") ? `--${long.slice(3)}` : `--no-${long}`;
    return noNegation ? [positive] : [positive, negative];
  });
  expect(ours.sort()).toEqual(installed.sort());
});

test("every builtin of the installed git has a strategy, but for those that may run anything", () => {
  const unlisted = ask("--list-cmds=builtins").filter((name) => strategyOf(name) === null);
  expect(unlisted).toEqual(["bisect--helper", "fast-import", "submodule--helper"]);
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
