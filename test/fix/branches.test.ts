/**
 * Branches other than the one that is checked out.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { ask, commit, fix, withTrailer } from "./repository.ts";

/** A right commit, from which branches with a wrong commit each start; main is checked out, and has none. */
function branchOff(...names: string[]): Sandbox {
  const sandbox = new Sandbox();
  sandbox.write("file", "1\n");
  sandbox.realGit(["add", "."]);
  commit(sandbox, withTrailer("Good").trimEnd());
  for (const name of names) {
    sandbox.realGit(["checkout", "-q", "-b", name, "main"]);
    commit(sandbox, `Bad ${name}`);
  }
  sandbox.realGit(["checkout", "-q", "main"]);
  return sandbox;
}

test("a branch that is named is fixed where it is, and files, index and HEAD stay", () => {
  const sandbox = branchOff("topic", "other");
  const old = ask(sandbox, "rev-parse", "topic", "other");
  sandbox.write("file", "changed\n");
  const before = ask(sandbox, "rev-parse", "HEAD", "--symbolic-full-name", "HEAD");
  const run = fix(sandbox, "topic^..topic");
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toContain("1 of 1 commit of 'topic' rewritten");
  expect(sandbox.message("topic")).toBe(withTrailer("Bad topic"));
  expect(ask(sandbox, "rev-parse", "HEAD", "--symbolic-full-name", "HEAD")).toBe(before);
  expect(ask(sandbox, "status", "--porcelain")).toBe(" M file");
  const back = /^to go back: (.*)$/m.exec(run.stdout)?.[1] ?? "false";
  expect(sandbox.shell(back).status).toBe(0);
  expect(ask(sandbox, "rev-parse", "topic", "other")).toBe(old);
});

test("a named branch that ends where the current one does is the one that moves", () => {
  const sandbox = branchOff("topic");
  sandbox.realGit(["checkout", "-q", "-b", "one", "topic"]);
  const old = ask(sandbox, "rev-parse", "one");
  expect(fix(sandbox, "main..topic").status).toBe(0);
  expect(sandbox.message("topic")).toBe(withTrailer("Bad topic"));
  expect(ask(sandbox, "rev-parse", "one")).toBe(old);
});

test("several ranges, and all branches at once; nobody is told of a branch whose turn comes", () => {
  const sandbox = branchOff("a", "b;'c", "d");
  sandbox.realGit(["branch", "a-too", "a"]);
  expect(fix(sandbox, "main..a", "main..a-too", "main..b;'c")).toMatchObject({ status: 0, stderr: "" });
  expect(sandbox.message("a-too")).toBe(withTrailer("Bad a"));
  expect(sandbox.message("b;'c")).toBe(withTrailer("Bad b;'c"));
  expect(sandbox.message("d")).toBe("Bad d\n");
  const all = branchOff("a", "b", "d");
  const main = ask(all, "rev-parse", "main");
  expect(fix(all, "--branches", "main..")).toMatchObject({ status: 0, stderr: "" });
  for (const name of ["a", "b", "d"]) expect(all.message(name)).toBe(withTrailer(`Bad ${name}`));
  expect(ask(all, "rev-parse", "main")).toBe(main);
  expect(fix(all, "--branches")).toMatchObject({ status: 0, stderr: "" });
});

test("a tag is made anew, with its message and tagger, and the same commits become the same new ones", () => {
  const sandbox = branchOff("topic");
  sandbox.realGit(["tag", "light", "topic"]);
  sandbox.realGit(["tag", "-a", "-m", "Words\n\n# kept", "--cleanup=verbatim", "v1", "topic"]);
  const before = ask(sandbox, "cat-file", "tag", "v1");
  const run = fix(sandbox, "main..topic", "main..light", "main..v1");
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const tip = ask(sandbox, "rev-parse", "topic");
  expect(ask(sandbox, "rev-parse", "light", "v1^{}")).toBe(`${tip}\n${tip}`);
  expect(ask(sandbox, "cat-file", "tag", "v1")).toBe(before.replace(/^object .*/, `object ${tip}`));
  const backs = [...run.stdout.matchAll(/^to go back: (.*)$/gm)].map((match) => match[1]);
  expect(sandbox.shell(backs.join(" && ")).status).toBe(0);
  expect(ask(sandbox, "cat-file", "tag", "v1")).toBe(before);
  // All of them.
  sandbox.realGit(["tag", "tree", "main^{tree}"]);
  expect(fix(sandbox, "--branches", "--tags", "main..")).toMatchObject({ status: 0, stderr: "" });
  expect(ask(sandbox, "rev-parse", "light", "v1^{}", "topic")).toBe(`${tip}\n${tip}\n${tip}`);
});

