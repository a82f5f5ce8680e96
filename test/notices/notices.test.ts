import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";
import { openTerminal } from "../support/terminal.ts";

const notice = `interlock: adding '${botTrailer}' (github.ensure-bot-coauthor)`;

function withConfig(...lines: string[]): Sandbox {
  const plugins = [join(root, "plugins", "github"), "../plugins"];
  const sandbox = new Sandbox(`version: 1\n${lines.join("\n")}\nplugins:\n  dirs: [${plugins.join(", ")}]\n`);
  sandbox.write(
    join(sandbox.folder, "plugins", "local", "plugin.yaml"),
    `name: local
extensions:
  hookApiVersion: 1
  hooks:
    - id: local.team
      hook: commit.message.finalize
      effects:
        - { type: text.ensureTrailer, key: Team, value: "\${env.TEAM}", missing: warn }
        - { type: text.forbidMatch, pattern: bad, message: no bad commits }
`,
  );
  return sandbox;
}

const env = { TEAM: "" };
const withTeam = { TEAM: "core" };

/** Ways through the rules: the message is rewritten; the rules run in a hook; behind the caller's editor. */
const commits = [
  ["commit", "--allow-empty", "-m", "fix"],
  ["commit", "--allow-empty", "-s", "-m", "fix"],
  ["commit", "--allow-empty", "--amend", "--no-edit"],
];

async function onTerminal(sandbox: Sandbox, words: string[]): Promise<string[]> {
  const session = openTerminal(sandbox, "git", words, { env: { GITHUB_APP_BOT_NAME: "Robo Bot" } });
  await session.ended;
  return session
    .screen()
    .split("\r\n")
    .filter((line) => line.startsWith("interlock: adding"));
}

describe("a change is told", () => {
  test.each(commits.slice(0, 2))("on a terminal, in one line: %s %s %s %s", async (...words) => {
    expect(await onTerminal(new Sandbox(), words)).toEqual([notice]);
  });

  test.each(commits)("to nobody else: %s %s %s %s", (...words) => {
    const sandbox = new Sandbox();
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "base"]);
    expect(sandbox.git(words)).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.message()).toContain(botTrailer);
  });

  test.each(commits)("to everybody under 'notices: always': %s %s %s %s", (...words) => {
    const sandbox = withConfig("notices: always");
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "base"]);
    const { stderr } = sandbox.git(words, { env: withTeam });
    expect(stderr).toBe(`${notice}\ninterlock: adding 'Team: core' (local.team)\n`);
  });

  test("but not with -q or INTERLOCK_QUIET=1", () => {
    const sandbox = withConfig("notices: always");
    for (const words of commits.slice(0, 2)) {
      expect(sandbox.git([...words, "-q"], { env: withTeam }).stderr).toBe("");
      expect(sandbox.git(words, { env: { ...withTeam, INTERLOCK_QUIET: "1" } }).stderr).toBe("");
    }
  });

  test("to nobody under 'notices: never'", async () => {
    const sandbox = withConfig("notices: never");
    for (const words of commits.slice(0, 2)) expect(await onTerminal(sandbox, words)).toEqual([]);
    expect(sandbox.message()).toContain(botTrailer);
  });

  test("in the present: git may still make no commit", async () => {
    const sandbox = new Sandbox();
    const session = openTerminal(sandbox, "git", ["commit", "-m", "fix"]);
    expect((await session.ended).exitCode).toBe(1);
    expect(session.screen()).toContain(`${notice}\r\n`);
    expect(session.screen()).toContain("nothing to commit");
    expect(sandbox.commitCount()).toBe(0);
  });
});

