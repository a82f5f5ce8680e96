import { join } from "node:path";
import { expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";
import { ask, commit, fix, historyOf, useOneHook, objectOf, withTrailer } from "./repository.ts";

const carol = { GIT_AUTHOR_NAME: "Carol", GIT_AUTHOR_EMAIL: "carol@example.org" };

test("what others made is not fixed, and is named", () => {
  const sandbox = new Sandbox();
  const hers = commit(sandbox, "Hers", { env: carol });
  commit(sandbox, "Mine");
  const before = historyOf(sandbox, "main");
  const { status, stdout, stderr } = fix(sandbox);
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  const last =
    `left alone: ${hers.slice(0, 12)} Hers, by Carol <carol@example.org>\n` +
    "interlock: 1 commit still breaks a rule and is not yours; --all-authors fixes what others made, too\n";
  expect(stdout.slice(-last.length)).toBe(last);
  expect(stdout).toContain("1 of 2 commits of 'main' rewritten, 1 message fixed");
  expect(ask(sandbox, "rev-parse", "main^")).toBe(hers);
  expect(historyOf(sandbox, "main")).toEqual([before[0], `${before[1]}\n${botTrailer}\n`]);
});

test("one on top of a fixed commit gets its new parent, and keeps author, dates and message", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "Mine");
  const hers = commit(sandbox, "Hers", { env: { ...carol, GIT_AUTHOR_DATE: "2001-02-03T04:05:06+0300" } });
  const object = objectOf(sandbox, hers);
  const { stdout } = fix(sandbox);
  expect(stdout).toContain("2 of 2 commits of 'main' rewritten, 1 message fixed");
  // The id that it has now.
  expect(stdout).toContain(`left alone: ${ask(sandbox, "rev-parse", "main").slice(0, 12)} Hers, by Carol`);
  const parent = ask(sandbox, "rev-parse", "main^");
  expect(objectOf(sandbox, "main")).toBe(object.replace(/^parent .*$/m, `parent ${parent}`));
});

test("if all are somebody else's it does nothing, and does not say that all is well", () => {
  const sandbox = new Sandbox();
  const one = commit(sandbox, "One", { env: carol });
  const two = commit(sandbox, "Two", { env: carol });
  expect(fix(sandbox)).toEqual({
    status: 1,
    stdout:
      `left alone: ${one.slice(0, 12)} One, by Carol <carol@example.org>\n` +
      `left alone: ${two.slice(0, 12)} Two, by Carol <carol@example.org>\n` +
      "interlock: 2 commits still break a rule and are not yours; --all-authors fixes what others made, too\n",
    stderr: "",
  });
  expect(ask(sandbox, "rev-parse", "main")).toBe(two);
});

test("somebody else's commits that a remote has are left alone too, and are not passed over in silence", () => {
  const sandbox = new Sandbox();
  commit(sandbox, withTrailer("First"));
  sandbox.realGit(["clone", "-q", "--bare", sandbox.repository, join(sandbox.folder, "up.git")]);
  sandbox.realGit(["clone", "-q", "--bare", sandbox.repository, join(sandbox.folder, "origin.git")]);
  sandbox.realGit(["checkout", "-q", "-b", "theirs"]);
  const one = commit(sandbox, "One", { env: carol });
  const two = commit(sandbox, "Two", { env: carol });
  sandbox.realGit(["push", "-q", "../up.git", "theirs:main"]);
  sandbox.realGit(["checkout", "-q", "main"]);
  for (const name of ["origin", "up"]) sandbox.realGit(["remote", "add", "-f", name, `../${name}.git`]);
  sandbox.realGit(["branch", "-q", "--set-upstream-to=origin/main"]);
  sandbox.realGit(["merge", "-q", "--no-ff", "-m", withTrailer("Merge"), "up/main"]);
  const expected = {
    status: 1,
    stdout:
      `left alone: ${one.slice(0, 12)} One, by Carol <carol@example.org>\n` +
      `left alone: ${two.slice(0, 12)} Two, by Carol <carol@example.org>\n` +
      "interlock: 2 commits still break a rule and are not yours; a remote has them already: 'push.trustRemotes' or 'push.trustAuthors' lets them pass\n",
    stderr: "",
  };
  expect(fix(sandbox)).toEqual(expected);
  // Beside one's own that are fixed.
  commit(sandbox, "Mine");
  const run = fix(sandbox);
  expect(run.stdout).toContain("1 message fixed");
  expect(run.stdout).toContain(expected.stdout);
  expect(run.status).toBe(1);
  expect(ask(sandbox, "rev-parse", "main~^2")).toBe(two);
});

test("a check that somebody else broke does not stop one's own from being fixed", () => {
  const sandbox = new Sandbox();
  useOneHook(
    sandbox,
    'id: local.form\n      hook: commit.message.finalize\n      effects: [{type: text.requireMatch, pattern: "^[A-Z]", message: "begin with a capital"}, {type: text.ensureTrailer, key: Team, value: x}]',
  );
  commit(sandbox, "hers", { env: carol });
  commit(sandbox, "Mine");
  expect(fix(sandbox)).toMatchObject({ status: 1, stdout: expect.stringContaining("1 message fixed") });
});

test("--all-authors fixes them all", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "Hers", { env: carol });
  commit(sandbox, "Mine");
  const run = fix(sandbox, "--all-authors");
  expect(run.stdout).toContain("2 of 2 commits of 'main' rewritten, 2 messages fixed");
  expect(run.stdout).not.toContain("left alone");
  expect(ask(sandbox, "log", "-1", "--format=%an <%ae>", "main^")).toBe("Carol <carol@example.org>");
});

test("where git does not know who runs it, whose commits they are is not guessed", () => {
  const sandbox = new Sandbox();
  const tip = commit(sandbox, "Mine");
  sandbox.realGit(["config", "--global", "--unset", "user.email"]);
  sandbox.realGit(["config", "--global", "user.useConfigOnly", "true"]);
  expect(fix(sandbox)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/git does not know who you are.*\nhint: .*--all-authors/),
  });
  expect(ask(sandbox, "rev-parse", "main")).toBe(tip);
  expect(fix(sandbox, "--all-authors").status).toBe(0);
});