test("a tag of a tag is rewritten down to the commit, by its name and by --tags", () => {
  for (const words of [["main..v1", "main..outer"], ["--tags"]]) {
    const sandbox = branchOff("topic");
    sandbox.realGit(["tag", "-am", "Inner", "v1", "topic"]);
    sandbox.realGit(["tag", "-am", "Outer", "outer", "v1"]);
    const before = ask(sandbox, "cat-file", "tag", "outer");
    expect(fix(sandbox, ...words)).toMatchObject({ status: 0 });
    expect(sandbox.message("outer^{}")).toBe(withTrailer("Bad topic"));
    const inner = ask(sandbox, "rev-parse", "v1");
    expect(ask(sandbox, "cat-file", "tag", "outer")).toBe(before.replace(/^object .*/, `object ${inner}`));
  }
});

test("the signature of a tag is dropped, and that is said", () => {
  const sandbox = branchOff("topic");
  const tag = ["-----BEGIN PGP SIGNATURE-----", "", "x", "-----END PGP SIGNATURE-----"].join("\n");
  sandbox.realGit(["tag", "-a", "-m", `Words\n${tag}`, "v1", "topic"]);
  expect(fix(sandbox, "main..v1")).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("1 signature dropped"),
  });
  expect(ask(sandbox, "cat-file", "tag", "v1")).toMatch(/\n\nWords$/);
});

test.each([
  [["main..topic", "main..topic"], "'refs/heads/topic' is named twice"],
  [["--branches", "main..topic"], "'main..topic' beside '--branches'"],
  [["main..topic", "main..nowhere"], "'main..nowhere' is no range of commits here"],
  [["main..topic^0"], "'main..topic^0' does not end where the current branch does"],
])("%j is refused before anything is changed", (words, message) => {
  const sandbox = branchOff("topic");
  const old = ask(sandbox, "rev-parse", "topic");
  expect(fix(sandbox, ...words)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  expect(ask(sandbox, "rev-parse", "topic")).toBe(old);
});

test("one branch that cannot be fixed does not keep the others from it", () => {
  const sandbox = branchOff("a", "b");
  sandbox.realGit(["checkout", "-q", "-b", "empty", "main"]);
  commit(sandbox, "");
  sandbox.realGit(["checkout", "-q", "main"]);
  const run = fix(sandbox, "--branches", "main..");
  expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining("'empty' was not changed") });
  expect(run.stdout).toContain(
    "  fix: git switch empty && git commit --amend --only --allow-empty -m '...'\n",
  );
  for (const name of ["a", "b"]) expect(sandbox.message(name)).toBe(withTrailer(`Bad ${name}`));
});

test("a branch of another work tree is fixed from here, unless a rebase is in progress there", () => {
  const sandbox = branchOff("topic");
  const other = join(sandbox.folder, "other");
  sandbox.realGit(["worktree", "add", "-q", other, "topic"]);
  const run = fix(sandbox, "main..topic");
  expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining("another work tree") });
  expect(sandbox.realGit(["status", "--porcelain"], { cwd: other }).stdout).toBe("");
  sandbox.realGit(["commit", "-q", "--amend", "--allow-empty", "-m", "Bad"], { cwd: other });
  const env = { GIT_SEQUENCE_EDITOR: "sed -i s/^pick/edit/" };
  expect(sandbox.realGit(["rebase", "-q", "-i", "main"], { cwd: other, env }).status).toBe(0);
  expect(fix(sandbox, "main..topic")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("a rebase of this branch is in progress in another work tree"),
  });
});

test("published commits that were merged stay, whatever the range says", () => {
  const sandbox = branchOff("topic");
  sandbox.realGit(["checkout", "-q", "-b", "theirs", "main"]);
  const published = commit(sandbox, "Before there were rules");
  sandbox.realGit(["update-ref", "refs/remotes/origin/main", published]);
  sandbox.realGit(["checkout", "-q", "topic"]);
  const bad = ask(sandbox, "rev-parse", "topic");
  sandbox.realGit(["merge", "-q", "--no-ff", "-m", withTrailer("Merge").trimEnd(), "theirs"]);
  const run = fix(sandbox, `${bad}^..topic`);
  expect(run.status).toBe(0);
  expect(ask(sandbox, "rev-parse", "topic^2")).toBe(published);
  expect(sandbox.message("topic^1")).toBe(withTrailer("Bad topic"));
});
