import { describe, expect, test } from "vitest";
import { withProgram } from "../programs/both-hosts.ts";
import { sh } from "../programs/with-program.ts";
import { runWithFault, type ErrorName, type FaultRun } from "../support/inject.ts";
import type { Sandbox } from "../support/sandbox.ts";

const commit = "git commit -q --allow-empty -F message";

/** Before the program starts, git's answers are read from pipes, too. */
function readsBeforeProgram(): number {
  const { calls } = runWithFault(
    sandboxWith("exit 0"),
    { calls: "read,execve", nth: 0, error: "EIO" },
    commit,
  );
  const start = calls.findIndex((call) => call.startsWith("execve ") && call.endsWith("/check"));
  return calls.slice(0, start).filter((call) => call.startsWith("read pipe:")).length;
}

function commitWithFault(sandbox: Sandbox, error: ErrorName, lasts: boolean): FaultRun {
  return runWithFault(
    sandbox,
    { calls: "read", path: "pipe:", nth: readsBeforeProgram() + 1, lasts, error },
    commit,
  );
}

/** Each host's way to the pipe from which it reads the program's standard output. */
const ways: [title: string, run: (sandbox: Sandbox, error: ErrorName, lasts: boolean) => FaultRun][] = [
  ["a commit", commitWithFault],
  [
    "interlock dispatch",
    (sandbox, error, lasts) =>
      runWithFault(
        sandbox,
        { calls: "read", path: "socket:", lasts, error, program: process.execPath },
        "interlock dispatch commit.message.finalize <message.json",
      ),
  ],
];

const answer = '{"text": "fix: by the program"}';

function sandboxWith(script: string): Sandbox {
  const sandbox = withProgram(sh(script));
  sandbox.write("message.json", JSON.stringify({ text: "fix: a\n" }));
  return sandbox;
}

describe.each(ways)("in %s", (title, run) => {
  const isCommit = title === "a commit";
  const result = (sandbox: Sandbox, { stdout }: FaultRun): string => (isCommit ? sandbox.message() : stdout);

  test("a program whose answer cannot be read has failed", () => {
    const sandbox = sandboxWith(`echo '${answer}'`);
    const ended = run(sandbox, "EIO", true);
    expect(ended.calls.length).toBeGreaterThan(0);
    expect(ended.stdout + ended.stderr).toContain("its output could not be read");
    // In git's hook, git says how it ends.
    expect(ended.status).toBe(isCommit ? 1 : 128);
    expect(sandbox.commitCount()).toBe(0);
  });

  test("an interrupted read is repeated", () => {
    const sandbox = sandboxWith(`echo '${answer}'`);
    expect(result(sandbox, run(sandbox, "EINTR", false))).toContain("fix: by the program");
  });
});

test("a refusal by exit status counts all the same", () => {
  const sandbox = sandboxWith("exit 2");
  const ended = commitWithFault(sandbox, "EIO", true);
  expect(ended.stderr).toContain("[E-program-refused]");
  expect(ended.status).toBe(1);
});
