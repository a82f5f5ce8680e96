import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";
import { configOf, RecordingSandbox } from "./recording.ts";

const commit = (title: string): string[] => ["commit", "-q", "--allow-empty", "-m", title];

const sinks: [what: string, audit: string, says: string][] = [
  ["a missing folder", "{file: none/audit.log", "no such file or folder"],
  ["a folder", "{file: .", "it is a folder"],
  ["a full disk", "{file: /dev/full", "no space left on the disk"],
  ["a missing socket", "{socket: /nowhere/socket", "no such file or folder"],
];

test.each(sinks)("%s is said once, and stops nothing", (_, audit, says) => {
  const sandbox = new Sandbox(configOf(`${audit}}`));
  const first = sandbox.git(commit("fix: a"));
  expect(first.status).toBe(0);
  expect(first.stderr).toContain(`interlock: warning: this is not recorded: ${says}`);
  expect(first.stderr).toContain(" [E-audit-unwritable]\nhint: ");
  expect(sandbox.git(commit("fix: b"))).toMatchObject({ status: 0, stderr: "" });
  expect(sandbox.git(["commit", "-q", "--amend", "--no-edit", "--allow-empty"]).stderr).toBe("");
  expect(sandbox.commitCount()).toBe(2);
});

test.each(sinks)("with 'required', %s refuses the command before anything is done", (_, audit, says) => {
  const sandbox = new Sandbox(configOf(`${audit}, required: true}`));
  sandbox.realGit([...commit("fix: first"), "-m", botTrailer]);
  const remote = join(sandbox.folder, "remote.git");
  sandbox.realGit(["init", "-q", "--bare", remote]);
  const lines = [
    commit("fix: a"),
    ["commit", "-q", "--amend", "--no-edit", "--allow-empty"],
    ["push", "-q", remote, "main"],
  ];
  for (const line of lines) {
    const run = sandbox.git(line);
    expect(run.status, line.join(" ")).not.toBe(0);
    expect(run.stderr).toContain(`'audit.required' is set, and the record cannot be written: ${says}`);
  }
  expect(sandbox.commitCount()).toBe(1);
  expect(sandbox.realGit(["-C", remote, "for-each-ref"]).stdout).toBe("");
  // What makes no commit needs no record.
  expect(sandbox.git(["log", "-1", "--format=%s"])).toMatchObject({ status: 0, stdout: "fix: first\n" });
});

test("with 'required', the file does not tell of a command that the socket's failure refuses", () => {
  const sandbox = new RecordingSandbox("{file: audit.log, socket: /nowhere/socket, required: true}");
  expect(sandbox.git(commit("fix: a"))).toMatchObject({
    status: 128,
    stderr: expect.stringContaining("/nowhere/socket"),
  });
  expect(sandbox.told()).toEqual([]);
  // A refusal of a rule's stays one, and the file has it.
  expect(sandbox.git(commit("bad")).status).toBe(1);
  expect(sandbox.told()).toEqual(["git commit|refused|bad"]);
});

test("with 'required', a dry run of a push writes nothing, and creates no file", () => {
  const sandbox = new RecordingSandbox("{file: audit.log, required: true}");
  sandbox.realGit([...commit("fix: first"), "-m", botTrailer]);
  const remote = join(sandbox.folder, "remote.git");
  sandbox.realGit(["init", "-q", "--bare", remote]);
  expect(sandbox.git(["push", "-q", "-n", remote, "main"])).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(sandbox.record)).toBe(false);
  expect(sandbox.git(["push", "-q", remote, "main"])).toMatchObject({ status: 0, stderr: "" });
  expect(sandbox.told()).toEqual(["git push|accepted|"]);
});

test("a rebase of several commits says it once", () => {
  const sandbox = new Sandbox(configOf("{file: /dev/full}"));
  sandbox.shell(`for i in 0 1 2 3; do /usr/bin/git commit -q --allow-empty -m "fix: $i"; done
    /usr/bin/git checkout -q -b onto HEAD~3; /usr/bin/git commit -q --allow-empty -m 'fix: onto'`);
  const run = sandbox.git(["rebase", "-q", "--keep-empty", "onto", "main"]);
  expect(run.status).toBe(0);
  expect(run.stderr.match(/not recorded/g)).toHaveLength(1);
  expect(sandbox.realGit(["log", "--format=%s", "onto..main"]).stdout).toBe("fix: 3\nfix: 2\nfix: 1\n");
});

test("INTERLOCK_QUIET and plumbing say nothing", () => {
  const sandbox = new Sandbox(configOf("{file: /dev/full}"));
  expect(sandbox.git(commit("fix: a"), { env: { INTERLOCK_QUIET: "1" } }).stderr).toBe("");
  const run = sandbox.shell("echo 'fix: t' | git commit-tree HEAD^{tree} 2>&1 >/dev/null");
  expect(run.stdout + run.stderr).toBe("");
});

test("a caller's limit on the size of files is no reason to die", () => {
  const sandbox = new Sandbox(configOf("{file: audit.log}"));
  const record = join(sandbox.folder, "interlock", "audit.log");
  writeFileSync(record, "x".repeat(1 << 20));
  chmodSync(record, 0o666);
  const run = sandbox.shell("ulimit -f 100; git commit -q --allow-empty -m 'fix: a'");
  expect(run.status).toBe(0);
  expect(run.stderr).toContain("this is not recorded: errno 27");
  expect(sandbox.commitCount()).toBe(1);
});