describe("who says what is told", () => {
  const line = (sandbox: Sandbox): string =>
    sandbox.git(["commit", "--allow-empty", "-m", "fix"], { env: withTeam }).stderr.split("\n")[0] as string;
  const asUser = (sandbox: Sandbox, text: string): string =>
    sandbox.write(
      join(sandbox.folder, "home", ".config", "interlock", "config.yaml"),
      `version: 1\n${text}\n`,
    );

  test("the user, where the install does not", () => {
    const sandbox = withConfig();
    asUser(sandbox, "notices: always");
    expect(line(sandbox)).toBe(notice);
  });

  test.each(["terminal", "never"])("the install's '%s' wins over the user's", (notices) => {
    const sandbox = withConfig(`notices: ${notices}`);
    asUser(sandbox, "notices: always");
    expect(line(sandbox)).toBe("");
  });

  test("not the repository", () => {
    const sandbox = withConfig("layers: { repository: on }");
    sandbox.write(".interlock/config.yaml", "version: 1\nnotices: always\n");
    const run = sandbox.interlock(["compile"]);
    expect(run.stderr).toContain("'notices' cannot be set in the repository layer");
  });
});

describe("what is no notice is told wherever standard error leads, under 'notices: never' and -q too", () => {
  const commit = ["commit", "-q", "--allow-empty", "-m"];

  test("a warning", () => {
    const { status, stderr } = withConfig("notices: never").git([...commit, "fix"], { env });
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^interlock: warning: 'local.team' needs '\$\{env.TEAM\}'.*\nhint: .*\n$/),
    ]);
  });

  test("what 'mode: report' would have done", () => {
    const { stderr } = withConfig("notices: never", "mode: report").git([...commit, "fix"], {
      env: withTeam,
    });
    expect(stderr).toBe(
      `interlock: (report only) would have added '${botTrailer}' (github.ensure-bot-coauthor)\n` +
        "interlock: (report only) would have added 'Team: core' (local.team)\n",
    );
  });

  test("a refusal", () => {
    const { status, stderr } = withConfig("notices: never").git([...commit, "bad"], { env: withTeam });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^interlock: error: 'local.team'/)]);
  });
});

describe("git commit-tree is plumbing", () => {
  const tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  const make = (sandbox: Sandbox, message: string) => {
    sandbox.realGit(["hash-object", "-w", "-t", "tree", "/dev/null"]);
    return sandbox.git(["commit-tree", tree, "-m", message], { env });
  };

  test.each([["notices: always"], ["notices: always", "mode: report"]])(
    "it says nothing of changes and warnings: %s %s",
    (...config) => {
      expect(make(withConfig(...config), "fix")).toMatchObject({ status: 0, stderr: "" });
    },
  );

  test("it says why it is refused", () => {
    const { status, stderr } = make(withConfig(), "bad");
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^interlock: error: 'local.team'/)]);
  });
});

describe("Tcl takes any byte on standard error for a failure", () => {
  const runTcl = (script: string, config = ""): { sandbox: Sandbox; status: Run["status"] } => {
    const sandbox = withConfig(config);
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "base"]);
    // Read from standard input, a script that fails would end with 0.
    sandbox.write("../commit.tcl", script);
    return { sandbox, status: sandbox.shell("tclsh ../commit.tcl", { env: withTeam }).status };
  };
  const commit = "exec git commit --allow-empty";

  test.each(["-m x", "-s -m x", "--amend --no-edit"])("exec git commit %s", (words) => {
    const { sandbox, status } = runTcl(`${commit} ${words}\n`);
    expect(status).toBe(0);
    expect(sandbox.message()).toContain(botTrailer);
  });

  test("a notice is one", () => {
    expect(runTcl(`${commit} -m x\n`, "notices: always").status).toBe(1);
  });

  test("as git-gui commits: write-tree, commit-tree, update-ref", () => {
    const { sandbox, status } = runTcl(
      `set commit [exec git commit-tree [exec git write-tree] << "x\\n"]\nexec git update-ref HEAD $commit\n`,
    );
    expect(status).toBe(0);
    expect(sandbox.message()).toBe(`x\n\n${botTrailer}\nTeam: core\n`);
  });
});
