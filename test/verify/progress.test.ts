import { join } from "node:path";
import { spawn } from "node-pty";
import { expect, test } from "vitest";
import { renderProgress } from "../../cli/shared/progress.ts";
import { realGit } from "../support/paths.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { readToTheEnd } from "../support/terminal.ts";
import { botEnv, botTrailer, Sandbox } from "../support/sandbox.ts";

const count = 2_000;

function importHistory(sandbox: Sandbox): void {
  const message = `One\n\n${botTrailer}\n`;
  const commit = `commit refs/heads/main\ncommitter A <a@x.org> 1 +0000\ndata ${message.length}\n${message}\n`;
  sandbox.realGit(["fast-import", "--quiet"], { input: commit.repeat(count) });
}

/** A git that stops halfway for long enough to be worth a bar, as in a large history on a slow disk. */
function slowGit(sandbox: Sandbox): string {
  const folder = join(sandbox.folder, "slow");
  const script = `#!/bin/sh
case " $* " in
*" rev-list --header "*) ${realGit} "$@" | { head -c ${100 * count}; sleep 1; cat; } ;;
*) exec ${realGit} "$@" ;;
esac
`;
  sandbox.write(join(folder, "git"), script, 0o755);
  return folder;
}

forBinaryAndColdSide(() => {
  test(
    "on a terminal a bar shows how far a long range is, and goes when it is done",
    { timeout: 120_000 },
    async () => {
      const sandbox = new Sandbox();
      importHistory(sandbox);
      const { PATH = "", ...env } = sandbox.environment();
      const [own, ...rest] = PATH.split(":");
      const terminal = spawn("interlock", ["verify", "main"], {
        cwd: sandbox.repository,
        env: { ...env, ...botEnv, TERM: "xterm", PATH: [own, slowGit(sandbox), ...rest].join(":") },
        cols: 100,
        rows: 30,
      });
      readToTheEnd(terminal);
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
    expect(renderProgress(5, null, "commits")).toBe("interlock: 5 commits");
    expect(renderProgress(50, 100, "commits")).toBe(
      `interlock: [${"#".repeat(15)}${"-".repeat(15)}] 50 of 100 commits`,
    );
    expect(renderProgress(7, 5, "commits")).toBe("interlock: 7 commits");
  });
});
