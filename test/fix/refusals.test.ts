import { join } from "node:path";
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { ask, commit, fix, withTrailer } from "./repository.ts";

/** Two commits that differ in a file, on branches `main` and `side`. */
function conflict(sandbox: Sandbox): void {
  const write = (text: string, message: string): void => {
    sandbox.write("file", `${text}\n`);
    sandbox.realGit(["add", "."]);
    commit(sandbox, message);
  };
  write("0", "Base");
  sandbox.realGit(["checkout", "-q", "-b", "side"]);
  write("1", "Side");
  sandbox.realGit(["checkout", "-q", "main"]);
  write("2", "Main");
}

test.each([
  ["git merge side", "a merge", "git merge --abort"],
  ["git rebase side", "a rebase", "git rebase --abort"],
  ["git rebase --apply side", "a rebase", "git rebase --abort"],
  ["git cherry-pick side", "a cherry-pick", "git cherry-pick --abort"],
  ["git revert --no-edit side", "a revert", "git revert --abort"],
  ["git format-patch -1 --stdout side | git am -3", "an am", "git am --abort"],
  ["git bisect start main side", "a bisection", "git bisect reset"],
])("in the middle of '%s' nothing is rewritten", (line, operation, end) => {
  const sandbox = new Sandbox();
  conflict(sandbox);
  const tip = ask(sandbox, "rev-parse", "main");
  sandbox.shell(line, { prefix: null });
  const run = fix(sandbox);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(run.stderr).toContain(
    `interlock: error: ${operation} is in progress here [E-not-possible]\nhint: end it first: `,
  );
  expect(run.stderr).toContain(end);
  expect(ask(sandbox, "rev-parse", "main")).toBe(tip);
  // The command that it names is the way out.
  expect(sandbox.shell(end, { prefix: null }).status).toBe(0);
  expect(fix(sandbox).status).toBe(0);
});

test("a detached HEAD is rewritten only if asked", () => {
  const sandbox = new Sandbox();
  const one = commit(sandbox, "One");
  sandbox.realGit(["checkout", "-q", "--detach"]);
  expect(fix(sandbox)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("no branch is checked out"),
  });
  expect(fix(sandbox, "--detached")).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("'refs/heads/main'"),
  });
  expect(sandbox.message("HEAD")).toBe(withTrailer("One"));
  expect(ask(sandbox, "rev-parse", "main", "HEAD@{1}")).toBe(`${one}\n${one}`);
  expect(sandbox.realGit(["symbolic-ref", "-q", "HEAD"]).status).toBe(1);
});

test("what is on a remote is rewritten only if asked", () => {
  const sandbox = new Sandbox();
  sandbox.realGit(["init", "-q", "--bare", join(sandbox.folder, "there")]);
  sandbox.realGit(["remote", "add", "origin", join(sandbox.folder, "there")]);
  const one = commit(sandbox, "One");
  sandbox.realGit(["push", "-q", "-u", "origin", "main"]);
  expect(fix(sandbox)).toMatchObject({ status: 0, stdout: "interlock: there is no commit to fix\n" });
  commit(sandbox, "Two");
  const mixed = fix(sandbox, "HEAD");
  expect(mixed).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("1 of 2 commits of 'main' rewritten"),
  });
  expect(mixed.stdout).toContain(
    `interlock: 1 commit that breaks a rule is on a remote already, such as ${one.slice(0, 12)}, and stays as it is; `,
  );
  expect(ask(sandbox, "rev-parse", "main^")).toBe(one);
  // Where there is nothing else to fix, it says that it cannot.
  expect(fix(sandbox, "HEAD")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      `1 commit to rewrite is on a remote already, such as ${one.slice(0, 12)}`,
    ),
  });
  expect(fix(sandbox, "--force-pushed", "HEAD")).toMatchObject({ status: 0 });
  expect(sandbox.message("main^")).toBe(withTrailer("One"));
});

