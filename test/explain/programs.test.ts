/** A dry run runs no program, so what a program could change is unknown; with --run-programs nothing is. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addProgram, sh, type ProgramForm } from "../programs/with-program.ts";
import { createPushing } from "../push/pushing.ts";
import { Sandbox, type Run } from "../support/sandbox.ts";

const rule = `    - id: acme.rule
      hook: commit.message.finalize
      effects: [{ type: text.requireMatch, pattern: "^ACME-", message: name the ticket }]
`;
const commit = ["commit", "-q", "--allow-empty", "-m", "fix: x"];

function withProgram(script: string, form: ProgramForm = {}): Sandbox {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, sh(`touch "$HOME/ran"\n${script}`), { handler: "command: [./check]", ...form });
  sandbox.readyPlan();
  return sandbox;
}

const explain = (sandbox: Sandbox, ...flags: string[]): Run =>
  sandbox.interlock(["explain", ...flags, "--", "git", ...commit]);
const hasRun = (sandbox: Sandbox): boolean => existsSync(join(sandbox.folder, "home", "ran"));

describe("a refusal that a program would have prevented", () => {
  const script = `echo '{"text": "ACME-1 x"}'`;

  test("is unknown, and nothing runs", () => {
    const sandbox = withProgram(script, { effects: rule });
    const run = explain(sandbox);
    expect(run.stdout).toContain("[E-rule-broken]");
    expect(run.stdout).toContain(
      "result    unknown: 1 program did not run; 'interlock explain --run-programs' runs it\n          without it: refused, exit 1\n",
    );
    expect([run.status, hasRun(sandbox)]).toEqual([2, false]);
    const json = explain(sandbox, "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ unknown: "1 program did not run", exit: 1 });
    expect(json.status).toBe(2);
  });

  test("is none with --run-programs, as in the commit", () => {
    const sandbox = withProgram(script, { effects: rule });
    const run = explain(sandbox, "--run-programs");
    expect(run.stdout).toContain("  applied   acme.check: changed the title to 'ACME-1 x'");
    expect(run.stdout).toMatch(/^result {4}git runs with other arguments$/m);
    expect([run.status, hasRun(sandbox)]).toEqual([0, true]);
    expect(sandbox.git(["log"]).status).toBe(128);
    expect(JSON.parse(explain(sandbox, "--json", "--run-programs").stdout)).toMatchObject({
      unknown: null,
      exit: null,
      message: { after: expect.stringMatching(/^ACME-1 x\n?$/) },
    });
    expect(sandbox.git(commit).status).toBe(0);
  });
});

test("a commit that a program would refuse is unknown, and refused with --run-programs", () => {
  const sandbox = withProgram("echo no >&2; exit 2");
  expect(explain(sandbox)).toMatchObject({
    status: 2,
    stdout: expect.stringMatching(/^ {10}without it: git runs with other arguments$/m),
  });
  expect(explain(sandbox, "--run-programs")).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("error: no ('acme.check'"),
  });
});

test("a program that fails ends the dry run with the commit's status, and the hint has its whole command", () => {
  const sandbox = withProgram("", { handler: "command: [node, ./nowhere.mjs]" });
  const run = explain(sandbox, "--run-programs");
  expect(run.stdout).toContain("failed: exited with 1: Error: Cannot find module '");
  expect(run.stdout).toContain("hint: fix 'node ./nowhere.mjs', then run the command again\n");
  expect(run.stdout).toContain("result    refused, exit 1\n");
  expect([run.status, sandbox.git(commit).status]).toEqual([1, 1]);
});

test("a program whose message git has yet to make waits for git's hook, with --run-programs too", () => {
  const sandbox = withProgram("exit 0");
  for (const flags of [[], ["--run-programs"]])
    expect(sandbox.interlock(["explain", ...flags, "--", "git", "rebase", "HEAD"]).stdout).toMatch(
      /\n {2}waiting {3}acme\.check: runs in git's prepare-commit-msg hook /,
    );
});

test("two programs are two, and one that is asked twice is one", () => {
  const twice = `    - id: acme.second
      hook: command.before
      handler: { type: command, command: [./check, second] }
`;
  const sandbox = withProgram("exit 0", { effects: twice });
  const run = explain(sandbox);
  expect(run.stdout).toContain(
    "unknown: 2 programs did not run; 'interlock explain --run-programs' runs them\n",
  );
  expect(run.stdout).toMatch(/\n {2}skipped {3}acme\.second: .*\n {2}skipped {3}acme\.check: /);
  expect(explain(sandbox, "--run-programs").stdout).toMatch(
    /\n {2}unchanged acme\.second: .*\n {2}unchanged acme\.check: /,
  );
});

test("a program whose condition does not hold leaves nothing unknown", () => {
  const sandbox = withProgram("exit 2", { more: "when: { envPresent: [NOWHERE] }" });
  expect(explain(sandbox)).toMatchObject({ status: 0, stdout: expect.not.stringContaining("unknown") });
});

test("a text that is given", () => {
  const sandbox = withProgram(`echo '{"text": "ACME-1 x"}'`, { effects: rule });
  const given = (...flags: string[]): Run =>
    sandbox.interlock(["explain", ...flags, "--message-file", "-"], { input: "x\n" });
  expect(given()).toMatchObject({
    status: 2,
    stdout: expect.stringContaining("without it: refused, exit 1\n"),
  });
  expect(given("--run-programs")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("result    the text is changed\n"),
  });
});

test.each(["push.before", "commit.message.finalize"])("a push, with a program at %s", (hook) => {
  const pushing = createPushing("version: 1\n");
  const handler = hook === "push.before" ? "command: [./check]" : "command: [./check], deterministic: true";
  addProgram(pushing.sandbox, sh("exit 0"), { hook, handler });
  pushing.sandbox.readyPlan();
  pushing.good();
  const run = pushing.run("interlock explain -- git push -q origin main");
  expect(run).toMatchObject({ status: 2, stdout: expect.stringContaining("unknown: 1 program did not run") });
  expect(pushing.run("interlock explain --run-programs -- git push -q origin main")).toMatchObject({
    status: 0,
    stdout: expect.not.stringContaining("unknown"),
  });
  expect(pushing.arrived()).toEqual([]);
});

test("a push that only deletes a ref asks the program, as the push itself does", () => {
  const pushing = createPushing("version: 1\n");
  const keeps = sh('cat >>"$HOME/input"');
  addProgram(pushing.sandbox, keeps, { hook: "push.before", handler: "command: [./check]" });
  pushing.sandbox.readyPlan();
  const id = pushing.good();
  pushing.prepare("git push -q origin main main:side");
  expect(pushing.run("interlock explain -- git push -q origin :side").status).toBe(2);
  for (const before of ["interlock explain --run-programs -- ", ""])
    expect(pushing.run(`${before}git push -q origin :side`).status).toBe(0);
  const read = readFileSync(join(pushing.sandbox.folder, "home", "input"), "utf8")
    .trim()
    .split("\n");
  const asked = read.map((line) => (JSON.parse(line) as { payload: { refs: string[] } }).payload.refs);
  const line = `(delete) ${"0".repeat(40)} refs/heads/side ${id}`;
  expect(asked).toEqual([[line], [line]]);
});
