import { describe, expect, test } from "vitest";
import { createPushing, expectStopped, expectTaken, type Pushing } from "../push/pushing.ts";
import { runWithFault, type Fault, type FaultRun } from "../support/inject.ts";
import { Sandbox } from "../support/sandbox.ts";

const fault: Fault["error"] = "EIO";

describe("a message on standard input that cannot be read", () => {
  const lines = [
    "printf 'fix: a\\n' | git commit -q --allow-empty -F -",
    "printf 'fix: a\\n' | git commit-tree -F - HEAD^{tree}",
    "printf 'fix: a\\n' | git commit-tree HEAD^{tree}",
  ];
  test.each(lines)("ends '%s', with a word", (line) => {
    const sandbox = new Sandbox();
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "first"]);
    // The first read gets all, the second would report the end.
    const run = runWithFault(sandbox, { calls: "read", path: "pipe:", nth: 2, error: fault }, line);
    expect(run.stderr).toContain(
      "interlock: error: the system cannot read a file: standard input: I/O error [E-system-fault]\nhint: ",
    );
    expect(run.status).toBe(128);
    expect(run.stdout).toBe("");
    expect(sandbox.commitCount()).toBe(1);
  });
});

test("a file that a commit-tree cannot read at first is not left to git, which could", () => {
  const sandbox = new Sandbox();
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "first"]);
  sandbox.write("message", "fix: a\n");
  const run = runWithFault(
    sandbox,
    { path: "message", error: fault },
    "git commit-tree -F message HEAD^{tree}",
  );
  expect(run.calls.length).toBeGreaterThan(0);
  expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 128, stdout: "" });
});

describe("a push", () => {
  const push = ({ sandbox }: Pushing, what: Fault): FaultRun =>
    runWithFault(sandbox, what, "git push -q origin main");

  test("whose hook cannot read what is pushed says so", () => {
    const pushing = createPushing();
    pushing.good();
    const attempt = (nth: number): FaultRun => {
      pushing.prepare("git -C $BARE update-ref -d refs/heads/main");
      return push(pushing, { calls: "read", path: "pipe:", nth, error: fault });
    };
    // The first push asks git for its exec-path.
    attempt(0);
    const { calls } = attempt(0);
    const failed = calls.map((_, i) => attempt(i + 1)).filter(({ status }) => status !== 0);
    for (const { stderr } of failed) expect(stderr).toMatch(/interlock: error: .*\nhint: /);
    expect(failed.map(({ stderr }) => stderr).join("")).toContain(
      "the system cannot read a file: standard input",
    );
  });

  test("does not end by a signal where the trace cannot be collected", () => {
    const pushing = createPushing();
    pushing.good();
    for (const nth of [1, 2, 3])
      expectTaken(pushing, push(pushing, { calls: "recvmsg", nth, error: fault }), ["Good"]);
    pushing.good("Better");
    expectTaken(pushing, push(pushing, { calls: "recvmsg", lasts: true, error: fault }), ["Better", "Good"]);
  });

  test("is stopped all the same if it is bad", () => {
    const pushing = createPushing();
    pushing.bad();
    expectStopped(pushing, push(pushing, { calls: "recvmsg", lasts: true, error: fault }));
  });
});