test("other branches and tags keep the old commits, and are named", () => {
  const sandbox = new Sandbox();
  commit(sandbox, withTrailer("Good").trimEnd());
  sandbox.realGit(["branch", "before"]);
  commit(sandbox, "One");
  sandbox.realGit(["tag", "v1"]);
  sandbox.realGit(["branch", "topic"]);
  const old = ask(sandbox, "rev-parse", "topic");
  const run = fix(sandbox);
  expect(run.status).toBe(0);
  expect(run.stderr).toMatch(
    /^interlock: warning: old commits are still in 'refs\/heads\/topic', 'refs\/tags\/v1'\nhint: /,
  );
  expect(ask(sandbox, "rev-parse", "topic", "v1")).toBe(`${old}\n${old}`);
  // The same commits become the same new ones.
  sandbox.realGit(["checkout", "-q", "topic"]);
  expect(fix(sandbox).status).toBe(0);
  expect(ask(sandbox, "rev-parse", "topic")).toBe(ask(sandbox, "rev-parse", "main"));
});

test("another work tree with the branch is named, and stays clean", () => {
  const sandbox = new Sandbox();
  sandbox.write("file", "1\n");
  sandbox.realGit(["add", "."]);
  commit(sandbox, "One");
  const other = join(sandbox.folder, "other");
  sandbox.realGit(["worktree", "add", "-q", "-f", other, "main"]);
  for (const cwd of [sandbox.repository, other]) {
    const run = sandbox.interlock(["fix"], { cwd });
    expect(run).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("checked out in another work tree too"),
    });
    expect(sandbox.realGit(["status", "--porcelain"], { cwd: other }).stdout).toBe("");
    sandbox.realGit(["commit", "-q", "--amend", "-m", "Two"], { cwd });
  }
});

test("a work tree of its own is fixed, and the main one left alone", () => {
  const sandbox = new Sandbox();
  const one = commit(sandbox, "One");
  const other = join(sandbox.folder, "other");
  sandbox.realGit(["worktree", "add", "-q", "-b", "topic", other]);
  const run = sandbox.interlock(["fix"], { cwd: other });
  expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining("of 'topic' rewritten") });
  expect(sandbox.message("topic")).toBe(withTrailer("One"));
  expect(ask(sandbox, "rev-parse", "main")).toBe(one);
});

test("a rebase of the branch in another work tree is waited for", () => {
  const sandbox = new Sandbox();
  conflict(sandbox);
  const other = join(sandbox.folder, "other");
  sandbox.realGit(["worktree", "add", "-q", "-f", other, "main"]);
  expect(sandbox.realGit(["rebase", "side"], { cwd: other }).status).toBe(1);
  expect(fix(sandbox)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("a rebase of this branch is in progress in another work tree"),
  });
});

test("a rebase of the branch in this very work tree is in progress here, also by the branch's name", () => {
  const sandbox = new Sandbox();
  conflict(sandbox);
  expect(sandbox.realGit(["rebase", "side"]).status).toBe(1);
  expect(fix(sandbox, "side..main")).toEqual({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /^interlock: error: a rebase is in progress here \[E-not-possible\]\nhint: end it first: git rebase --continue, or /,
    ),
  });
});

test("the edge of a shallow clone is not rewritten", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "One");
  commit(sandbox, "Two");
  const clone = join(sandbox.folder, "clone");
  sandbox.realGit(["clone", "-q", "--depth=1", `file://${sandbox.repository}`, clone]);
  const run = sandbox.interlock(["fix", "--force-pushed", "HEAD"], { cwd: clone });
  expect(run).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("the clone is shallow [E-not-possible]\nhint: git fetch"),
  });
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "Three"], { cwd: clone });
  expect(sandbox.interlock(["fix"], { cwd: clone })).toMatchObject({ status: 0 });
});

test("a branch may have any name that git takes", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "One");
  sandbox.shell(`git checkout -q -b "$(printf 'gr\\303\\266\\337e/%%s;$x')"`, { prefix: null });
  expect(fix(sandbox).status).toBe(0);
  expect(sandbox.message("HEAD")).toBe(withTrailer("One"));
  expect(sandbox.message("main")).toBe("One\n");
});
