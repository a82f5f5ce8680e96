/** Slips in the set-up that nothing would show but the commits that come of them. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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
      `interlock: error: the value of 'GITHUB_APP_BOT_NAME' is in quotes, which would become part of the value (${sandbox.folder}/interlock/env:1) [E-env-file-unreadable]\n` +
        "hint: write GITHUB_APP_BOT_NAME=value without quotes",
    );
    expect(sandbox.commitCount()).toBe(0);
    expect(sandbox.interlock(["health"])).toMatchObject({ status: 1 });
  });

  test("compile reads the file, and says how to write a line that begins with 'export'", () => {
    const sandbox = withValues("export GITHUB_APP_BOT_NAME=Robo");
    const { status, stderr } = sandbox.interlock(["compile"]);
    expect({ status, stderr }).toEqual({
      status: 128,
      stderr:
        "interlock: error: the file of sealed values is of no use: the line begins with 'export', and no shell reads it " +
        `(${sandbox.folder}/interlock/env:1) [E-env-file-unreadable]\nhint: write it as GITHUB_APP_BOT_NAME=value\n`,
    });
  });

  test.each(['Robo "Bot"', "Robo's Bot", '"Robo'])("%s is a value like any other", (value) => {
    const sandbox = withValues(`GITHUB_APP_BOT_NAME=${value}`, "GITHUB_APP_BOT_EMAIL=bot@example.org");
    expect(sandbox.git(commit)).toMatchObject({ status: 0 });
    expect(sandbox.message()).toBe(`One\n\nCo-authored-by: ${value} <bot@example.org>\n`);
  });
});

describe("a variable that is nearly INTERLOCK_CONFIG", () => {
  const warning =
    "interlock: warning: 'INTERLOCK_CONF' is no variable of interlock, and does nothing [E-unknown-variable]\n" +
    "hint: did you mean 'INTERLOCK_CONFIG'?\n";

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

  test("is named where there is one, and by whoever is asked", () => {
    const sandbox = new Sandbox();
    const env = { INTERLOCK_CONF: "x" };
    expect(sandbox.git(commit, { env })).toEqual({ status: 0, stdout: "", stderr: warning });
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

describe("a variable that is nearly another of ours", () => {
  test.each([
    ["INTERLOCK_DRYRUN", "INTERLOCK_DRY_RUN"],
    ["INTERLOCK_DRY", "INTERLOCK_DRY_RUN"],
    ["INTERLOCK_DYR_RUN", "INTERLOCK_DRY_RUN"],
    ["INTERLOCK_DEBG", "INTERLOCK_DEBUG"],
    ["INTERLOCK_QUITE", "INTERLOCK_QUIET"],
    ["INTERLOCK_TIMEOUT", "INTERLOCK_TIMEOUT_MS"],
  ])("%s is taken for %s by a commit that goes through", (name, meant) => {
    const sandbox = new Sandbox();
    expect(sandbox.git(commit, { env: { [name]: "1" } })).toEqual({
      status: 0,
      stdout: "",
      stderr: `interlock: warning: '${name}' is no variable of interlock, and does nothing [E-unknown-variable]\nhint: did you mean '${meant}'?\n`,
    });
    expect(sandbox.message()).toBe(`One\n\n${botTrailer}\n`);
  });

  const env = { INTERLOCK_DRYRUN: "1" };
  const timesNamed = (stderr: string): number => stderr.split("'INTERLOCK_DRYRUN'").length - 1;

  test.each([
    ["by a commit with hooks", ["commit", "-q", "--allow-empty", "-F", "-"]],
    ["by a merge", ["merge", "-q", "--no-ff", "--no-edit", "side"]],
    ["by a rebase of two commits", ["rebase", "-q", "--force-rebase", "HEAD~2"]],
    ["by a push", ["push", "-q", "../away", "HEAD:refs/heads/x"]],
    ["by an alias", ["-c", "alias.ci=commit -q --allow-empty -m Two", "ci"]],
  ])("is named once %s", (_, words) => {
    const sandbox = new Sandbox();
    for (const message of ["One", "Two", "Three"]) sandbox.git([...commit.slice(0, -1), message]);
    sandbox.realGit(["branch", "side"]);
    sandbox.realGit(["reset", "-q", "--hard", "HEAD~0"]);
    sandbox.realGit(["switch", "-q", "side"]);
    sandbox.git([...commit.slice(0, -1), "Four"]);
    sandbox.realGit(["switch", "-q", "-"]);
    sandbox.realGit(["init", "-q", "--bare", "../away"]);
    const { status, stderr } = sandbox.git(words, { env, input: "Two\n" });
    expect({ status, times: timesNamed(stderr) }).toEqual({ status: 0, times: 1 });
  });

  test("is not named by plumbing, by what makes no commit, nor where warnings are off", () => {
    const sandbox = new Sandbox();
    sandbox.git(commit);
    expect(sandbox.git(["status", "--short"], { env }).stderr).toBe("");
    expect(sandbox.git(["commit-tree", "-m", "x", "HEAD^{tree}"], { env }).stderr).toBe("");
    expect(sandbox.git(commit, { env: { ...env, INTERLOCK_QUIET: "1" } }).stderr).toBe("");
  });

  test("is somebody else's if it is not near at all", () => {
    const others = { INTERLOCK_SESSION: "1", INTERLOCK_QUEUE: "a", INTERLOCK_IMAGE_TAG: "3" };
    expect(new Sandbox().git(commit, { env: others })).toEqual({ status: 0, stdout: "", stderr: "" });
  });
});

describe("a config file whose name is nearly right", () => {
  test.each([
    ["the user's", "home/.config/interlock/config.yml", ["compile", "doctor", "health"]],
    ["the user's, in capitals", "home/.config/interlock/config.YAML", ["compile"]],
    ["the user's, cut short", "home/.config/interlock/conf.yaml", ["compile"]],
    ["the user's, without an ending", "home/.config/interlock/config", ["compile"]],
    ["the user's, named after the program", "home/.config/interlock/interlock.yaml", ["compile"]],
    ["the user's, as an editor saves it", "home/.config/interlock/config.yaml.txt", ["compile"]],
    ["the repository's", "repo/.interlock/config.yml", ["compile", "doctor"]],
  ])("%s is named with the command that fixes it", (_, place, verbs) => {
    const sandbox = new Sandbox();
    const path = join(sandbox.folder, place);
    sandbox.write(path, "version: 1\n");
    const right = path.replace(/[^/]*$/, "config.yaml");
    for (const verb of verbs) {
      const { stdout, stderr } = sandbox.interlock([verb]);
      expect(stdout + stderr).toContain(`'${path}' is not read: 'config.yaml' is looked for`);
      if (verb !== "health") expect(stdout + stderr).toContain(`mv ${path} ${right}`);
    }
    const alone = sandbox.interlock(["health"], { env: { INTERLOCK_CONFIG: undefined } });
    if (place.startsWith("home")) expect(alone.stderr).toContain(`hint: mv ${path} ${right}\n`);
    sandbox.write(right, "version: 1\n");
    expect(sandbox.interlock(["compile"]).stderr).not.toContain("is looked for");
  });

  test("one at the top of the repository is named, too", () => {
    const sandbox = new Sandbox();
    const path = join(sandbox.repository, ".interlock.yml");
    sandbox.write(path, "version: 1\n");
    const { stderr } = sandbox.interlock(["compile"]);
    expect(stderr).toContain(
      `'${path}' is not read: '.interlock/config.yaml' is looked for [E-mistyped-config]\n`,
    );
    expect(stderr).toContain(`hint: mkdir -p ${sandbox.repository}/.interlock && mv ${path} `);
  });

  test("the command is one for a shell, whatever the folder is called", () => {
    const sandbox = new Sandbox();
    const cwd = join(sandbox.folder, "it's; touch made;'");
    sandbox.realGit(["init", "-q", cwd]);
    const path = join(cwd, ".interlock.yml");
    sandbox.write(path, "version: 1\n");
    const { stderr } = sandbox.interlock(["compile"], { cwd });
    const [, command = ""] = /^hint: (mkdir .*)$/m.exec(stderr) ?? [];
    expect(spawnSync("sh", ["-c", command], { cwd: sandbox.folder }).status).toBe(0);
    expect(readFileSync(join(cwd, ".interlock/config.yaml"), "utf8")).toBe("version: 1\n");
    expect(existsSync(join(sandbox.folder, "made"))).toBe(false);
  });
});
