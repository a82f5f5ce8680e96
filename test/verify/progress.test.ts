import { spawn } from "node-pty";
import { expect, test } from "vitest";
import { renderProgress } from "../../cli/verify/progress.ts";
import { botEnv, botTrailer, Sandbox } from "../support/sandbox.ts";

const count = 150_000;

/** A history that takes long enough to be worth a bar. */
function importHistory(sandbox: Sandbox): void {
  const message = `One\n\n${botTrailer}\n`;
  const commit = `commit refs/heads/main\ncommitter A <a@x.org> 1 +0000\ndata ${message.length}\n${message}\n`;
  sandbox.realGit(["fast-import", "--quiet"], { input: commit.repeat(count) });
}

test(
  "on a terminal a bar shows how far a long range is, and goes when it is done",
  { timeout: 120_000 },
  async () => {
    const sandbox = new Sandbox();
    importHistory(sandbox);
    const terminal = spawn("interlock", ["verify", "main"], {
      cwd: sandbox.repository,
      env: { ...sandbox.environment(), ...botEnv, TERM: "xterm" },
      cols: 100,
      rows: 30,
    });
    let screen = "";
    terminal.onData((data) => (screen += data));
    const { exitCode } = await new Promise<{ exitCode: number }>((resolve) => terminal.onExit(resolve));
    expect(exitCode).toBe(0);
    expect(screen).toMatch(/\r\x1b\[Kinterlock: (\[#*-*\] )?\d+ (of \d+ )?commits\r\x1b\[K/);
    expect(screen.endsWith(`\r\x1b[Kinterlock: ${count} commits, and no rule is broken\r\n`)).toBe(true);
    const piped = sandbox.interlock(["verify", "main"]);
    expect(piped).toEqual({
      status: 0,
      stdout: `interlock: ${count} commits, and no rule is broken\n`,
      stderr: "",
    });
  },
);

test("the bar is as long as what is done", () => {
  expect(renderProgress(5, null)).toBe("interlock: 5 commits");
  expect(renderProgress(50, 100)).toBe(`interlock: [${"#".repeat(15)}${"-".repeat(15)}] 50 of 100 commits`);
  expect(renderProgress(7, 5)).toBe("interlock: 7 commits");
});
