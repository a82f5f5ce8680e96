import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dist, realGit, root } from "../support/paths.ts";
import { botEnv, botTrailer, Sandbox } from "../support/sandbox.ts";
import { ask, commit, commitObject, fix, historyOf, withTrailer } from "./repository.ts";

test("messages get what they lack, and all else stays", () => {
  const sandbox = new Sandbox();
  sandbox.write("file", "1\n");
  sandbox.realGit(["add", "."]);
  const one = commit(sandbox, "One", { env: { GIT_AUTHOR_DATE: "2001-02-03T04:05:06+0300" } });
  const two = commit(sandbox, withTrailer("Two").trimEnd());
  const three = commit(sandbox, "Three\n\nText.", { env: { GIT_COMMITTER_NAME: "Other" } });
  sandbox.write("file", "2\n");
  sandbox.write("staged", "3\n");
  sandbox.realGit(["add", "staged"]);
  const before = historyOf(sandbox, "main");
  const status = ask(sandbox, "status", "--porcelain");

  const run = fix(sandbox);

  const ids = ask(sandbox, "rev-list", "--reverse", "main").split("\n");
  const lines = [one, two, three].map((id, i) => `${id.slice(0, 12)}..${ids[i]?.slice(0, 12)}`);
  expect(run).toEqual({
    status: 0,
    stdout:
      `${lines[0]} One\n${lines[1]} Two\n${lines[2]} Three\n` +
      "interlock: 3 of 3 commits of 'main' rewritten, 2 messages fixed\n" +
      `to go back: git reset --soft ${three}\n`,
    stderr: "",
  });
  const [first = "", second = "", third = ""] = before;
  expect(historyOf(sandbox, "main")).toEqual([
    `${first}\n${botTrailer}\n`,
    second,
    `${third}\n${botTrailer}\n`,
  ]);
  expect(ask(sandbox, "status", "--porcelain")).toBe(status);
  expect(ask(sandbox, "reflog", "-1", "--format=%gs", "main")).toBe(
    "interlock fix: 3 of 3 commits of 'main' rewritten, 2 messages fixed",
  );
  expect(ask(sandbox, "reflog", "-1", "--format=%gs", "HEAD")).toMatch(/^interlock fix: /);
  expect(sandbox.interlock(["verify", "HEAD"])).toMatchObject({ status: 0 });
  expect(sandbox.realGit(["fsck", "--strict", "--no-dangling"]).status).toBe(0);

  // The way back that it names is one.
  expect(sandbox.shell(run.stdout.match(/to go back: (.*)/)?.[1] ?? "").status).toBe(0);
  expect(ask(sandbox, "rev-parse", "main")).toBe(three);
  expect(ask(sandbox, "status", "--porcelain")).toBe(status);
});

test("the second time there is nothing to do", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "One");
  commit(sandbox, "Two");
  expect(fix(sandbox).status).toBe(0);
  const tip = ask(sandbox, "rev-parse", "main");
  expect(fix(sandbox)).toEqual({
    status: 0,
    stdout: "interlock: 2 commits, and nothing to fix\n",
    stderr: "",
  });
  expect(ask(sandbox, "rev-parse", "main")).toBe(tip);
  expect(ask(sandbox, "reflog", "--format=%gs", "main").split("\n")).toHaveLength(3);
});

test("commits before the first that is fixed stay the same objects", () => {
  const sandbox = new Sandbox();
  const one = commit(sandbox, withTrailer("One").trimEnd());
  commit(sandbox, "Two");
  expect(fix(sandbox).stdout).toContain("1 of 2 commits of 'main' rewritten, 1 message fixed");
  expect(ask(sandbox, "rev-parse", "main^")).toBe(one);
});

