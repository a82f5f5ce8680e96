import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { readyPlan } from "../support/ready-plan.ts";
import { botEnv, botTrailer, Sandbox, type Run, type RunOptions } from "../support/sandbox.ts";

let sandbox: Sandbox;
let prefix = "";

/** An install of the binary alone, as in a minimal image, with a plan that was compiled before; no Node on PATH. */
beforeEach(() => {
  sandbox = new Sandbox();
  prefix = join(sandbox.folder, "minimal");
  mkdirSync(join(prefix, "bin"), { recursive: true });
  copyFileSync(join(dist, "bin", "interlock"), join(prefix, "bin", "interlock"));
  symlinkSync("interlock", join(prefix, "bin", "git"));
  readyPlan(sandbox.environment(), sandbox.repository);
});

function withoutNode(env: RunOptions["env"] = {}): { [name: string]: string | undefined } {
  return { ...botEnv, PATH: `${join(prefix, "bin")}:/usr/bin:/bin`, ...env };
}

function verify(args: string[], options: RunOptions = {}): Run {
  return sandbox.run(join(prefix, "bin", "interlock"), ["verify", ...args], {
    ...options,
    env: withoutNode(options.env),
  });
}

function commit(message: string, ...more: string[]): string {
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", message, ...more]);
  return sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
}

test("ranges, revisions from standard input and a message are judged without Node", () => {
  commit(`Good\n\n${botTrailer}`);
  const id = commit("Bad").slice(0, 12);
  const broken = {
    status: 1,
    stdout: expect.stringMatching(new RegExp(`^commit ${id} Bad\n[^]*: 1 of \\d commits? breaks a rule\n$`)),
    stderr: "",
  };
  for (const args of [[], ["HEAD"], ["HEAD^!"], ["--all"]]) expect(verify(args)).toEqual(broken);
  expect(verify(["--stdin"], { input: "HEAD\n^HEAD^\n" })).toEqual(broken);
  expect(verify(["HEAD^"])).toMatchObject({ status: 0, stderr: "" });
  expect(verify(["--message-file", "-"], { input: "Bad\n" })).toMatchObject({ status: 1, stderr: "" });
});

test("a bare repository is guarded without Node", () => {
  const bare = join(sandbox.folder, "bare.git");
  sandbox.realGit(["init", "-q", "--bare", bare]);
  const hook = `#!/bin/sh\nexec ${join(prefix, "bin", "interlock")} verify --pre-receive\n`;
  sandbox.write(join(bare, "hooks", "pre-receive"), hook, 0o755);
  const push = (): Run =>
    sandbox.run("/usr/bin/git", ["push", "-q", bare, "main"], {
      env: withoutNode({ PATH: "/usr/bin:/bin" }),
    });
  commit(`Good\n\n${botTrailer}`);
  expect(push()).toMatchObject({ status: 0 });
  const id = commit("Bad").slice(0, 12);
  const { status, stderr } = push();
  expect(status).toBe(1);
  expect(stderr).toContain(`remote: commit ${id} Bad`);
  expect(stderr).toContain("remote: interlock: 1 of 1 commit breaks a rule");
});

test("commits that git's print does not tell are read as objects, in git's order", () => {
  const ids = ["One", "Two ", "Three\r", "Four", "Five\n\n\n"].map((message) =>
    commit(message, "--cleanup=verbatim"),
  );
  const { status, stdout } = verify(["HEAD"]);
  expect(status).toBe(1);
  const shown = [...stdout.matchAll(/^commit ([0-9a-f]{12}) /gm)].map((match) => match[1]);
  expect(shown).toEqual(ids.map((id) => id.slice(0, 12)).reverse());
});

test("what needs the cold side says so", () => {
  commit("Bad");
  for (const format of ["json", "github", "sarif", "junit"])
    expect(verify([`--format=${format}`, "HEAD"])).toEqual({
      status: 2,
      stdout: "",
      stderr:
        `interlock: error: '--format ${format}' needs the cold side of interlock, and there is none here [E-not-possible]\n` +
        "hint: use '--format text', or install interlock with its cold side or with Node\n",
    });
});

test("an encoding that only Node can decode is not judged where its text matters", () => {
  const local = `extensions:
  hookApiVersion: 1
  hooks:
    - {id: local.a, hook: commit.message.finalize, effects: [{type: text.requireMatch, pattern: '^.r', message: 'no'}]}
`;
  sandbox.write(join(sandbox.folder, "interlock", "local", "plugin.yaml"), local);
  sandbox.write(sandbox.config, "version: 1\nplugins: {dirs: [local]}\n");
  readyPlan(sandbox.environment(), sandbox.repository);
  const tree = sandbox.realGit(["mktree"]).stdout.trim();
  const people = "author A <a@x> 1 +0000\ncommitter A <a@x> 1 +0000\n";
  const object = `tree ${tree}\n${people}encoding KOI8-R\n\n\xc1r\n`;
  const hash = ["hash-object", "-t", "commit", "-w", "--stdin"];
  const id = sandbox.realGit(hash, { input: Buffer.from(object, "latin1") }).stdout.trim();
  expect(verify([id])).toMatchObject({
    status: 2,
    stdout: expect.stringContaining("its encoding 'KOI8-R' is not one that rules can be read in"),
  });
  // Where there is a cold side, it goes on with the same words.
  expect(sandbox.interlock(["verify", id])).toMatchObject({ status: 0 });
  expect(sandbox.interlock(["verify", "--stdin"], { input: `${id}\n` })).toMatchObject({ status: 0 });
});

test("a wrong call, a range that is none, and a place without a repository are told", () => {
  const { status, stdout } = verify(["--help"]);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^usage: interlock verify \[<options>\] \[<rev-range>\.\.\.\]\n/),
  });
  expect(verify(["--nope"])).toMatchObject({ status: 129, stdout: "" });
  expect(verify(["--format=json", "--nope"])).toMatchObject({ status: 129, stdout: "" });
  expect(verify(["nope"])).toEqual({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining(
      "git cannot walk these commits: fatal: bad revision 'nope' [E-not-possible]\n",
    ),
  });
  expect(verify(["HEAD"], { cwd: sandbox.folder })).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("git cannot read a repository here: fatal: not a git repository"),
  });
  expect(verify([], { env: { INTERLOCK_CONFIG: undefined } })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("there is no configuration"),
  });
});

test("variables that nobody knows are named once, whichever side answers", () => {
  commit(`Good\n\n${botTrailer}`);
  const env = { INTERLOCK_QIET: "1" };
  const warning =
    "interlock: warning: 'INTERLOCK_QIET' is no variable of interlock, and does nothing [E-unknown-variable]\n";
  for (const run of [verify([], { env }), sandbox.interlock(["verify", "--format=json"], { env })])
    expect(run.stderr).toBe(`${warning}hint: did you mean 'INTERLOCK_QUIET'?\n`);
});

test("a range that is longer than the binary judges by itself where there is a cold side gets the same answer", () => {
  const count = 6_000;
  const message = `One\n\n${botTrailer}\n`;
  const each = `commit refs/heads/long\ncommitter A <a@x.org> 1 +0000\ndata ${message.length}\n${message}\n`;
  sandbox.realGit(["fast-import", "--quiet"], { input: each.repeat(count) });
  const clean = { status: 0, stdout: `interlock: ${count} commits, and no rule is broken\n`, stderr: "" };
  expect(verify(["long"])).toEqual(clean);
  expect(sandbox.interlock(["verify", "long"])).toEqual(clean);
  expect(sandbox.interlock(["verify", "--stdin"], { input: "long\n" })).toEqual(clean);
});
