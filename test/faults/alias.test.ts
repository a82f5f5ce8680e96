import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addProgram, sh } from "../programs/with-program.ts";
import { runWithFault, type ErrorName } from "../support/inject.ts";
import { emptySharedMemory, noTemporary, readOnly, runMounted, whyNoMounts } from "../support/mounts.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

const line = "git ci -q --allow-empty -m x";

/** With an alias that commits by a shell, a plain one, and a program `git-made` that commits. */
function started(): Sandbox {
  const sandbox = new Sandbox();
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "first"]);
  sandbox.realGit(["config", "alias.ci", "!git commit"]);
  sandbox.realGit(["config", "alias.plain", "commit"]);
  mkdirSync(join(sandbox.folder, "tmp"));
  return sandbox;
}

function expectRefused(sandbox: Sandbox, run: Run, what: string): void {
  expect(run.stderr).toContain(what);
  expect(run.stderr).toMatch(/^hint: /m);
  expect(run.status).toBe(128);
  expect(sandbox.message()).toBe("first\n");
}

const why = whyNoMounts === "" ? "" : ` (skipped: ${whyNoMounts})`;
describe.skipIf(why !== "")(`without a place for an exec-path${why}`, () => {
  const run = (sandbox: Sandbox, command: string): Run => {
    const mounts = emptySharedMemory(sandbox, "ro") + readOnly(join(sandbox.folder, "home"));
    return runMounted(sandbox, mounts, ["sh", "-c", command], { env: { ...noTemporary } });
  };

  test.each([
    line,
    "git plain -q --allow-empty -m x",
    "git -C / --git-dir=$PWD/.git ci -q --allow-empty -m x",
    "git pull -q . HEAD",
  ])("'%s' is refused", (command) => {
    const sandbox = started();
    expectRefused(sandbox, run(sandbox, command), "there is no folder to put hooks for this command into");
  });

  test("what gives up runs, with a warning", () => {
    const sandbox = started();
    const ended = run(sandbox, "git merge --abort");
    expect(ended.stderr).toContain("warning: what 'merge' starts is not intercepted");
    expect(ended.stderr).toContain("fatal: There is no merge to abort");
  });

  test("a plain commit works", () => {
    const sandbox = started();
    expect(run(sandbox, "git commit -q --allow-empty -m x").status).toBe(0);
    expect(sandbox.message()).toContain(botTrailer);
  });
});

test.each<ErrorName>(["EACCES", "ENOMEM", "EIO"])(
  "where git's exec-path cannot be seen (%s), an alias is refused",
  (error) => {
    const sandbox = started();
    const path = sandbox.realGit(["--exec-path"]).stdout.trim();
    const run = runWithFault(sandbox, { calls: "stat,newfstatat", path, lasts: true, error }, line);
    expect(run.calls.length).toBeGreaterThan(0);
    expectRefused(sandbox, run, error === "EACCES" ? `'${path}' cannot be looked at` : "[E-system-fault]");
  },
);

test("in report mode an alias runs, with a warning", () => {
  const sandbox = started();
  addProgram(sandbox, sh("exit 0"), { config: "mode: report\n" });
  const path = sandbox.realGit(["--exec-path"]).stdout.trim();
  const run = runWithFault(sandbox, { calls: "stat,newfstatat", path, lasts: true, error: "EACCES" }, line);
  expect(run.stderr).toContain("warning: what 'ci' starts is not intercepted");
  expect(run.status).toBe(0);
});
