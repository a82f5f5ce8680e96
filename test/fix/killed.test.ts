import { spawn } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { botEnv, Sandbox } from "../support/sandbox.ts";
import { ask, fix } from "./repository.ts";

const count = 300;

function importHistory(sandbox: Sandbox): string {
  const stream = Array.from({ length: count }, (_, i) => {
    const message = `Commit ${i}\n`;
    return `commit refs/heads/main\ncommitter Ann <ann@example.org> ${1e9 + i} +0000\ndata ${message.length}\n${message}\n`;
  });
  sandbox.realGit(["fast-import", "--quiet"], { input: stream.join("") });
  sandbox.realGit(["notes", "add", "-m", "a note", "main"]);
  sandbox.realGit(["config", "notes.rewriteRef", "refs/notes/*"]);
  return ask(sandbox, "rev-parse", "main");
}

/** Runs it with everything that it starts in one process group, which is killed after a time. */
async function runAndKill(sandbox: Sandbox, afterMs: number): Promise<string> {
  const child = spawn(join(dist, "bin", "interlock"), ["fix"], {
    cwd: sandbox.repository,
    env: sandbox.environment({ env: botEnv }),
    detached: true,
    stdio: "ignore",
  });
  const timer = setTimeout(() => process.kill(-(child.pid as number), "SIGKILL"), afterMs);
  const end = await new Promise<string>((resolve) =>
    child.on("exit", (code, signal) => resolve(String(code ?? signal))),
  );
  clearTimeout(timer);
  return end;
}

/** A process with a session of its own is not killed, and ends by itself soon; on a busy machine it may not even have begun. */
async function waitForLocks(sandbox: Sandbox): Promise<string> {
  let left = "";
  for (let round = 0; round < 200; round++) {
    left = sandbox.shell("find .git -name '*.lock'").stdout + processesIn(sandbox.repository).join("\n");
    if (left === "") return "";
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return left;
}

function processesIn(folder: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder;
    } catch {
      return false; // it has ended
    }
  });
}

/** Nothing is left of what an earlier run wrote. */
function startAnew(sandbox: Sandbox, tip: string, notes: string): void {
  sandbox.realGit(["update-ref", "refs/heads/main", tip]);
  sandbox.realGit(["update-ref", "refs/notes/commits", notes]);
  sandbox.realGit(["reflog", "expire", "--expire=now", "--all"]);
  sandbox.realGit(["gc", "-q", "--prune=now"]);
}

test("killed at any time, the branch is the old one or the new one", { timeout: 240_000 }, async () => {
  const sandbox = new Sandbox();
  const old = importHistory(sandbox);
  const notes = ask(sandbox, "rev-parse", "refs/notes/commits");
  let takesMs = 0;
  const fixAgain = (): void => {
    const start = performance.now();
    expect(fix(sandbox)).toMatchObject({ status: 0 });
    takesMs = performance.now() - start;
  };
  fixAgain();
  const fixed = ask(sandbox, "rev-parse", "main");
  // How long it takes changes with what else the machine does, so some are over before they are killed.
  let killed = 0;
  for (let round = 0; killed < 16; round++) {
    expect(round).toBeLessThan(100);
    startAnew(sandbox, old, notes);
    // Its own share of the time each, and a place in it by chance.
    const end = await runAndKill(sandbox, (((round % 16) + Math.random()) / 16) * takesMs);
    if (end === "SIGKILL") killed++;
    expect(await waitForLocks(sandbox)).toBe("");
    expect([old, fixed]).toContain(ask(sandbox, "rev-parse", "main"));
    expect(sandbox.realGit(["fsck", "--strict", "--no-dangling"])).toMatchObject({ status: 0 });
    expect(Number(ask(sandbox, "rev-list", "--count", "main"))).toBe(count);
    if (ask(sandbox, "rev-parse", "main") === old) fixAgain();
    expect(ask(sandbox, "rev-parse", "main")).toBe(fixed);
    expect(ask(sandbox, "notes", "show", "main")).toBe("a note");
  }
});

test.each(["prepared", "committed"])("killed while the branch is %s, it leaves no lock", async (state) => {
  const sandbox = new Sandbox();
  const old = importHistory(sandbox);
  // git tells the hook of each step of its transaction; the group of interlock is known by then.
  const hook = `#!/bin/sh
test "$1" = ${state} || exit 0
grep -q refs/heads/main || exit 0
kill -KILL -"$(cat '${sandbox.folder}/group')"
sleep 0.2
`;
  sandbox.write(".git/hooks/reference-transaction", hook, 0o755);
  const script = `echo $$ >'${sandbox.folder}/group'; exec interlock fix`;
  const run = sandbox.run("setsid", ["-w", "sh", "-c", script], { env: botEnv });
  expect(run.stdout).toBe("");
  expect(await waitForLocks(sandbox)).toBe("");
  expect(ask(sandbox, "rev-parse", "main")).not.toBe(old);
  expect(ask(sandbox, "notes", "show", "main")).toBe("a note");
  expect(sandbox.realGit(["fsck", "--strict", "--no-dangling"]).status).toBe(0);
  sandbox.shell("rm .git/hooks/reference-transaction");
  expect(fix(sandbox)).toMatchObject({ status: 0, stdout: expect.stringContaining("nothing to fix") });
});

test("if the branch moves meanwhile, it stays where it went", () => {
  const sandbox = new Sandbox();
  importHistory(sandbox);
  // The first transaction is that of the notes.
  const hook = `#!/bin/sh
test "$1" = committed && grep -q refs/notes || exit 0
rm "$0"
git update-ref refs/heads/main main~5
`;
  const elsewhere = ask(sandbox, "rev-parse", "main~5");
  sandbox.write(".git/hooks/reference-transaction", hook, 0o755);
  expect(fix(sandbox)).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("'refs/heads/main' was not moved: "),
  });
  expect(ask(sandbox, "rev-parse", "main")).toBe(elsewhere);
  expect(fix(sandbox).status).toBe(0);
});
