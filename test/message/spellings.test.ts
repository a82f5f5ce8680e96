import { describe, expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

/** Every spelling of a message that git takes, and the message it makes. */
const spellings: [words: string[], message: string][] = [
  [["-m", "fix"], "fix"],
  [["-mfix"], "fix"],
  [["-am", "fix"], "fix"],
  [["-qm", "fix"], "fix"],
  [["-qamfix"], "fix"],
  [["--message=fix"], "fix"],
  [["--message", "fix"], "fix"],
  [["--mess", "fix"], "fix"],
  [["--m=fix"], "fix"],
  [["-m", "one", "-m", "two"], "one\n\ntwo"],
  [["-m", "one\n", "-am", "two", "--message=three"], "one\n\ntwo\n\nthree"],
  [["-m", "gone", "--no-message", "-m", "kept"], "kept"],
  [["-m", "fix", "--"], "fix"],
  [["-m", "-F"], "-F"],
  [["-F", "message.txt"], "from a file\n\nwith a body"],
  [["-aF", "message.txt"], "from a file\n\nwith a body"],
  [["-Fmessage.txt"], "from a file\n\nwith a body"],
  [["--file=message.txt"], "from a file\n\nwith a body"],
  [["-F", "nothing-here", "-F", "message.txt"], "from a file\n\nwith a body"],
  [["-F", "-"], "from standard input"],
  [["-F-"], "from standard input"],
  [["--amend", "-m", "better"], "better"],
  [["--cleanup=strip", "-m", "fix\n# note"], "fix"],
  [["--cleanup=verbatim", "-m", "fix"], "fix"],
  [["--author=B <b@x.org>", "-m", "fix"], "fix"],
  [["-m", "  fix  \n\n\n\nbody\n\n"], "  fix\n\nbody"],
];

describe("a message in any spelling carries the trailer", () => {
  test.each(spellings)("git commit %j", (words, message) => {
    const sandbox = new Sandbox();
    sandbox.write("a", "1\n");
    sandbox.realGit(["add", "a"]);
    sandbox.realGit(["commit", "-qm", "first"]);
    sandbox.write("a", "2\n");
    sandbox.realGit(["add", "a"]);
    sandbox.write("message.txt", "from a file\n\nwith a body\n");
    const run = sandbox.git(["commit", ...words], { input: "from standard input\n" });
    expect(run).toMatchObject({ status: 0 });
    expect(sandbox.message()).toBe(`${message}\n\n${botTrailer}\n`);
  });
});

describe("after any global options", () => {
  test.each([
    [["-C", "sub"]],
    [["-C", "", "-C", "sub", "-C", ".."]],
    [["-c", "user.name=Other"]],
    [["-c", "commit.gpgSign=false", "--no-pager"]],
    [["--git-dir=.git"]],
    [["--git-dir", ".git", "--work-tree", "."]],
    [["--work-tree=.", "--git-dir=.git", "-P"]],
    [["--literal-pathspecs", "--no-optional-locks", "-p"]],
    [["--namespace=x", "--exec-path=/usr/lib/git-core"]],
  ])("git %j commit", (options) => {
    const sandbox = new Sandbox();
    sandbox.write("sub/file", "");
    const run = sandbox.git([...options, "commit", "--allow-empty", "-m", "fix"]);
    expect(run).toMatchObject({ status: 0 });
    expect(sandbox.message()).toBe(`fix\n\n${botTrailer}\n`);
  });
});

test("from a linked work tree and from a subfolder", () => {
  const sandbox = new Sandbox();
  sandbox.git(["commit", "--allow-empty", "-qm", "first"]);
  sandbox.realGit(["worktree", "add", "-q", "../linked", "-b", "other"]);
  sandbox.write(`${sandbox.folder}/linked/deep/er/file`, "");
  const run = sandbox.git(["commit", "--allow-empty", "-m", "fix"], {
    cwd: `${sandbox.folder}/linked/deep/er`,
  });
  expect(run).toMatchObject({ status: 0 });
  expect(sandbox.message("other")).toBe(`fix\n\n${botTrailer}\n`);
});

test("committing again with the trailer already there changes nothing", () => {
  const sandbox = new Sandbox();
  const run = sandbox.git(["commit", "--allow-empty", "-m", `fix\n\n${botTrailer}`]);
  expect(run.stderr).toBe("");
  expect(sandbox.message()).toBe(`fix\n\n${botTrailer}\n`);
});
