import { join } from "node:path";
import { expect, test } from "vitest";
import { sanitizedPrefix as prefix } from "../support/paths.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

/** The native host under the address and undefined-behaviour sanitizers; a report ends it with another status. */
const env = { ASAN_OPTIONS: "detect_leaks=0:exitcode=99", UBSAN_OPTIONS: "halt_on_error=1:exitcode=98" };

test("a pass-through, and no git on PATH", () => {
  const sandbox = new Sandbox();
  expect(sandbox.git(["status", "--short"], { prefix, env })).toEqual({ status: 0, stdout: "", stderr: "" });
  const nowhere = { env: { ...env, PATH: "/none::relative:" } };
  expect(sandbox.run(join(prefix, "bin", "git"), ["status"], nowhere).status).toBe(0);
  expect(sandbox.run(join(prefix, "bin", "gh"), ["--version"], nowhere).status).toBe(0);
});

test("commits: a plan compiled and read, arguments, files, pipes, long messages, all bytes", () => {
  const sandbox = new Sandbox();
  const long = "x".repeat(300_000);
  const commit = ["commit", "-q", "--allow-empty"];
  const messages: [words: string[], input: string, message: string][] = [
    [["-m", "first"], "", "first"],
    [["-m", "a", "-qmb", "-nm", "c"], "", "a\n\nb\n\nc"],
    [["-F", "-"], `title\n\n${long}`, `title\n\n${long}`],
    [["-F", "-"], "caf\xc3\xa9", "caf\xc3\xa9"],
    [["--cleanup=verbatim", "-F", "-"], "as it is", "as it is"],
  ];
  for (const [words, input, message] of messages) {
    const run = sandbox.git([...commit, ...words], { prefix, env, input: Buffer.from(input, "latin1") });
    expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(sandbox.message().trimEnd()).toBe(`${message}\n\n${botTrailer}`);
  }
});

test("refusals, failures, a deadline, a slow cold side, a dry run", () => {
  const sandbox = new Sandbox();
  const status = (words: string[], more: object = {}): number | string =>
    sandbox.git(words, { prefix, env: { ...env, ...more } }).status;
  expect(status(["commit", "-m", "x"], { INTERLOCK_TIMEOUT_MS: "1" })).toBe(128);
  expect(status(["commit", "-m", "x"], { INTERLOCK_CONFIG: "/none" })).toBe(128);
  expect(status(["commit", "--allow-empty-message", "-m", ""])).toBe(1);
  expect(status(["commit", "-m", "x"], { GITHUB_APP_BOT_NAME: "a\tb" })).toBe(128);
  expect(status(["commit", "-m", "x"], { INTERLOCK_DRY_RUN: "1" })).toBe(0);
  expect(status(["commit", "-m", "x"], { INTERLOCK_DRY_RUN: "json" })).toBe(0);
  expect(sandbox.run("interlock", ["--version"], { prefix, env }).status).toBe(0);
  expect(sandbox.run("interlock", ["nonsense"], { prefix, env }).status).toBe(129);
  const file = sandbox.write("long", "line\n".repeat(300_000));
  status(["commit", "-q", "--allow-empty", "-m", "x"]);
  expect(status(["commit", "-F", file], { INTERLOCK_TIMEOUT_MS: "20" })).toBe(128);
});
