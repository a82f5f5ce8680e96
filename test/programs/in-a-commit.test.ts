/** Programs at the hook points of a commit, run by the native host. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { addProgram, sh, trailerRule, type ProgramForm } from "./with-program.ts";

/** A sandbox with one plugin, whose program is `script`. */
function withProgram(script: string, form: ProgramForm = {}): Sandbox {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, script, form);
  return sandbox;
}

const commit = ["commit", "-q", "--allow-empty", "-m", "fix: retry"];

describe("a program", () => {
  test("with nothing to say lets the commit pass as it is", () => {
    const sandbox = withProgram(sh("cat >/dev/null"));
    expect(sandbox.git(commit)).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.message()).toBe("fix: retry\n");
  });

  test("reads the hook point, its id, the folder and the message as JSON", () => {
    const sandbox = withProgram(sh('cat >"$HOME/input"'));
    sandbox.git(commit);
    const input = JSON.parse(readFileSync(join(sandbox.folder, "home", "input"), "utf8")) as {
      [key: string]: unknown;
    };
    expect(input).toMatchObject({
      hook: "commit.message.finalize",
      id: "acme.check",
      cwd: sandbox.repository,
      payload: { text: "fix: retry\n" },
    });
    expect(input["run_id"]).toMatch(/^\w+$/);
  });

  test("changes the message", () => {
    const sandbox = withProgram(
      sh(`cat >/dev/null; printf '%s\\n' '{"payload": {"text": "fix: r\u00e9try\\n"}}'`),
    );
    expect(sandbox.git(commit).status).toBe(0);
    expect(sandbox.message()).toBe(Buffer.from("fix: r\u00e9try\n").toString("latin1"));
  });

  test("refuses by its decision, and by exit status 2", () => {
    for (const script of [
      `echo '{"decision": "block", "reason": "no ticket"}'`,
      `echo '{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no ticket"}}'`,
      "echo no ticket >&2; exit 2",
    ]) {
      const sandbox = withProgram(sh(script));
      const run = sandbox.git(commit);
      expect(run, script).toMatchObject({ status: 1, stdout: "" });
      expect(run.stderr).toContain("no ticket ('acme.check'");
    }
  });

  test("that asks refuses, because nobody is there to answer", () => {
    const sandbox = withProgram(sh(`echo '{"decision": "ask", "reason": "sure?"}'`));
    expect(sandbox.git(commit).stderr).toContain("it asks, and nobody is there to answer: sure?");
  });

  test("runs in a hook of ours where git has the message later", () => {
    const sandbox = withProgram(sh(`cat >/dev/null; printf '%s\\n' '{"payload": {"text": "changed\\n"}}'`));
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "first"]);
    expect(sandbox.git(["commit", "-q", "--amend", "--no-edit", "--allow-empty"]).status).toBe(0);
    expect(sandbox.message()).toBe("changed\n");
  });

  test("cannot undo what a rule requires", () => {
    const sandbox = withProgram(sh(`cat >/dev/null; printf '%s\\n' '{"payload": {"text": "bare\\n"}}'`), {
      effects: `    - id: acme.trailer
      hook: commit.message.finalize
      effects: [{ type: text.ensureTrailer, key: Reviewed-by, value: Ann <ann@x.org>, required: true }]
`,
    });
    expect(sandbox.git([...commit, "-m", "Reviewed-by: Ann <ann@x.org>"]).status).toBe(0);
    expect(sandbox.message()).toBe("bare\n\nReviewed-by: Ann <ann@x.org>\n");
  });

  test("gets a clean environment: the usual few, what it asks for, and what says which index is meant", () => {
    const sandbox = withProgram(sh("env | sort >$HOME/env"), {
      handler: "command: [./check], env: [CI]",
    });
    const env = { CI: "yes", SECRET: "x", GIT_DIR: join(sandbox.repository, ".git"), GIT_CONFIG_COUNT: "0" };
    sandbox.git(["-c", "user.name=Eve", ...commit], { env });
    const names = readFileSync(join(sandbox.folder, "home", "env"), "utf8")
      .split("\n")
      .map((line) => line.replace(/=.*/, ""));
    expect(names).toEqual(expect.arrayContaining(["CI", "HOME", "PATH"]));
    const named = names.filter((name) => /^GIT_|SECRET|INTERLOCK/.test(name));
    expect(named).toEqual(["GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"]);
  });

  test("refuses in any words, and its reason cannot steer a terminal", () => {
    const sandbox = withProgram(sh("printf 'caf\\303\\251 \\302\\233[2J\\033[31m red' >&2; exit 2"));
    const run = sandbox.git(commit);
    expect(run.status).toBe(1);
    expect(Buffer.from(run.stderr, "latin1").toString()).toContain("caf\u00e9 [2J [31m red ('acme.check'");
  });

  test("leaves the caller's own children alone", () => {
    const sandbox = withProgram(sh("exit 0"));
    const line = "sleep 20 >/dev/null 2>&1 & echo $!; exec git commit -q --allow-empty -m x";
    const run = sandbox.shell(line);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    // It would throw if there were no such process.
    process.kill(Number(run.stdout), "SIGKILL");
  });

  test("does not run in a dry run, which says so", () => {
    const sandbox = withProgram(sh("touch $HOME/ran"));
    const run = sandbox.interlock(["explain", "--", "git", ...commit]);
    expect(run.stdout).toContain("acme.check: programs do not run in a dry run");
    expect(existsSync(join(sandbox.folder, "home", "ran"))).toBe(false);
  });

  test("is named by verify as not judged", () => {
    const sandbox = withProgram(sh("true"), {
      effects: `    - id: acme.trailer
      hook: commit.message.finalize
      effects: [{ type: text.ensureTrailer, key: Reviewed-by, value: Ann <ann@x.org> }]
`,
    });
    sandbox.git(commit);
    const run = sandbox.interlock(["verify", "HEAD"]);
    expect(run.stdout + run.stderr).toContain("it is a program, which runs only while a commit is made");
  });
});

