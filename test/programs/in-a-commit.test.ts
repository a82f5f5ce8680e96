/** Programs at the hook points of a commit, run by the native host. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Sandbox, type Run } from "../support/sandbox.ts";

/** A sandbox with one plugin, whose program is `script`. */
function withProgram(
  script: string,
  { handler = "command: [./check], timeoutMs: 1000", hook = "commit.message.finalize", effects = "" } = {},
): Sandbox {
  const sandbox = new Sandbox("version: 1\n");
  const place = join(sandbox.folder, "plugins", "acme");
  sandbox.write(join(place, "check"), script, 0o755);
  sandbox.write(
    join(place, "plugin.yaml"),
    `name: acme
extensions:
  hookApiVersion: 1
  hooks:
    - id: acme.check
      hook: ${hook}
      handler: { type: command, ${handler} }
${effects}`,
  );
  sandbox.write(sandbox.config, `version: 1\nplugins:\n  dirs: [${place}]\n`);
  return sandbox;
}

const commit = ["commit", "-q", "--allow-empty", "-m", "fix: retry"];

function sh(lines: string): string {
  return `#!/bin/sh\n${lines}\n`;
}

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
      expect(run.stderr).toContain("'acme.check' refuses: no ticket");
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

  test("gets a clean environment: the usual few, and what it asks for", () => {
    const sandbox = withProgram(sh("env | sort >$HOME/env"), {
      handler: "command: [./check], env: [CI]",
    });
    sandbox.git(commit, { env: { CI: "yes", SECRET: "x", GIT_DIR: join(sandbox.repository, ".git") } });
    const names = readFileSync(join(sandbox.folder, "home", "env"), "utf8")
      .split("\n")
      .map((line) => line.replace(/=.*/, ""));
    expect(names).toEqual(expect.arrayContaining(["CI", "HOME", "PATH"]));
    expect(names.filter((name) => /^GIT_|SECRET|INTERLOCK/.test(name))).toEqual([]);
  });

  test("refuses in any words, and its reason cannot steer a terminal", () => {
    const sandbox = withProgram(sh("printf 'caf\\303\\251 \\302\\233[2J\\033[31m red' >&2; exit 2"));
    const run = sandbox.git(commit);
    expect(run.status).toBe(1);
    expect(Buffer.from(run.stderr, "latin1").toString()).toContain(
      "'acme.check' refuses: caf\u00e9 [2J [31m red",
    );
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

/** Processes whose command line has the word. */
function left(word: string): string {
  return spawnSync("pgrep", ["-fa", word], { encoding: "utf8" }).stdout;
}

describe("a program that misbehaves is named with the reason, in time, and leaves no process", () => {
  const word = `hostile-${process.pid}`;
  const cases: { [title: string]: [script: string, reason: string] } = {
    "ignores SIGTERM": [
      sh(`trap '' TERM; exec -a ${word} sleep 60 || sleep 60`).replace("/sh", "/bash"),
      "timed out after 1000ms",
    ],
    forks: [
      sh(`(exec -a ${word} sleep 60) & (exec -a ${word} sleep 60) & sleep 60`).replace("/sh", "/bash"),
      "timed out",
    ],
    "leaves a process in a session of its own": [
      sh(`setsid sh -c 'sleep 60; : ${word}' >/dev/null 2>&1 </dev/null & exit 3`),
      "exited with 3",
    ],
    "keeps its pipes open in the background": [sh(`sh -c 'sleep 60; : ${word}' & exit 4`), "exited with 4"],
    "fills standard output with 1 GB": [sh("exec head -c 1000000000 /dev/zero"), "wrote too much"],
    "prints invalid JSON": [sh("echo '{\"a\":'"), "printed invalid JSON"],
    "prints JSON that is no object": [sh("echo '[1]'"), "printed JSON that is not an object"],
    "is ended by a signal": [sh("kill -9 $$"), "ended by signal 9"],
    "exits with another status": [sh("echo broken >&2; exit 7"), "exited with 7: broken"],
    "never reads standard input": [sh(`exec <&-; sleep 60; : ${word}`), "timed out"],
    "cannot be started": ["no interpreter\n", "cannot be started"],
  };
  test.each(Object.entries(cases))("%s", (_, [script, reason]) => {
    const sandbox = withProgram(script);
    sandbox.write("message", `fix: long\n\n${"x".repeat(300_000)}\n`);
    sandbox.interlock(["compile"]);
    const start = performance.now();
    const run: Run = sandbox.git(["commit", "-q", "--allow-empty", "-F", "message"]);
    const took = performance.now() - start;
    expect(run.status).toBe(128);
    expect(run.stderr).toContain(`the program of 'acme.check' failed: ${reason}`);
    // The limit and half a second, and what a busy machine adds.
    expect(took).toBeLessThan(1500 + 2000);
    expect(left(word)).toBe("");
  });

  test("at a point that only warns, the commit is made", () => {
    const sandbox = withProgram(sh("exit 7"), { handler: "command: [./check], onFailure: warn" });
    const run = sandbox.git(commit);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain("warning: the program of 'acme.check' failed: exited with 7");
  });
});