test("a thousand commits are rewritten, and not by a process each", () => {
  const sandbox = new Sandbox();
  const stream = Array.from({ length: 1000 }, (_, i) => {
    const message = `Commit ${i}\n`;
    return `commit refs/heads/main\ncommitter Ann <ann@example.org> ${1e9 + i} +0000\ndata ${message.length}\n${message}\n`;
  });
  sandbox.realGit(["fast-import", "--quiet"], { input: stream.join("") });
  const before = historyOf(sandbox, "main~990");
  const log = join(sandbox.folder, "log");
  sandbox.write(
    join(sandbox.folder, "bin", "git"),
    `#!/bin/sh\necho "$*" >>'${log}'\nexec ${realGit} "$@"\n`,
    0o755,
  );
  const PATH = `${join(sandbox.folder, "bin")}:${sandbox.environment()["PATH"]}`;
  const run = sandbox.run(join(dist, "bin", "interlock"), ["fix"], { env: { ...botEnv, PATH } });
  expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining("1000 of 1000 commits") });
  const calls = readFileSync(log, "utf8").split("\n");
  expect(calls).toContain("-c core.commitGraph=false index-pack --stdin");
  expect(calls.length).toBeLessThan(30);
  expect(historyOf(sandbox, "main~990")).toEqual(before.map((object) => `${object}\n${botTrailer}\n`));
  expect(sandbox.interlock(["verify", "HEAD"])).toMatchObject({ status: 0 });
  expect(sandbox.realGit(["fsck", "--strict", "--no-dangling"]).status).toBe(0);
});

test("--dry-run shows what would change, and writes nothing", () => {
  const sandbox = new Sandbox();
  const one = commit(sandbox, "One");
  commit(sandbox, withTrailer("Two").trimEnd());
  const files = (): string => sandbox.shell(`find '${sandbox.folder}' -printf '%p %s %T@\\n' | sort`).stdout;
  const before = files();
  expect(fix(sandbox, "--dry-run")).toEqual({
    status: 0,
    stdout:
      `commit ${one.slice(0, 12)} One\n   One\n  +\n  +${botTrailer}\n\n` +
      "interlock: 2 of 2 commits of 'main' would be rewritten, 1 message fixed\n",
    stderr: "",
  });
  expect(files()).toBe(before);
});

test("if one commit cannot be fixed, none is", () => {
  const dirs = ["github", "conventional-commits"].map((name) => join(root, "plugins", name));
  const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [${dirs.join(", ")}]\n`);
  commit(sandbox, "fix: it");
  const bad = commit(sandbox, "Fix it");
  const tip = commit(sandbox, "docs: say so");
  const { status, stdout, stderr } = fix(sandbox);
  expect(status).toBe(1);
  expect(stdout).toContain(
    `commit ${bad.slice(0, 12)} Fix it\n  conventional-commits.title: 'Fix it': the title must be`,
  );
  expect(stdout).toContain(
    `  fix: git rebase -i -r --autostash ${bad.slice(0, 12)}^ # change its 'pick' to 'edit', then run: git commit --amend`,
  );
  expect(stdout).not.toContain("docs: say so");
  expect(stderr).toContain(
    "interlock: error: no rule says what this message should be; nothing was changed [E-not-possible]\nhint: ",
  );
  expect(ask(sandbox, "rev-parse", "main")).toBe(tip);
});

test("an empty message is nothing that an effect can fix", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "");
  expect(fix(sandbox)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("an empty message cannot carry it"),
  });
});

test("a value that is missing here stops it, unless that is accepted", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "One");
  const env = { GITHUB_APP_BOT_NAME: undefined };
  expect(sandbox.interlock(["fix"], { env })).toMatchObject({
    status: 2,
    stdout: expect.stringContaining("'GITHUB_APP_BOT_NAME' is not set here"),
    stderr: expect.stringContaining("not everything can be judged here; nothing was changed"),
  });
  expect(sandbox.interlock(["fix", "--allow-skipped"], { env })).toMatchObject({ status: 0 });
});

