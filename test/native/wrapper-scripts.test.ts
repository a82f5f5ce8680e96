/**
 * A git on PATH that is a script of somebody's own and calls interlock again. Before it was stepped over, each of
 * these ran in a circle for ever: every command here has a time limit.
 */
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dist, realGit } from "../support/paths.ts";
import { botEnv, botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

const shim = join(dist, "bin");
const usual = "/usr/bin:/bin";

/** A folder with a `git` that notes that it was called, and then does what is asked. */
function wrapper(sandbox: Sandbox, name: string, body: string): string {
  const folder = join(sandbox.folder, name);
  const script = `#!/bin/sh\necho "${name} $1" >>'${sandbox.folder}/calls'\n${body}\n`;
  sandbox.write(join(folder, "git"), script, 0o755);
  return folder;
}

function calls(sandbox: Sandbox): string[] {
  return readFileSync(join(sandbox.folder, "calls"), "utf8").trimEnd().split("\n");
}

/** A circle ends with status 124, or by the limit on processes and not with the machine. */
function limited(sandbox: Sandbox, command: string, path: string, env: Record<string, string> = {}): Run {
  return sandbox.run("/usr/bin/timeout", ["-k", "1", "10", "/bin/sh", "-c", command], {
    env: { ...botEnv, PATH: path, ...env },
  });
}

const byPath = `exec ${shim}/git "$@"`;

/** Every way of calling it again that ran in a circle. */
const scripts: [title: string, body: string][] = [
  ["by its path", byPath],
  ["by its name", 'exec git "$@"'],
  ["as a child", `${shim}/git "$@"; exit $?`],
  ["as a child's child", `(cd . && { ${shim}/git "$@"; exit $?; }; exit $?)`],
  ["through another program", `exec env -u NOTHING ${shim}/git "$@"`],
];

describe.each(scripts)("a script behind interlock that calls it %s", (_, body) => {
  test("is run once and stepped over", () => {
    const sandbox = new Sandbox();
    const path = `${shim}:${wrapper(sandbox, "behind", body)}:${usual}`;
    expect(limited(sandbox, "git status --porcelain", path)).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(calls(sandbox)).toEqual(["behind status"]);
  });

  test("makes commits that carry the trailer once", () => {
    const sandbox = new Sandbox();
    const node = join(process.execPath, "..");
    const path = `${shim}:${wrapper(sandbox, "behind", body)}:${usual}:${node}`;
    sandbox.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n", 0o755);
    for (const words of ["-m fix", "--amend --no-edit"])
      expect(limited(sandbox, `git commit -qn --allow-empty ${words}`, path)).toMatchObject({ status: 0 });
    expect(sandbox.message()).toBe(`fix\n\n${botTrailer}\n`);
  });
});

test.each([
  ["calls interlock again", byPath],
  ["calls the real git", `exec ${realGit} "$@"`],
])("a push is judged, and works, where the script %s", (_, body) => {
  const sandbox = new Sandbox();
  const path = `${shim}:${wrapper(sandbox, "behind", body)}:${usual}:${join(process.execPath, "..")}`;
  sandbox.realGit(["init", "-q", "--bare", "../remote.git"]);
  const push = (message: string): Run => {
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", message]);
    return limited(sandbox, "git push -q ../remote.git HEAD:main", path);
  };
  expect(push(`fix\n\n${botTrailer}`)).toEqual({ status: 0, stdout: "", stderr: "" });
  const refused = push("bad");
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("bad");
});

test("a script in front of interlock, which is not on PATH, is stepped over", () => {
  const sandbox = new Sandbox();
  const path = `${wrapper(sandbox, "front", byPath)}:${usual}`;
  expect(limited(sandbox, "git --version", path)).toMatchObject({ status: 0, stderr: "" });
  expect(calls(sandbox)).toEqual(["front --version", "front --version"]);
});

test.each([
  ["empties its environment", `exec env -i PATH="$PATH" ${shim}/git "$@"`],
  ["empties that of a child", `env -i PATH="$PATH" ${shim}/git "$@"; exit $?`],
  ["takes our variable away", `unset INTERLOCK_WRAPPERS; ${byPath}`],
])("a script that %s is run once, too", (_, body) => {
  const sandbox = new Sandbox();
  const path = `${shim}:${wrapper(sandbox, "behind", body)}:${usual}`;
  expect(limited(sandbox, "git --version && git --exec-path", path)).toMatchObject({ status: 0, stderr: "" });
  expect(calls(sandbox)).toEqual(["behind --version", "behind --exec-path"]);
});

test("several of them are stepped over, one after the other", () => {
  const sandbox = new Sandbox();
  const [a, b] = [wrapper(sandbox, "a", byPath), wrapper(sandbox, "b", 'exec git "$@"')];
  expect(limited(sandbox, "git --version", `${shim}:${a}:${b}:${usual}`)).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(calls(sandbox)).toEqual(["a --version", "b --version"]);
});

test("where there is nothing else, the error names the script", () => {
  const sandbox = new Sandbox();
  const folder = wrapper(sandbox, "behind", byPath);
  expect(limited(sandbox, `${shim}/git status`, `${shim}:${folder}`)).toEqual({
    status: 127,
    stdout: "",
    stderr:
      `interlock: error: no real program found: this script calls interlock again: ${folder}/git [E-no-real-program]\n` +
      "hint: have the script call the real program by its path, or install that behind it on PATH\n",
  });
});

test("one that is kept beside interlock is not replaced by what PATH has", () => {
  const sandbox = new Sandbox();
  const prefix = join(sandbox.folder, "prefix");
  mkdirSync(join(prefix, "bin"), { recursive: true });
  copyFileSync(join(shim, "interlock"), join(prefix, "bin", "git"));
  const kept = join(prefix, "lib", "interlock", "real", "git");
  sandbox.write(kept, `#!/bin/sh\nexec ${prefix}/bin/git "$@"\n`, 0o755);
  const run = limited(sandbox, "git status", `${prefix}/bin:${usual}`);
  expect(run).toMatchObject({ status: 127, stdout: "" });
  expect(run.stderr).toContain("/lib/interlock/real/git [E-no-real-program]\nhint: have the script call");
});

test("a script that calls the real git is run at every call, in hooks and aliases too", () => {
  const sandbox = new Sandbox();
  const body = `exec ${realGit} "$@"`;
  const path = `${shim}:${wrapper(sandbox, "logging", body)}:${usual}`;
  sandbox.realGit(["config", "alias.twice", "!git rev-parse --git-dir"]);
  sandbox.write(
    ".git/hooks/post-commit",
    "#!/bin/sh\ngit rev-parse --is-bare-repository >/dev/null\n",
    0o755,
  );
  expect(limited(sandbox, "git twice && git commit -q --allow-empty -m x", path)).toMatchObject({
    status: 0,
  });
  expect(calls(sandbox).filter((call) => call === "logging rev-parse")).toHaveLength(2);
});

test("the real git sees nothing of it, whether scripts were stepped over or not", () => {
  const sandbox = new Sandbox();
  // A program that prints its environment, in the place of git.
  const folder = join(sandbox.folder, "program");
  mkdirSync(folder);
  copyFileSync("/usr/bin/env", join(folder, "git"));
  const environment = (path: string): string[] =>
    limited(sandbox, "git -0", path)
      .stdout.split("\0")
      .filter((line) => !/^(PATH|_|PWD|OLDPWD)=/.test(line))
      .sort();
  const plain = environment(`${folder}:${usual}`);
  expect(plain.length).toBeGreaterThan(5);
  expect(environment(`${shim}:${folder}:${usual}`)).toEqual(plain);
  expect(environment(`${shim}:${wrapper(sandbox, "behind", byPath)}:${folder}:${usual}`)).toEqual(plain);
});

test("what the variable says counts for scripts only", () => {
  const sandbox = new Sandbox();
  const env = { INTERLOCK_WRAPPERS: `1@${realGit}:@::x:1@/usr/bin/git:` };
  expect(limited(sandbox, "git --version", `${shim}:${usual}`, env)).toMatchObject({ status: 0, stderr: "" });
});
