/** Slips in the set-up that nothing would show but the commits that come of them. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const commit = ["commit", "-q", "--allow-empty", "-m", "One"];

describe("quotes in the envFile", () => {
  function withValues(...lines: string[]): Sandbox {
    const sandbox = new Sandbox(
      `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\nenvFile: env\n`,
    );
    sandbox.write(join(sandbox.folder, "interlock", "env"), lines.map((line) => line + "\n").join(""));
    return sandbox;
  }

  test.each(['"Robo Bot"', "'Robo Bot'"])("%s is refused: the quotes would stand in the commit", (value) => {
    const sandbox = withValues(`GITHUB_APP_BOT_NAME=${value}`, "GITHUB_APP_BOT_EMAIL=bot@example.org");
    const { status, stderr } = sandbox.git(commit);
    expect(status).toBe(128);
    expect(stderr).toContain(
      `interlock: error: the value of 'GITHUB_APP_BOT_NAME' is in quotes, and they would count (${sandbox.folder}/interlock/env:1)\n` +
        "hint: write GITHUB_APP_BOT_NAME=value without quotes",
    );
    expect(sandbox.commitCount()).toBe(0);
    expect(sandbox.interlock(["health"])).toMatchObject({ status: 1 });
  });

  test.each(['Robo "Bot"', "Robo's Bot", '"Robo'])("%s is a value like any other", (value) => {
    const sandbox = withValues(`GITHUB_APP_BOT_NAME=${value}`, "GITHUB_APP_BOT_EMAIL=bot@example.org");
    expect(sandbox.git(commit)).toMatchObject({ status: 0 });
    expect(sandbox.message()).toBe(`One\n\nCo-authored-by: ${value} <bot@example.org>\n`);
  });
});

describe("a variable that is nearly INTERLOCK_CONFIG", () => {
  const warning =
    "interlock: warning: 'INTERLOCK_CONF' is no variable of interlock, and does nothing\n" +
    "hint: it reads INTERLOCK_CONFIG, INTERLOCK_DEBUG, INTERLOCK_QUIET, INTERLOCK_DRY_RUN, INTERLOCK_TIMEOUT_MS\n";

  test.each([
    [commit],
    [["commit", "-q", "--allow-empty", "-F", "-"]],
    [["merge", "-q", "--no-edit", "HEAD"]],
  ])("is named by git %j where there is no configuration", (words) => {
    const sandbox = new Sandbox();
    sandbox.realGit(commit);
    const env = { INTERLOCK_CONFIG: undefined, INTERLOCK_CONF: sandbox.config };
    expect(sandbox.git(words, { env, input: "Two\n" })).toEqual({ status: 0, stdout: "", stderr: warning });
    expect(sandbox.git(words, { env: { ...env, INTERLOCK_QUIET: "1" }, input: "Two\n" }).stderr).toBe("");
  });

  test("costs no word where there is one, unless somebody asks", () => {
    const sandbox = new Sandbox();
    const env = { INTERLOCK_CONF: "x" };
    expect(sandbox.git(commit, { env })).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(sandbox.message()).toBe(`One\n\n${botTrailer}\n`);
    expect(sandbox.git(commit, { env: { ...env, INTERLOCK_DEBUG: "1" } }).stderr).toContain(warning);
    const explained = sandbox.interlock(["explain", "--json", "--", "git", ...commit], { env });
    expect(JSON.parse(explained.stdout).warnings).toMatchObject([{ code: "unknown-variable" }]);
    expect(sandbox.interlock(["hooks"], { env }).stderr).toBe(warning);
    expect(sandbox.interlock(["health"], { env }).stdout).toContain("; 'INTERLOCK_CONF' is no variable");
    const { findings } = JSON.parse(sandbox.interlock(["doctor", "--json"], { env }).stdout);
    expect(findings).toContainEqual(
      expect.objectContaining({ status: "warn", message: expect.stringContaining("'INTERLOCK_CONF'") }),
    );
  });

  test("is not named by a command that makes no commit, nor by plumbing", () => {
    const sandbox = new Sandbox();
    sandbox.realGit(commit);
    const env = { INTERLOCK_CONFIG: undefined, INTERLOCK_CONF: "x" };
    expect(sandbox.git(["status", "--short"], { env })).toEqual({ status: 0, stdout: "", stderr: "" });
    const tree = sandbox.git(["commit-tree", "-m", "x", "HEAD^{tree}"], { env });
    expect(tree).toMatchObject({ status: 0, stderr: "" });
  });
});
