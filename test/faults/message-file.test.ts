import { join } from "node:path";
import { expect, test } from "vitest";
import { addProgram, sh } from "../programs/with-program.ts";
import { runWithFault, type ErrorName } from "../support/inject.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const reading = "open,openat";

/** On `main` two commits of somebody else, on `side` one, and a mail of it. None has the trailer. */
function started(): Sandbox {
  const sandbox = new Sandbox();
  const commit = (name: string): void => {
    sandbox.write(name, `${name}\n`);
    sandbox.realGit(["add", "."]);
    sandbox.realGit(["commit", "-qm", `fix: ${name}`]);
  };
  commit("base");
  sandbox.realGit(["checkout", "-qb", "side"]);
  commit("side");
  sandbox.realGit(["format-patch", "-q", "-1", "-o", sandbox.folder]);
  sandbox.realGit(["checkout", "-q", "main"]);
  commit("main");
  return sandbox;
}

/** Each with the file in which its hook finds the message. */
const commands: [command: string, file: string][] = [
  ["git commit --allow-empty -e -m x", "COMMIT_EDITMSG"],
  ["git commit --amend", "COMMIT_EDITMSG"],
  ["git rebase side", "COMMIT_EDITMSG"],
  ["git rebase --apply side", "final-commit"],
  ["git cherry-pick side", "COMMIT_EDITMSG"],
  ["git revert --no-edit HEAD", "COMMIT_EDITMSG"],
  ["git merge --no-edit side", "MERGE_MSG"],
  ["git am ../0001-fix-side.patch", "final-commit"],
];

function uncompliant(sandbox: Sandbox): number {
  const { stdout } = sandbox.realGit(["log", "--format=%x00%B", "main", "^side", "--"]);
  return stdout.split("\0").filter((text) => text !== "" && !text.includes(botTrailer)).length;
}

test.each(commands)("'%s' stops where its hook cannot read the message, and says so", (command, path) => {
  const sandbox = started();
  const before = uncompliant(sandbox);
  const env = { GIT_EDITOR: "true" };
  const run = runWithFault(sandbox, { calls: reading, path, error: "EIO" }, command, { env });
  expect(run.calls[0]).toContain(path);
  expect(run.status).not.toBe(0);
  expect(run.stderr).toMatch(
    /interlock: error: the system cannot read a file: \S+: I\/O error \[E-system-fault\]\nhint: /,
  );
  // Nothing was committed that lacks the trailer.
  expect(uncompliant(sandbox)).toBeLessThanOrEqual(before);
});

test("one that is absent for a moment counts as one that cannot be read", () => {
  const sandbox = started();
  const before = uncompliant(sandbox);
  const fault = { calls: reading, path: "COMMIT_EDITMSG", error: "ENOENT" as const };
  const run = runWithFault(sandbox, fault, "git commit --allow-empty -e -m x", {
    env: { GIT_EDITOR: "true" },
  });
  expect(run.status).not.toBe(0);
  expect(run.stderr).toContain("interlock: error: the message cannot be read: no such file or folder");
  expect(uncompliant(sandbox)).toBe(before);
});

const errors: [error: ErrorName, hint: string][] = [
  ["EIO", "try again"],
  ["ESTALE", "try again"],
  ["ENFILE", "wait until fewer files are open"],
  ["EMFILE", "ulimit -n"],
  ["ENOMEM", "free some memory"],
];

test.each(errors)("so it does for %s, with a way out", (error, hint) => {
  const sandbox = started();
  const fault = { calls: reading, path: "COMMIT_EDITMSG", error };
  const run = runWithFault(sandbox, fault, "git commit -q --allow-empty -e -m x", {
    env: { GIT_EDITOR: "true" },
  });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("[E-system-fault]\nhint: ");
  expect(run.stderr).toContain(hint);
  expect(sandbox.message().trimEnd()).toBe("fix: main");
});

test("the same where it can open the file, and not read it", () => {
  const sandbox = started();
  const fault = { calls: "read", path: "COMMIT_EDITMSG", error: "EIO" as const };
  const run = runWithFault(sandbox, fault, "git commit -q --allow-empty -e -m x", {
    env: { GIT_EDITOR: "true" },
  });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("[E-system-fault]");
  expect(sandbox.message().trimEnd()).toBe("fix: main");
});

test("where it may not read it, the error says that", () => {
  const sandbox = started();
  const fault = { calls: reading, path: "COMMIT_EDITMSG", error: "EACCES" as const };
  const run = runWithFault(sandbox, fault, "git commit -q --allow-empty -e -m x", {
    env: { GIT_EDITOR: "true" },
  });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain(
    "the message cannot be read: permission denied (.git/COMMIT_EDITMSG) [E-message-unreadable]",
  );
  expect(sandbox.message().trimEnd()).toBe("fix: main");
});

test("in report mode, what it cannot read is a warning", () => {
  const sandbox = started();
  sandbox.write(sandbox.config, "version: 1\nmode: report\nplugins:\n  dirs: [../plugins]\n");
  addProgram(sandbox, sh("exit 0"), { config: "mode: report\n" });
  const fault = { calls: reading, path: "COMMIT_EDITMSG", error: "EACCES" as const };
  const run = runWithFault(sandbox, fault, "git commit -q --allow-empty -e -m x", {
    env: { GIT_EDITOR: "true" },
  });
  expect(run.stderr).toContain("interlock: warning: the message cannot be read");
  expect(run.status).toBe(0);
  expect(sandbox.message().trimEnd()).toBe("x");
});

test("a program at the point is not skipped with it", () => {
  const sandbox = started();
  addProgram(sandbox, sh(`touch '${join(sandbox.folder, "ran")}'; echo no >&2; exit 2`));
  const fault = { calls: reading, path: "COMMIT_EDITMSG", error: "EIO" as const };
  const run = runWithFault(sandbox, fault, "git commit -q --allow-empty -e -m x", {
    env: { GIT_EDITOR: "true" },
  });
  expect(run.status).toBe(1);
  expect(sandbox.message().trimEnd()).toBe("fix: main");
});