test("--scope own fixes only one's own commits, and carries the others along", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "Ours");
  const env = { GIT_AUTHOR_NAME: "Other", GIT_AUTHOR_EMAIL: "other@example.org" };
  commit(sandbox, "Theirs", { env });
  expect(fix(sandbox, "--scope", "own")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("2 of 2 commits of 'main' rewritten, 1 message fixed"),
  });
  expect(sandbox.message("main^")).toBe(withTrailer("Ours"));
  expect(sandbox.message("main")).toBe("Theirs\n");
  expect(fix(sandbox, "--scope=all", "--all-authors").stdout).toContain("1 of 2 commits");
  expect(sandbox.message("main")).toBe(withTrailer("Theirs"));
});

test("a range says from where; it ends at the current branch", () => {
  const sandbox = new Sandbox();
  const one = commit(sandbox, "One");
  commit(sandbox, "Two");
  expect(fix(sandbox, "HEAD^..").stdout).toContain("1 of 1 commit of 'main' rewritten");
  expect(ask(sandbox, "rev-parse", "main^")).toBe(one);
  expect(fix(sandbox, `${one}..main`).stdout).toContain("1 commit, and nothing to fix");
  expect(fix(sandbox, "HEAD").stdout).toContain("2 of 2 commits of 'main' rewritten, 1 message fixed");
});

test("a repository without commits has none to fix", () => {
  expect(fix(new Sandbox())).toEqual({
    status: 0,
    stdout: "interlock: there is no commit to fix\n",
    stderr: "",
  });
});

test.each([
  [["--dry"], 129, "'fix' takes no '--dry'"],
  [["--scope=mine"], 129, "'--scope' cannot be 'mine'"],
  [["--scope"], 129, "'--scope' needs a value"],
  [["HEAD", "b"], 2, "'b' is no range of commits here"],
  [["nope.."], 2, "'nope..' is no range of commits here"],
  [["HEAD^...HEAD"], 2, "'HEAD^...HEAD' is no range of commits here"],
  [["^HEAD"], 2, "'^HEAD' is no range of commits here"],
  [["HEAD^"], 2, "'HEAD^' does not end where the current branch does"],
  [["HEAD^^..HEAD^"], 2, "'HEAD^^..HEAD^' does not end where the current branch does"],
])("fix %j is refused with %j", (args, code, message) => {
  const sandbox = new Sandbox();
  commit(sandbox, "One");
  commit(sandbox, "Two");
  const tip = commit(sandbox, "Three");
  const { status, stdout, stderr } = fix(sandbox, ...args);
  expect({ status, stdout }).toEqual({ status: code, stdout: "" });
  expect(stderr).toContain(
    `interlock: error: ${message} [E-${code === 129 ? "wrong-usage" : "not-possible"}]\nhint: `,
  );
  expect(ask(sandbox, "rev-parse", "main")).toBe(tip);
});

test("a bare repository is fixed too, and gets the entry that leads back", () => {
  const sandbox = new Sandbox();
  const old = commit(sandbox, "One");
  const bare = join(sandbox.folder, "bare");
  sandbox.realGit(["clone", "-q", "--bare", ".", bare]);
  sandbox.realGit(["remote", "remove", "origin"], { cwd: bare });
  expect(existsSync(join(bare, "logs", "refs", "heads", "main"))).toBe(false);
  expect(sandbox.interlock(["fix"], { cwd: bare }).status).toBe(0);
  const reflog = sandbox.realGit(["rev-parse", "main@{1}"], { cwd: bare });
  expect(reflog.stdout).toBe(`${old}\n`);
});

test("messages keep every byte outside of what is added", () => {
  const sandbox = new Sandbox();
  const message = "  Odd \xff\xfe title  \r\n\n\n\n# no comment\t\n\ntext \x01 \xc3\xa4  \n\n\n";
  const id = commitObject(sandbox, { message });
  const [before = ""] = historyOf(sandbox, id);
  expect(fix(sandbox).status).toBe(0);
  const [after = ""] = historyOf(sandbox, "main");
  const added = [`\n${botTrailer}\n`, `${botTrailer}\n`, botTrailer];
  const rest = added.map((text) => after.replace(text, ""));
  expect(rest.map((text) => text.trimEnd())).toContain(before.trimEnd());
  expect(after).toContain(message.trimEnd());
});
