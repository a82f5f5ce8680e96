import { describe, expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

/** Set-ups under which the message is not provably the last word: the rules run in git's commit-msg hook. */
const notPlain: [why: string, prepare: (sandbox: Sandbox) => void, words: string[], env: object][] = [
  ["the repository has a 'commit-msg' hook", (s) => hook(s, "commit-msg"), [], {}],
  ["the repository has a 'prepare-commit-msg' hook", (s) => hook(s, "prepare-commit-msg"), ["-n"], {}],
  ["'core.hookspath' is configured", (s) => config(s, "core.hooksPath", "x"), [], {}],
  ["'include.path' is configured", (s) => config(s, "include.path", "x"), [], {}],
  ["'hook.x.event' is configured", (s) => config(s, "hook.x.event", "commit-msg"), [], {}],
  ["i18n.commitEncoding is 'ISO-8859-1'", (s) => config(s, "i18n.commitEncoding", "ISO-8859-1"), [], {}],
  [
    "the environment variable 'GIT_CONFIG_PARAMETERS' is set",
    () => {},
    [],
    { GIT_CONFIG_PARAMETERS: "'a.b'='c'" },
  ],
  [
    "'core.hookspath' is configured",
    () => {},
    [],
    { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.hooksPath", GIT_CONFIG_VALUE_0: "x" },
  ],
  ["--signoff is given", () => {}, ["-s"], {}],
  ["--trailer is given", () => {}, ["--trailer", "A: b"], {}],
];

function hook(sandbox: Sandbox, name: string): void {
  sandbox.write(`.git/hooks/${name}`, "#!/bin/sh\nexit 0\n", 0o755);
}

function config(sandbox: Sandbox, key: string, value: string): void {
  sandbox.realGit(["config", key, value]);
}

describe("a case that is not plain is injected, ends with the trailer, and a dry run says why", () => {
  test.each(notPlain)("%s", (why, prepare, words, env) => {
    const sandbox = new Sandbox();
    const plain = new Sandbox();
    prepare(sandbox);
    prepare(plain);
    const line = ["commit", "-q", "--allow-empty", "-m", "fix", ...words];
    const options = { env: { ...env } };
    const explained = sandbox.interlock(["explain", "--", "git", ...line], options).stdout;
    expect(explained).toContain(`strategy  inject: ${why}; the rules run in git's commit-msg hook\n`);
    expect(sandbox.git(line, options)).toEqual(plain.realGit(line, options));
    expect(sandbox.message().split(`${botTrailer}\n`)).toHaveLength(2);
    const without = sandbox.message().replace(`${botTrailer}\n`, "").replace(/\n+$/, "\n");
    expect(without).toBe(plain.message());
  });

  test("a command that makes no commit", () => {
    const run = new Sandbox().git(["status", "--short"], { env: { INTERLOCK_DEBUG: "1" } });
    expect(run).toEqual({
      status: 0,
      stdout: "",
      stderr: "interlock: passed through: the command makes no commit\n",
    });
  });
});

describe("what looks odd but is plain carries the trailer", () => {
  const plain: [
    title: string,
    prepare: (sandbox: Sandbox) => void,
    words: string[],
    env: object,
    message?: string,
  ][] = [
    ["a commit-msg hook that --no-verify skips", (s) => hook(s, "commit-msg"), ["-n"], {}],
    ["a commit-msg hook without an execute bit", (s) => s.write(".git/hooks/commit-msg", "x", 0o644), [], {}],
    ["a pre-commit hook", (s) => hook(s, "pre-commit"), [], {}],
    ["a word of interest in a value", (s) => config(s, "alias.x", "log --grep=hook include"), [], {}],
    ["commit.cleanup=strip", (s) => config(s, "commit.cleanup", "strip"), ["-m", "# gone"], {}],
    [
      "core.commentChar=;",
      (s) => config(s, "core.commentChar", ";"),
      ["--cleanup=strip", "-m", "; gone"],
      {},
    ],
    ["UTF-8 in another spelling", (s) => config(s, "i18n.commitEncoding", "utf8"), [], {}],
    [
      "variables that have no say",
      () => {},
      [],
      { GIT_SSL_CAINFO: "/x", GIT_EDITOR: "false", GIT_BRANCH: "x" },
    ],
    ["variables of git's own tests", () => {}, [], { GIT_TEST_INSTALLED: "/x", GIT_TEST_FSYNC: "false" }],
    [
      "GIT_CONFIG_COUNT with other settings",
      () => {},
      [],
      { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" },
    ],
  ];
  test.each(plain)("%s", (_, prepare, words, env) => {
    const sandbox = new Sandbox();
    prepare(sandbox);
    const run = sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix", ...words], { env: { ...env } });
    expect(run).toMatchObject({ status: 0 });
    expect(sandbox.message()).toBe(`fix\n\n${botTrailer}\n`);
  });
});

test("when.envPresent: without the variables the hook is skipped", () => {
  const sandbox = new Sandbox();
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"], { env: { GITHUB_APP_BOT_EMAIL: undefined } });
  expect(sandbox.message()).toBe("fix\n");
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"], { env: { GITHUB_APP_BOT_EMAIL: "" } });
  expect(sandbox.message()).toBe("fix\n");
});

test("the script runs in the one process that becomes git", () => {
  const sandbox = new Sandbox();
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "first"]);
  const log = `${sandbox.folder}/trace`;
  sandbox.shell(
    `strace -f -qq -e trace=execve,clone,fork,vfork,clone3 -o '${log}' git commit -q --allow-empty -m fix`,
  );
  const calls = sandbox
    .run("/bin/cat", [log])
    .stdout.split("\n")
    .filter((line) => !line.includes("maintenance"));
  const untilGit = calls.slice(0, calls.findIndex((line) => line.includes('execve("/usr/bin/git"')) + 1);
  expect(untilGit.map((line) => line.replace(/^\d+ +/, "").replace(/\(.*/, ""))).toEqual([
    "execve",
    "execve",
  ]);
});
