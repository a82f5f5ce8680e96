import { chmodSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

/** Cases where git does something other than one would think; each once went wrong. */
const trailer = `\n\n${botTrailer}\n`;
const commit = ["commit", "-q", "--allow-empty"];

function expectCommitted(run: Run): void {
  expect(run, run.stderr).toMatchObject({ status: 0 });
}

function explain(sandbox: Sandbox, words: string[]): string {
  return sandbox.interlock(["explain", "--", "git", ...words, "-m", "fix"]).stdout;
}

describe("where git reads the message", () => {
  test.each(["git commit-tree $(git write-tree)", "git commit -q --allow-empty -F - && git rev-parse HEAD"])(
    "standard input that somebody has made non-blocking, and that comes in pieces: %s",
    (line) => {
      const sandbox = new Sandbox();
      const made = sandbox.shell(
        `(echo one; sleep 0.3; echo two) | { perl -MFcntl -e 'fcntl(STDIN, F_SETFL, O_NONBLOCK)'; ${line}; }`,
      );
      expectCommitted(made);
      expect(sandbox.message(made.stdout.trim())).toBe(`one\ntwo${trailer}`);
    },
  );

  test("-F is relative to the work tree's top if git is called from outside it", () => {
    const sandbox = new Sandbox();
    const elsewhere = join(sandbox.folder, "elsewhere");
    sandbox.write(join(elsewhere, "m"), "elsewhere");
    sandbox.write("m", "in the work tree");
    const options = [`--git-dir=${sandbox.repository}/.git`, `--work-tree=${sandbox.repository}`];
    expectCommitted(sandbox.git([...options, ...commit, "-F", "m"], { cwd: elsewhere }));
    expect(sandbox.message()).toBe(`in the work tree${trailer}`);
    expectCommitted(sandbox.git([...options, ...commit, "-m", "fix"], { cwd: elsewhere }));
    expect(sandbox.message()).toBe(`fix${trailer}`);
  });

  test("core.worktree leads elsewhere, but in a submodule it does not", () => {
    const sandbox = new Sandbox();
    sandbox.realGit(["config", "core.worktree", sandbox.folder]);
    expectCommitted(sandbox.git([...commit, "-m", "fix"]));
    expect(sandbox.message()).toBe(`fix${trailer}`);

    const outer = new Sandbox();
    const inner = new Sandbox();
    inner.git([...commit, "-m", "first"]);
    outer.realGit([
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "--quiet",
      "add",
      inner.repository,
      "sub",
    ]);
    expectCommitted(outer.git([...commit, "-m", "fix"], { cwd: join(outer.repository, "sub") }));
    const log = outer.realGit(["-C", "sub", "log", "-1", "--format=%B"]).stdout;
    expect(log).toBe(`fix${trailer}\n`);
  });

  test("a pre-commit hook may write the file of -F", () => {
    const sandbox = new Sandbox();
    sandbox.write("m", "old");
    sandbox.write(".git/hooks/pre-commit", "#!/bin/sh\necho new >m\n", 0o755);
    expectCommitted(sandbox.git([...commit, "-F", "m"]));
    expect(sandbox.message()).toBe(`new${trailer}`);
    expectCommitted(sandbox.git([...commit, "-nF", "m"]));
    expect(sandbox.message()).toBe(`new${trailer}`);
  });

  test("paths on standard input stay there", () => {
    const sandbox = new Sandbox();
    sandbox.write("a", "1");
    sandbox.realGit(["add", "a"]);
    const long = "word ".repeat(21_000).trim();
    sandbox.write("long", long);
    const run = sandbox.shell('echo a | git commit -q -m "$(cat long)" --pathspec-from-file=/dev/stdin');
    expectCommitted(run);
    expect(sandbox.message().startsWith("word word")).toBe(true);
  });
});

describe("which repository it is", () => {
  test("a folder named .git that is none is passed by", () => {
    const sandbox = new Sandbox();
    mkdirSync(join(sandbox.repository, "sub", ".git"), { recursive: true });
    expectCommitted(sandbox.git([...commit, "-m", "fix"], { cwd: join(sandbox.repository, "sub") }));
    expect(sandbox.message()).toBe(`fix${trailer}`);
  });

  test("a work tree's own config counts only if the repository says so", () => {
    const sandbox = new Sandbox();
    sandbox.write(".git/config.worktree", "[core]\n\thooksPath = /none\n");
    expectCommitted(sandbox.git([...commit, "-m", "fix"]));
    expect(sandbox.message()).toBe(`fix${trailer}`);
    sandbox.realGit(["config", "extensions.worktreeConfig", "true"]);
    expect(explain(sandbox, commit)).toContain("inject: 'core.hookspath' is configured;");
    expectCommitted(sandbox.git([...commit, "-m", "again"]));
    expect(sandbox.message()).toBe(`again${trailer}`);
  });
});

describe("in doubt about the repository git itself is asked", () => {
  const expectTrailer = (sandbox: Sandbox, words: string[], cwd = sandbox.repository): void => {
    expectCommitted(sandbox.git([...words, "-m", "fix"], { cwd }));
    const log = sandbox.realGit(["log", "-1", "--format=%B"], { cwd });
    expect(log.stdout).toBe(`fix${trailer}\n`);
  };

  test("core.worktree that says other than the .git file", () => {
    const sandbox = new Sandbox();
    sandbox.shell(
      'mv .git ../git; echo "gitdir: $PWD/../git" >.git; mkdir ../other; git config core.worktree "$PWD/../other"',
    );
    expectTrailer(sandbox, commit);
  });

  test("HEAD that is a link to an unborn branch", () => {
    const sandbox = new Sandbox();
    sandbox.shell("rm .git/HEAD; ln -s refs/heads/main .git/HEAD");
    expectTrailer(sandbox, commit);
  });

  test("a folder that is a git folder itself, inside another repository", () => {
    const sandbox = new Sandbox();
    sandbox.shell("git init -q --bare inner.git; mkdir tree");
    expectTrailer(sandbox, ["--work-tree=../tree", ...commit], join(sandbox.repository, "inner.git"));
  });

  test("a FIFO named .git is passed by", () => {
    const sandbox = new Sandbox();
    sandbox.shell("mkdir sub; mkfifo sub/.git");
    expectCommitted(sandbox.git([...commit, "-m", "fix"], { cwd: join(sandbox.repository, "sub") }));
    expect(sandbox.message()).toBe(`fix${trailer}`);
  });
});

describe("how git cleans the message", () => {
  test("--no-cleanup takes commit.cleanup back", () => {
    const sandbox = new Sandbox();
    sandbox.realGit(["config", "commit.cleanup", "strip"]);
    expectCommitted(sandbox.git([...commit, "--no-cleanup", "-m", "#12 fix it"]));
    expect(sandbox.message()).toBe(`#12 fix it${trailer}`);
  });

  test("core.commentString is not known to every git", () => {
    const sandbox = new Sandbox();
    sandbox.realGit(["config", "core.commentString", ";"]);
    const words = [...commit, "--cleanup=strip", "-m", "# only"];
    expect(sandbox.git(words)).toEqual(sandbox.realGit(words));
  });

  test("a sign-off without a name is no sign-off once the line is trimmed", () => {
    const sandbox = new Sandbox();
    expectCommitted(sandbox.git([...commit, "-m", "title\n\nsome note\nSigned-off-by: \nReviewed-by: x"]));
    const trailers = sandbox.realGit(["log", "-1", "--format=%(trailers)"]).stdout;
    expect(trailers).toBe(`${botTrailer}\n\n`);
  });
});

describe("odd surroundings", () => {
  test("a closed stderr does not end the commit", () => {
    const sandbox = new Sandbox();
    const script =
      'import os, subprocess\nr, w = os.pipe()\nos.close(r)\nprint(subprocess.run(["git", "commit", "--allow-empty", "-m", "fix"], stderr=w).returncode)';
    expect(
      sandbox.run("/usr/bin/python3", ["-c", script], {
        env: { GITHUB_APP_BOT_NAME: "Robo Bot", GITHUB_APP_BOT_EMAIL: "bot@example.org" },
      }).stdout,
    ).toMatch(/\n0\n$/);
    expect(sandbox.message()).toBe(`fix${trailer}`);
  });

  test("a closed stderr does not end the commit where SIGPIPE is blocked, either", () => {
    const sandbox = new Sandbox();
    const script = `import os, signal, subprocess
r, w = os.pipe()
os.close(r)
def block():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
run = subprocess.run(["git", "commit", "-q", "--allow-empty", "-m", "fix"], stderr=w, preexec_fn=block)
print(run.returncode)`;
    const env = {
      GITHUB_APP_BOT_NAME: "Robo Bot",
      GITHUB_APP_BOT_EMAIL: "bot@example.org",
      INTERLOCK_DEBUG: "1",
    };
    sandbox.realGit(["config", "core.hooksPath", "x"]);
    expect(sandbox.run("/usr/bin/python3", ["-c", script], { env }).stdout).toBe("0\n");
  });

  test.each(["<&-", "<&- >&-", "<&- >&- 2>&-"])("closed standard files: %s", (closed) => {
    const sandbox = new Sandbox();
    sandbox.write("long", `title\n\n${"x".repeat(200_000)}`);
    expectCommitted(sandbox.shell(`git commit -q --allow-empty -F long ${closed}`));
    expect(sandbox.message().endsWith(trailer)).toBe(true);
  });

  test("a closed standard input is git's to complain of", () => {
    const sandbox = new Sandbox();
    const shimmed = sandbox.shell("git commit --allow-empty -F - <&-");
    const plain = sandbox.shell("/usr/bin/git commit --allow-empty -F - <&-");
    expect(shimmed).toEqual(plain);
  });

  test("a large environment leaves room for the message", () => {
    const sandbox = new Sandbox();
    sandbox.write("m", `title\n\n${"y".repeat(95_000)}`);
    const env = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`BIG_${i}`, "z".repeat(131_000)]));
    expectCommitted(sandbox.git([...commit, "-F", "m"], { env: { ...env, BIG: "z".repeat(60_000) } }));
    expect(sandbox.message().endsWith(trailer)).toBe(true);
  });

  test("no timer to be had is no reason to stop", () => {
    const sandbox = new Sandbox();
    sandbox.git([...commit, "-m", "first"]);
    expectCommitted(sandbox.shell("ulimit -i 0; git commit -q --allow-empty -m fix"));
    expect(sandbox.message()).toBe(`fix${trailer}`);
  });

  test("long lines in a config file", () => {
    const sandbox = new Sandbox();
    const long = `[alias]\n\thook = "${"log --oneline ".repeat(30_000)}"\n[url "${"x".repeat(20_000)}"]\n\tinsteadOf = hook\n`;
    sandbox.shell(`cat >>"$HOME/.gitconfig"`, { input: long });
    expectCommitted(sandbox.git([...commit, "-m", "fix"], { env: { INTERLOCK_TIMEOUT_MS: "5000" } }));
    expect(sandbox.message()).toBe(`fix${trailer}`);
  });

  test("a trailer folded over thousands of lines", () => {
    const sandbox = new Sandbox();
    const input = `fix\n\nFoo: bar\n${" continued on this line\n".repeat(10_000)}`;
    expectCommitted(sandbox.git([...commit, "-F", "-"], { input, env: { INTERLOCK_TIMEOUT_MS: "5000" } }));
    expect(sandbox.message().endsWith(`line\n${botTrailer}\n`)).toBe(true);
  });

  /** A sandbox of another user, with a prefix that this user can reach. Only root can make one. */
  function asNobody(config: string): { sandbox: Sandbox; git: (words: string[]) => Run } {
    const sandbox = new Sandbox(config);
    const prefix = join(sandbox.folder, "prefix");
    cpSync(dist, prefix, { recursive: true, verbatimSymlinks: true });
    const env = { GITHUB_APP_BOT_NAME: "Robo Bot", GITHUB_APP_BOT_EMAIL: "bot@example.org" };
    const git = (words: string[]): Run => {
      sandbox.shell(
        `chmod 755 "${sandbox.folder}"; chown -R nobody "${sandbox.repository}" "${sandbox.folder}/home"`,
      );
      return sandbox.run("setpriv", ["--reuid=nobody", "--clear-groups", "git", ...words], { env, prefix });
    };
    return { sandbox, git };
  }
  const isRoot = process.getuid?.() === 0;
  const config = "version: 1\nplugins:\n  dirs: [../prefix/plugins/github]\n";

  test.runIf(isRoot)("a file of sealed values that may not be read stops the commit", () => {
    const { sandbox, git } = asNobody(`${config}envFile: sealed/env\n`);
    const sealed = join(sandbox.folder, "interlock", "sealed");
    sandbox.write(join(sealed, "env"), "GITHUB_APP_BOT_NAME=sealed\n");
    expectCommitted(git([...commit, "-m", "fix"]));
    expect(git(["log", "-1", "--format=%B"]).stdout).toContain("Co-authored-by: sealed <");
    chmodSync(sealed, 0o700);
    const run = git([...commit, "-m", "fix"]);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain(
      "the file of sealed values is of no use: it cannot be read: permission denied",
    );
  });

  test.runIf(isRoot)("plans that root keeps under planDir serve everybody", () => {
    const { sandbox, git } = asNobody("");
    const folder = join(sandbox.folder, "plans");
    sandbox.write(sandbox.config, `${config}planDir: ${folder}\n`);
    expect(sandbox.interlock(["compile"]).status).toBe(0);
    // Without a cold side only the kept plan can serve.
    sandbox.shell(`rm -r "${sandbox.folder}/prefix/lib"`);
    expectCommitted(git([...commit, "-m", "fix"]));
    expect(git(["log", "-1", "--format=%B"]).stdout).toContain(botTrailer);
  });

  test.runIf(isRoot)("a plugin folder that may not be searched is an error, not an empty one", () => {
    const { sandbox, git } = asNobody(config.replace("plugins/github", "plugins"));
    chmodSync(join(sandbox.folder, "prefix", "plugins", "github"), 0o700);
    const run = git([...commit, "-m", "fix"]);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("cannot be reached");
  });

  test.runIf(isRoot)("a cache in a folder that may not be searched is no cache", () => {
    const { sandbox, git } = asNobody(config);
    sandbox.shell('mkdir -m 700 "$HOME/.cache"');
    git(["status"]);
    sandbox.shell('chown root "$HOME/.cache"');
    const env = { GITHUB_APP_BOT_NAME: "Robo Bot", GITHUB_APP_BOT_EMAIL: "bot@example.org" };
    const words = ["--reuid=nobody", "--clear-groups", "git", ...commit, "-m", "fix"];
    expectCommitted(sandbox.run("setpriv", words, { env, prefix: join(sandbox.folder, "prefix") }));
  });
});
