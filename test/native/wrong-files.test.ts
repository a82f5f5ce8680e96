import { describe, expect, test } from "vitest";
import { join } from "node:path";
import { runMounted, whyNoMounts } from "../support/mounts.ts";
import { root } from "../support/paths.ts";
import { botEnv, botTrailer, Sandbox } from "../support/sandbox.ts";

const github = `plugins:\n  dirs: [${join(root, "plugins", "github")}]\n`;

describe("a FIFO where a file is expected is not waited for", () => {
  test("as the file of sealed values, it stops the command", () => {
    const sandbox = new Sandbox("", { plan: "compiled by the first command" });
    const values = join(sandbox.folder, "values");
    sandbox.write(sandbox.config, `version: 1\nenvFile: ${values}\n${github}`);
    const { status, stderr } = sandbox.run(
      "timeout",
      ["20", "sh", "-c", `mkfifo '${values}' && git commit -q --allow-empty -m x`],
      { env: botEnv },
    );
    expect(stderr).toContain("the file of sealed values is of no use: it cannot be read: errno 22");
    expect(status).toBe(128);
  });

  test("as git's configuration, it is left for git to read", () => {
    const sandbox = new Sandbox();
    const fifo = join(sandbox.folder, "settings");
    // Each reader that is slow to see the end gets the lines again, and whoever does not read leaves them to the next.
    const { status, stdout, stderr } = sandbox.shell(
      `mkfifo '${fifo}'
      export GIT_CONFIG_GLOBAL='${fifo}'
      (trap : PIPE; while :; do printf '[user]\\nname = Reader\\nemail = r@example.org\\n' >'${fifo}'; sleep 0.05; done) >/dev/null 2>&1 &
      timeout 120 interlock explain git commit --allow-empty -m x; status=$?; kill $!; exit $status`,
    );
    expect(stdout + stderr).toContain(`'${fifo}' is no file`);
    expect(status).toBe(0);
  });

  test("as a message, it is read as git reads it", () => {
    const sandbox = new Sandbox();
    const { stderr } = sandbox.shell(
      `mkfifo ../message; echo words >../message & timeout 20 git commit -q --allow-empty -F ../message; wait
      echo more | timeout 20 git commit -q --allow-empty -F /dev/stdin`,
    );
    expect(stderr).toBe("");
    expect(sandbox.message()).toBe(`more\n\n${botTrailer}\n`);
    expect(sandbox.message("HEAD~1")).toBe(`words\n\n${botTrailer}\n`);
  });
});

describe.runIf(whyNoMounts === "")("where /dev/null cannot be opened", () => {
  test("a git that is asked something does not run on our standard files", () => {
    const sandbox = new Sandbox();
    sandbox.write(".git/hooks/commit-msg", "#!/bin/sh\n", 0o755);
    sandbox.readyPlan();
    const empty = sandbox.write(join(sandbox.folder, "empty"), "");
    const mounts = `mount --bind '${empty}' /dev/null\nmount -o remount,bind,ro /dev/null`;
    const { status, stderr } = runMounted(sandbox, mounts, [
      "git",
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "x",
    ]);
    expect(stderr).toContain("interlock: error: ");
    // What git says to itself is not said to the caller.
    expect(stderr).not.toContain("fatal:");
    expect(status).toBe(128);
  });
});
