/**
 * `git push --dry-run` sends nothing: the gate says what it thinks of it, and lets it pass.
 */
import { describe, expect, test } from "vitest";
import { createPushing, expectStopped, runLater } from "./pushing.ts";
import { serve } from "../support/serve-http.ts";

const warning =
  /^interlock: warning: 1 of 1 commit for '.*' breaks a rule; without --dry-run the push is refused \[E-push-refused\]\nhint: /m;

test.each([
  "git push --dry-run origin main",
  "git push -n origin main",
  "git push -qn origin main",
  "git push --dry-run --no-verify origin main",
  "git push --no-dry-run origin main --dry",
  "INTERLOCK_QUIET=1 git push --dry-run -q origin main",
  "git -c alias.try='push --dry-run' try origin main",
])("%s warns and passes", (line) => {
  const pushing = createPushing();
  const id = pushing.bad();
  const run = pushing.run(line);
  expect(run.stderr).toMatch(warning);
  expect(run.stderr).toContain(`interlock: commit ${id.slice(0, 12)} Bad\n`);
  expect(run.stdout).not.toContain("interlock");
  expect(run.status).toBe(0);
  expect(pushing.arrived()).toEqual([]);
});

test.each([
  "git push --dry-run --no-dry-run origin main",
  "git push -n --no-dry-r origin main",
  "git push origin main --push-option --dry-run",
  "git push --receive-pack git-receive-pack -o -n origin main",
])("%s is a push", (line) => {
  const pushing = createPushing();
  pushing.prepare("git --git-dir=$BARE config receive.advertisePushOptions true");
  pushing.bad();
  expectStopped(pushing, pushing.run(line));
});

test("a word behind -- is no option", () => {
  const pushing = createPushing();
  pushing.bad();
  pushing.prepare("git update-ref refs/heads/--dry-run HEAD");
  expectStopped(pushing, pushing.run("git push origin -- main --dry-run"));
});

test("what passes has no word, and the repository's own hook runs once", () => {
  const pushing = createPushing();
  pushing.sandbox.write(".git/hooks/pre-push", "#!/bin/sh\necho own hook >&2\n", 0o755);
  pushing.good();
  const run = pushing.run("git push -q --dry-run origin main");
  expect(run).toEqual({ status: 0, stdout: "", stderr: "own hook\n" });
  pushing.bad();
  const second = pushing.run("git push -q --dry-run origin main");
  expect(second.status).toBe(0);
  expect(second.stderr.match(/own hook/g)).toHaveLength(1);
  expect(second.stderr.match(/breaks a rule/g)).toHaveLength(1);
});

describe("over http, where another program sends", () => {
  test("it warns once and passes, and the push after it is refused", async () => {
    const pushing = createPushing();
    pushing.prepare("git --git-dir=$BARE config http.receivepack true");
    pushing.bad();
    const url = await serve(pushing.sandbox.folder);
    const dry = await runLater(pushing, `git push --dry-run ${url} main`);
    expect(dry.stderr).toMatch(warning);
    expect(dry.stderr.match(/breaks a rule/g)).toHaveLength(1);
    expect(dry.status).toBe(0);
    expectStopped(pushing, await runLater(pushing, `git push ${url} main`));
  });
});