test("two hooks with the same command run once", () => {
  const sandbox = withProgram(sh("echo ran >>$HOME/ran"), {
    effects: `    - id: acme.twice
      hook: commit.message.finalize
      handler: { type: command, command: [./check] }
`,
  });
  sandbox.git(commit);
  expect(readFileSync(join(sandbox.folder, "home", "ran"), "utf8")).toBe("ran\n");
});

test.each([
  ["onFailure: ignore", "onFailure: block"],
  ["onFailure: ignore, timeoutMs: 20000", "onFailure: ignore"],
])("one with %s does not stand for the same command with %s", (first, second) => {
  const line = "if [ -e ~/once ]; then echo no >&2; exit 2; fi; touch ~/once; exit 3";
  const sandbox = withProgram("", {
    handler: `command: "${line}", ${first}`,
    effects: `    - id: acme.second
      hook: commit.message.finalize
      handler: { type: command, command: "${line}", ${second} }
`,
  });
  expect(sandbox.git(commit).stderr).toContain("no ('acme.second'");
  expect(sandbox.commitCount()).toBe(0);
});

test.each(["warn", "block"])("a NUL in its answer is its own failure, by its own policy: %s", (policy) => {
  const sandbox = withProgram(sh(`cat >/dev/null; printf '%s' '{"text": "a\\u0000b"}'`), {
    handler: `command: [./check], onFailure: ${policy}`,
    effects: trailerRule,
    config: "onEngineFailure: pass\n",
  });
  const run = sandbox.git(commit);
  expect(run.stderr).toContain("the program of 'acme.check' failed: a NUL cannot be in a text");
  if (policy === "block") expect([run.status, sandbox.commitCount()]).toEqual([1, 0]);
  else expect(sandbox.message()).toBe("fix: retry\n\nReviewed-by: Ann <ann@x.org>\n");
});

describe("a program that fails", () => {
  test("at a point that only warns, the commit is made", () => {
    const sandbox = withProgram(sh("exit 7"), { handler: "command: [./check], onFailure: warn" });
    const run = sandbox.git(commit);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain("warning: the program of 'acme.check' failed: exited with 7");
  });
});
