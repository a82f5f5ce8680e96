/** The table of the README that compares interlock with hooks: each row is tried with a hook, and with interlock. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { Sandbox, type Run } from "../support/sandbox.ts";

const config = `version: 1\nplugins:\n  dirs: [${root}/plugins/conventional-commits]\n`;

/** A way to make a commit with the message `bad`; `git` is the one that is tried. */
const ways: [row: string, make: (sandbox: Sandbox, git: (args: string[]) => Run) => void][] = [
  ["`git commit`", (_, git) => void git(["commit", "-q", "--allow-empty", "-m", "bad"])],
  ["`--no-verify`", (_, git) => void git(["commit", "-q", "--allow-empty", "--no-verify", "-m", "bad"])],
  [
    "`-c core.hooksPath=…`",
    (_, git) => void git(["-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", "bad"]),
  ],
  ["rebase", (_, git) => void git(["rebase", "-q", "main", "side"])],
  ["cherry-pick", (_, git) => void git(["cherry-pick", "side"])],
  ["am", (sandbox, git) => void git(["am", "-q", sandbox.write("side.patch", patchOf(sandbox))])],
  [
    "`commit-tree`",
    (_, git) => {
      const id = git(["commit-tree", "-m", "bad", "-p", "HEAD", "HEAD^{tree}"]).stdout.trim();
      if (id !== "") git(["reset", "-q", "--soft", id]);
    },
  ],
];

function patchOf(sandbox: Sandbox): string {
  return sandbox.realGit(["format-patch", "-1", "--stdout", "side"]).stdout;
}

/** Branches main and side; the commit of side is bad. */
function createHistory(): Sandbox {
  const sandbox = new Sandbox(config);
  const real = (...args: string[]): void => expect(sandbox.realGit(args).status, args.join(" ")).toBe(0);
  real("commit", "-q", "--allow-empty", "-m", "chore: root");
  real("checkout", "-q", "-b", "side");
  sandbox.write("a", "1\n");
  real("add", "a");
  real("commit", "-q", "-m", "bad");
  real("checkout", "-q", "main");
  real("commit", "-q", "--allow-empty", "-m", "chore: base");
  return sandbox;
}

/** Above the commits that both branches had. */
function isBadNow(sandbox: Sandbox): boolean {
  const [title, parent] = sandbox.realGit(["log", "-2", "--format=%s"]).stdout.split("\n");
  return title === "bad" && parent === "chore: base";
}

const isLetThroughByHooks = ways.slice(1).map(([row]) => row);

describe.each(ways)("%s", (row, make) => {
  test("a commit-msg hook", () => {
    const sandbox = createHistory();
    sandbox.write(".git/hooks/commit-msg", "#!/bin/sh\nexit 1\n", 0o755);
    make(sandbox, (args) => sandbox.realGit(args));
    expect(isBadNow(sandbox)).toBe(isLetThroughByHooks.includes(row));
  });

  test("interlock", () => {
    const sandbox = createHistory();
    make(sandbox, (args) => sandbox.git(args));
    expect(isBadNow(sandbox)).toBe(false);
  });
});

test("a fresh clone has no hooks, and the rules of interlock", () => {
  const sandbox = createHistory();
  sandbox.write(".git/hooks/commit-msg", "#!/bin/sh\nexit 1\n", 0o755);
  expect(sandbox.realGit(["clone", "-q", ".", "clone"]).status).toBe(0);
  const commit = ["-C", "clone", "commit", "-q", "--allow-empty", "-m", "bad"];
  expect(sandbox.git(commit).status).toBe(1);
  expect(sandbox.realGit(commit).status).toBe(0);
});

test("a variable of git's switches hooks off, and not interlock", () => {
  const sandbox = createHistory();
  sandbox.write(".git/hooks/commit-msg", "#!/bin/sh\nexit 1\n", 0o755);
  const env = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.hooksPath", GIT_CONFIG_VALUE_0: "/dev/null" };
  const commit = ["commit", "-q", "--allow-empty", "-m", "bad"];
  expect(sandbox.git(commit, { env }).status).toBe(1);
  expect(sandbox.realGit(commit, { env }).status).toBe(0);
});

test("the row of times has the medians that were measured", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const medians = ["interlock", "a hook in sh", "husky", "lefthook"].map((name) => {
    const row = new RegExp(`^\\| .*enforced by ${name}.* \\| \\+([0-9.]+) ms \\|$`, "m").exec(readme);
    return `${Math.round(Number(row?.[1]))} ms`;
  });
  expect(readme).toContain(`| added to a commit | ${medians.join(" | ")} | nothing |`);
});
