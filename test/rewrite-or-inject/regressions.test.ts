import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { botTrailer, Sandbox, type RunOptions } from "../support/sandbox.ts";

const carried = `m\n\n${botTrailer}\n`;

/** A repository with one commit. */
function started(): Sandbox {
  const sandbox = new Sandbox();
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "base"]);
  return sandbox;
}

function bash(sandbox: Sandbox, script: string, options: RunOptions = {}) {
  return sandbox.shell(`bash -c ${JSON.stringify(script)}`, options);
}

describe("commit-tree reads a pipe once, and hands on what it read", () => {
  test.each([
    ["a process's output", `git commit-tree -F <(printf 'm\\n\\n${botTrailer}\\n') HEAD^{tree}`],
    ["/dev/stdin", `printf 'm\\n\\n${botTrailer}\\n' | git commit-tree -F /dev/stdin HEAD^{tree}`],
    ["one that is changed", `git commit-tree -F <(printf 'm\\n') HEAD^{tree}`],
  ])("%s", (_, script) => {
    const sandbox = started();
    const run = bash(sandbox, script);
    expect(run.status).toBe(0);
    expect(sandbox.message(run.stdout.trim())).toBe(carried);
  });

  test("outside the work tree -F is seen from there", () => {
    const sandbox = started();
    const outside = join(sandbox.folder, "outside");
    sandbox.write(join(outside, "m"), "m\n");
    const tree = sandbox.realGit(["rev-parse", "HEAD^{tree}"]).stdout.trim();
    const env = { GIT_DIR: join(sandbox.repository, ".git"), GIT_WORK_TREE: sandbox.repository };
    const run = sandbox.git(["commit-tree", "-F", "m", tree], { cwd: outside, env });
    expect(sandbox.message(run.stdout.trim())).toBe(carried);
  });
});

describe("where the work tree is elsewhere the repository's hooks are still found", () => {
  const failing = "#!/bin/sh\nexit 1\n";

  test("core.worktree", () => {
    const sandbox = started();
    mkdirSync(join(sandbox.folder, "elsewhere"));
    sandbox.realGit(["config", "core.worktree", join(sandbox.folder, "elsewhere")]);
    sandbox.write(".git/hooks/pre-commit", failing, 0o755);
    expect(sandbox.git(["commit", "-q", "--allow-empty", "-m", "x"]).status).toBe(1);
    expect(sandbox.commitCount()).toBe(1);
  });

  test("a bare repository with --work-tree", () => {
    const sandbox = started();
    const bare = join(sandbox.folder, "bare.git");
    const tree = join(sandbox.folder, "tree");
    mkdirSync(tree);
    sandbox.realGit(["clone", "-q", "--bare", ".", bare]);
    sandbox.write(join(bare, "hooks", "commit-msg"), '#!/bin/sh\necho hooked >>"$1"\n', 0o755);
    const run = sandbox.git(["--work-tree", tree, "commit", "-q", "--allow-empty", "-m", "x"], { cwd: bare });
    expect(run.status).toBe(0);
    const message = sandbox.realGit(["log", "-1", "--format=%B"], { cwd: bare }).stdout;
    expect(message).toBe(`x\nhooked\n\n${botTrailer}\n\n`);
  });
});

test("a relative cache folder is none: a private one serves, and nothing is left in the work tree", () => {
  const sandbox = started();
  mkdirSync(join(sandbox.repository, "sub"));
  const env = { XDG_CACHE_HOME: "cache", TMPDIR: sandbox.folder };
  const cwd = join(sandbox.repository, "sub");
  const run = sandbox.git(["commit", "-q", "--amend", "--no-edit", "--allow-empty"], { env, cwd });
  expect(run.status).toBe(0);
  expect(sandbox.message()).toBe(`base\n\n${botTrailer}\n`);
  expect(sandbox.realGit(["status", "--porcelain", "-uall"]).stdout).toBe("");
});

test("a link of ours that leads elsewhere is put right", () => {
  const sandbox = started();
  const amend = ["commit", "-q", "--amend", "--no-edit", "--allow-empty"];
  sandbox.git(amend);
  sandbox.realGit(["commit", "-q", "--amend", "--allow-empty", "-m", "m"]);
  sandbox.shell('for l in "$HOME"/.cache/interlock/hooks-*/commit-msg; do ln -sfn /bin/true "$l"; done');
  expect(sandbox.git(amend).status).toBe(0);
  expect(sandbox.message()).toBe(carried);
});

test("help.autocorrect leads to no commit without the rules, editor and --no-verify or not", () => {
  const sandbox = started();
  const env = { GIT_EDITOR: `sh -c 'echo m >"$1"' --` };
  const line = ["-c", "help.autocorrect=immediate", "comit", "-q", "-n", "--allow-empty"];
  expect(sandbox.git(line, { env }).status).toBe(0);
  expect(sandbox.message()).toBe(carried);
});

test("cherry-pick takes thousands of commits on its line", () => {
  const sandbox = started();
  const ids = `$(for i in $(seq 3500); do echo ${"0".repeat(40)}; done)`;
  const script = `git cherry-pick ${ids} 2>&1 | head -c 200`;
  const real = sandbox.shell(script, { prefix: null });
  expect(sandbox.shell(script)).toEqual(real);
  expect(real.stdout).toContain("bad object");
});

test("core.commentChar=auto: a line that only looks like a comment is text", () => {
  const sandbox = started();
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "foo\n\nbody\n\n#123 last"]);
  const settings = ["-c", "core.commentChar=auto", "-c", "commit.status=false", "-c", "core.editor=true"];
  sandbox.git([...settings, "commit", "--amend", "--allow-empty", "-q"]);
  expect(sandbox.message()).toBe(`foo\n\nbody\n\n#123 last\n\n${botTrailer}\n`);
});

test("a merge that is a fast-forward says nothing, and no rule stops it", () => {
  const sandbox = started();
  sandbox.shell(
    "PATH=/usr/bin:/bin; git checkout -q -b side; git commit -q --allow-empty -m s; git checkout -q main",
  );
  expect(sandbox.git(["merge", "-q", "-m", "x", "side"])).toMatchObject({ status: 0, stderr: "" });
});

test.runIf(process.getuid?.() === 0)("where no process can be started nothing is passed by", () => {
  const sandbox = started();
  sandbox.git(["commit", "-q", "--amend", "--no-edit", "-s", "--allow-empty"]);
  sandbox.realGit(["commit", "-q", "--amend", "--allow-empty", "-m", "bare"]);
  sandbox.shell(`git config --global safe.directory '*'; chown -R 12345 '${sandbox.folder}'`);
  const amend =
    "setpriv --reuid=12345 --clear-groups prlimit --nproc=1 git commit -q --amend --no-edit -s --allow-empty";
  // git cannot start the hook.
  expect(sandbox.shell(amend)).toMatchObject({ status: 1 });
  expect(sandbox.message()).toBe("bare\n");
  // Nor can we ask it for settings.
  sandbox.shell("git config include.path more");
  const run = sandbox.shell(amend);
  expect(run.status).toBe(128);
  expect(run.stderr).toContain("git could not be asked about the repository");
  expect(sandbox.message()).toBe("bare\n");
});
