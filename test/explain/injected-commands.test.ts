import { describe, expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";

/** Everything below the sandbox, with sizes, times and targets. */
function listing(sandbox: Sandbox): string {
  return sandbox.run("/usr/bin/find", [sandbox.folder, "-printf", "%p %y %s %T@ %l\\n"], { prefix: null })
    .stdout;
}

const injected: [words: string[], place: string][] = [
  [["commit", "--amend", "--no-edit", "-s"], "in git's commit-msg hook"],
  [["commit", "-s", "-n", "--allow-empty", "-m", "fix"], "in git's commit-msg hook"],
  [["merge", "--no-edit", "side"], "in git's commit-msg hook"],
  [["cherry-pick", "side"], "in git's prepare-commit-msg hook"],
  [["revert", "--no-edit", "HEAD"], "in git's prepare-commit-msg hook"],
  [["rebase", "side"], "in git's prepare-commit-msg hook"],
  [["am", "../patches/0001-side.patch"], "in git's applypatch-msg hook"],
];

const wrapped: string[][] = [
  ["pull", ".", "side"],
  ["submodule", "foreach", "git commit"],
  ["filter-branch", "HEAD"],
];

/** Without a plan: that none is kept is part of what is shown. */
function prepare(): Sandbox {
  const sandbox = new Sandbox(undefined, { plan: "compiled by the first command" });
  const run = sandbox.shell(
    `set -e; git commit -q --allow-empty -m base; git checkout -qb side; echo 1 >b; git add b; git commit -qm side
git format-patch -q -1 -o ../patches; git checkout -q main; echo 1 >a; git add a; git commit -qm ours`,
    { prefix: null },
  );
  expect(run.status, run.stderr).toBe(0);
  return sandbox;
}

describe("a dry run of a command that is injected writes nothing, and says where the rules will run", () => {
  test.each(injected)("git %j: %s", (words, place) => {
    const sandbox = prepare();
    const before = listing(sandbox);
    const explained = sandbox.interlock(["explain", "--", "git", ...words]);
    expect(explained).toMatchObject({ status: 0, stderr: "" });
    expect(explained.stdout).toMatch(/^strategy {2}inject: .+; the rules run /m);
    expect(explained.stdout).toContain(`; the rules run ${place}\n`);
    const dry = sandbox.git(words, { env: { INTERLOCK_DRY_RUN: "1" } });
    expect(dry).toEqual(explained);
    expect(listing(sandbox)).toBe(before);
  });

  test("nor does it make the private folder that stands in for a cache", () => {
    const sandbox = prepare();
    const before = listing(sandbox);
    const env = {
      HOME: undefined,
      XDG_CACHE_HOME: undefined,
      GIT_CONFIG_GLOBAL: `${sandbox.folder}/home/.gitconfig`,
    };
    const words = ["explain", "--", "git", "commit", "--amend", "--no-edit", "-s"];
    expect(sandbox.interlock(words, { env })).toMatchObject({ status: 0, stderr: "" });
    expect(listing(sandbox)).toBe(before);
  });

  test.each(wrapped.map((words) => [words]))("git %j", (words) => {
    const sandbox = prepare();
    const before = listing(sandbox);
    const explained = sandbox.interlock(["explain", "--", "git", ...words]);
    expect(explained.stdout).toContain(
      `strategy  wrap: the git commands that '${words[0]}' starts are intercepted\n`,
    );
    expect(sandbox.git(words, { env: { INTERLOCK_DRY_RUN: "1" } })).toEqual(explained);
    expect(listing(sandbox)).toBe(before);
  });
});
