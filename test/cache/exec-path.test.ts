import { chmodSync, cpSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptySharedMemory, noTemporary, runMounted, whyNoMounts } from "../support/mounts.ts";
import { dist } from "../support/paths.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

/** A commit that goes through a hook of ours. */
const commit = ["commit", "-q", "-s", "--allow-empty", "-m", "fix"];

function cacheOf(sandbox: Sandbox): string {
  return join(sandbox.folder, "home", ".cache", "interlock");
}

function execPaths(sandbox: Sandbox): string[] {
  return readdirSync(cacheOf(sandbox)).filter((name) => /^exec-[0-9a-f]/.test(name));
}

test("the exec-path is made once, and has every program of git's own", () => {
  const sandbox = new Sandbox();
  expect(sandbox.git(commit).status).toBe(0);
  const before = readdirSync(cacheOf(sandbox)).sort();
  expect(sandbox.git(commit).status).toBe(0);
  expect(readdirSync(cacheOf(sandbox)).sort()).toEqual(before);
  expect(execPaths(sandbox)).toHaveLength(1);
  const folder = join(cacheOf(sandbox), execPaths(sandbox)[0] as string);
  const git = sandbox.realGit(["--exec-path"]).stdout.trim();
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(readdirSync(git)));
  for (const name of ["git", "git-commit"])
    expect(readlinkSync(join(folder, name))).toBe(`${dist}/bin/interlock`);
  expect(readlinkSync(join(folder, "git-sh-setup"))).toBe(join(git, "git-sh-setup"));
});

describe("an exec-path that the caller names", () => {
  const copied = (): Sandbox => {
    const sandbox = new Sandbox();
    const git = sandbox.realGit(["--exec-path"]).stdout.trim();
    sandbox.shell(
      `mkdir ../core; ln -s ${git}/* ../core/; printf '#!/bin/sh\\ngit commit -q -s --allow-empty -m "$1"\\n' >../core/git-foo; chmod 755 ../core/git-foo`,
    );
    return sandbox;
  };
  test.each([
    ["with an option", ["--exec-path=../core"], {}],
    ["with a variable", [], { GIT_EXEC_PATH: "../core" }],
    ["with both", ["--exec-path=../core"], { GIT_EXEC_PATH: "/none" }],
    ["from elsewhere", ["-C", "sub", "--exec-path=../../core"], {}],
  ])("%s", (_, words, env) => {
    const sandbox = copied();
    sandbox.shell("mkdir sub");
    const run = sandbox.git([...words, "foo", "inner"], { env: { ...env } });
    expect(run).toMatchObject({ status: 0, stdout: "" });
    expect(sandbox.message()).toContain(
      `inner\n\nSigned-off-by: Ann Author <ann@example.org>\n${botTrailer}\n`,
    );
  });

  test("is made anew when it changes", () => {
    const sandbox = copied();
    const env = { GIT_EXEC_PATH: join(sandbox.folder, "core") };
    expect(sandbox.git(["foo", "one"], { env }).status).toBe(0);
    sandbox.shell("mv ../core/git-foo ../core/git-bar");
    expect(sandbox.git(["bar", "two"], { env })).toMatchObject({ status: 0 });
    expect(sandbox.message()).toContain(botTrailer);
    expect(sandbox.git(["foo", "three"], { env }).status).toBe(1);
  });
});

test("twenty commands at once make the same folders from nothing", () => {
  const sandbox = new Sandbox();
  sandbox.interlock(["compile"]);
  sandbox.shell('for i in $(seq 20); do git init -q "../r$i"; done');
  const run = sandbox.shell(
    'for i in $(seq 20); do { git -C "../r$i" commit -q -s --allow-empty -m fix || echo failed; } & done; wait',
    { env: { INTERLOCK_QUIET: "1" } },
  );
  expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
  const logs = sandbox.shell('for i in $(seq 20); do /usr/bin/git -C "../r$i" log --format=%B; done').stdout;
  expect(logs.split(`${botTrailer}\n`)).toHaveLength(21);
  expect(execPaths(sandbox)).toHaveLength(1);
});

test("a binary that has moved makes links of its own", () => {
  const sandbox = new Sandbox();
  const prefix = join(sandbox.folder, "prefix");
  cpSync(dist, prefix, { recursive: true, verbatimSymlinks: true });
  expect(sandbox.git(commit, { prefix }).status).toBe(0);
  rmSync(prefix, { recursive: true });
  expect(sandbox.git(commit)).toMatchObject({ status: 0, stdout: "" });
  expect(sandbox.message()).toContain(botTrailer);
});

const why = whyNoMounts === "" ? "" : ` (skipped: ${whyNoMounts})`;
describe.skipIf(why !== "")(
  `without a place for hooks there is no commit, and the way out is named${why}`,
  () => {
    const expectNoPlace = (sandbox: Sandbox, env: { [name: string]: string | undefined }): void => {
      const run = runMounted(sandbox, emptySharedMemory(sandbox, "ro"), ["git", ...commit], {
        env: { ...env, ...noTemporary },
      });
      expect(run.status).toBe(128);
      expect(run.stderr).toContain("interlock: error: there is no folder to put hooks for this command into");
      expect(run.stderr).toContain(
        "hint: set HOME, XDG_CACHE_HOME or TMPDIR to a folder that can be written to",
      );
      expect(sandbox.commitCount()).toBe(0);
    };

    test("no home", () => {
      const sandbox = new Sandbox();
      sandbox.realGit(["config", "user.name", "A"]);
      expectNoPlace(sandbox, { HOME: undefined });
    });
    test("a cache that cannot be made", () => expectNoPlace(new Sandbox(), { XDG_CACHE_HOME: "/proc/none" }));
    test("a file in the way", () => {
      const sandbox = new Sandbox();
      sandbox.write(join(sandbox.folder, "home", ".cache"), "");
      expectNoPlace(sandbox, {});
    });
    test("a folder that may not be written to", () => {
      const sandbox = new Sandbox();
      const prefix = join(sandbox.folder, "prefix");
      cpSync(dist, prefix, { recursive: true, verbatimSymlinks: true });
      sandbox.write(sandbox.config, "version: 1\nplugins:\n  dirs: [../prefix/plugins/github]\n");
      sandbox.shell('chown -R nobody .; mkdir "$HOME/.cache"; chmod 755 .. "$HOME/.cache"');
      chmodSync(join(sandbox.folder, "home"), 0o755);
      const env = { GITHUB_APP_BOT_NAME: "Robo Bot", GITHUB_APP_BOT_EMAIL: "bot@example.org" };
      const words = ["setpriv", "--reuid=nobody", "--clear-groups", "git", ...commit];
      const run = runMounted(sandbox, emptySharedMemory(sandbox, "ro"), words, {
        prefix,
        env: { ...env, ...noTemporary },
      });
      expect(run.status).toBe(128);
      expect(run.stderr).toContain("there is no folder to put hooks for this command into");
    });
  },
);
