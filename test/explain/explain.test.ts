import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

function redact(sandbox: Sandbox, text: string): string {
  return text
    .replaceAll(root, "<prefix>")
    .replaceAll(sandbox.folder, "<sandbox>")
    .replace(/plan-[0-9a-f]{8}/g, "plan-<hash>");
}

/** What is shown says where the plan is from. */
function withoutPlan(config?: string): Sandbox {
  return new Sandbox(config, { plan: "compiled by the first command" });
}

function explain(sandbox: Sandbox, words: string[], env: object = {}): Run {
  const run = sandbox.interlock(["explain", "--", "git", ...words], { env: { ...env } });
  return { ...run, stdout: redact(sandbox, run.stdout), stderr: redact(sandbox, run.stderr) };
}

test("a commit whose message will change", () => {
  expect(explain(withoutPlan(), ["commit", "-am", "fix the thing", "-m", "with a body"]))
    .toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "command   git commit -am 'fix the thing' -m 'with a body'
    strategy  rewrite: the message stands in -m, and nothing touches it later
    real git  /usr/bin/git
    plan      compiled for this dry run, mode enforce
    hooks
      applied   github.ensure-bot-coauthor: added 'Co-authored-by: Robo Bot <bot@example.org>' (<prefix>/plugins/github/plugin.yaml:6)
    message
        fix the thing
       
        with a body
      +
      + Co-authored-by: Robo Bot <bot@example.org>
    result    git runs with other arguments
      - git commit -am 'fix the thing' -m 'with a body'
      + git commit -am $'fix the thing\\n\\nwith a body\\n\\nCo-authored-by: Robo Bot <bot@example.org>\\n'
    ",
    }
  `);
});

test("a check that fails is named once on its line", () => {
  const sandbox = withoutPlan(
    `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "conventional-commits")}]\n`,
  );
  const { stdout } = explain(sandbox, ["commit", "-m", "Bad"]);
  expect(stdout).toContain("\n  failed    conventional-commits.title: 'Bad': the title must be");
  expect(stdout).toContain("\ninterlock: error: 'conventional-commits.title': 'Bad': the title must be");
});

test("a hook whose condition does not hold", () => {
  const env = { GITHUB_APP_BOT_NAME: undefined };
  expect(explain(withoutPlan(), ["commit", "-m", "fix"], env).stdout).toMatchInlineSnapshot(`
    "command   git commit -m fix
    strategy  rewrite: the message stands in -m, and nothing touches it later
    real git  /usr/bin/git
    plan      compiled for this dry run, mode enforce
    hooks
      skipped   github.ensure-bot-coauthor: environment variable 'GITHUB_APP_BOT_NAME' is not set (<prefix>/plugins/github/plugin.yaml:6)
    message
        (unchanged)
    result    git runs as called
    "
  `);
});

test("a command that makes no commit", () => {
  expect(explain(new Sandbox(), ["status"]).stdout).toMatchInlineSnapshot(`
    "command   git status
    strategy  pass: 'status' makes no commit
    real git  /usr/bin/git
    result    git runs as called
    "
  `);
});

test("a refusal shows the rule, the way out and the exit status", () => {
  expect(explain(withoutPlan(), ["commit", "--allow-empty-message", "-m", ""])).toMatchInlineSnapshot(`
    {
      "status": 1,
      "stderr": "",
      "stdout": "command   git commit --allow-empty-message -m ''
    strategy  rewrite: the message stands in -m, and nothing touches it later
    real git  /usr/bin/git
    plan      compiled for this dry run, mode enforce
    hooks
      failed    github.ensure-bot-coauthor: the message is empty (<prefix>/plugins/github/plugin.yaml:6)
    message
        (unchanged)
    interlock: error: 'github.ensure-bot-coauthor' requires the trailer 'Co-authored-by', and an empty message cannot carry it (<prefix>/plugins/github/plugin.yaml:14) [E-empty-message]
    hint: give the commit a message: git commit -m '...'
    result    refused, exit 1
    ",
    }
  `);
});

test("--json says the same to programs", () => {
  const sandbox = withoutPlan();
  const run = sandbox.interlock(["explain", "--json", "--", "git", "commit", "-mfix \xe9"]);
  expect(run.status).toBe(0);
  const explained = JSON.parse(redact(sandbox, Buffer.from(run.stdout, "latin1").toString("utf8")));
  expect(explained).toMatchInlineSnapshot(`
    {
      "aliases": [],
      "argv": [
        "git",
        "commit",
        "-m",
        "fix é

    Co-authored-by: Robo Bot <bot@example.org>
    ",
      ],
      "command": [
        "git",
        "commit",
        "-mfix é",
      ],
      "commits": [],
      "environment": {},
      "exit": null,
      "hooks": [
        {
          "changes": [
            "added 'Co-authored-by: Robo Bot <bot@example.org>'",
          ],
          "detail": "added 'Co-authored-by: Robo Bot <bot@example.org>'",
          "id": "github.ensure-bot-coauthor",
          "plugin": "github",
          "source": "<prefix>/plugins/github/plugin.yaml:6",
          "state": "applied",
        },
      ],
      "message": {
        "after": "fix é

    Co-authored-by: Robo Bot <bot@example.org>
    ",
        "before": "fix é
    ",
      },
      "messageOnStdin": false,
      "metadata": {
        "author": "Ann Author <ann@example.org>",
        "branch": "main",
        "command": "commit",
        "kind": "composed",
        "repository": "<sandbox>/repo",
        "stagedPaths": "",
      },
      "mode": "enforce",
      "notes": [],
      "plan": {
        "origin": "compiled",
        "path": "",
      },
      "problems": [],
      "realProgram": "/usr/bin/git",
      "reason": "the message stands in -m, and nothing touches it later",
      "strategy": "rewrite",
      "unknown": null,
      "warnings": [],
    }
  `);
});

test("nothing is committed, nothing is written, not even the plan", () => {
  const sandbox = withoutPlan();
  sandbox.write("file", "1\n");
  sandbox.realGit(["add", "file"]);
  const before = sandbox.realGit(["status", "--porcelain=v2"]).stdout;
  expect(sandbox.interlock(["explain", "--", "git", "commit", "-m", "fix"]).status).toBe(0);
  const dry = sandbox.git(["commit", "-m", "fix"], { env: { INTERLOCK_DRY_RUN: "1" } });
  expect(dry.stdout).toContain("+ Co-authored-by: Robo Bot <bot@example.org>");
  expect(sandbox.realGit(["status", "--porcelain=v2"]).stdout).toBe(before);
  expect(sandbox.commitCount()).toBe(0);
  expect(readdirSync(join(sandbox.folder, "home"))).toEqual([".gitconfig"]);
});

test("INTERLOCK_DRY_RUN=1 holds back every command that could make a commit, and no other", () => {
  const sandbox = new Sandbox();
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "first"]);
  const env = { INTERLOCK_DRY_RUN: "1" };
  for (const words of [
    ["revert", "--no-edit", "HEAD"],
    ["-c", "alias.ci=commit -m x --allow-empty", "ci"],
  ]) {
    expect(sandbox.git(words, { env }).stdout).toContain("strategy");
  }
  expect(sandbox.commitCount()).toBe(1);
  expect(sandbox.git(["rev-list", "--count", "HEAD"], { env }).stdout).toBe("1\n");
});

const usage = "usage: interlock explain [<options>] -- git|gh <args>";

test.each([
  [[], "'explain' needs '-- git|gh <args>'", usage],
  [["--", "ls"], "'explain' needs '-- git|gh <args>'", usage],
  [["--xml", "--", "git"], "'explain' takes no '--xml'", "'interlock explain --help' lists what it takes"],
])("explain %j is refused with the way on, exit 129", (words, message, hint) => {
  expect(new Sandbox().interlock(["explain", ...words])).toEqual({
    status: 129,
    stdout: "",
    stderr: `interlock: error: ${message} [E-wrong-usage]\nhint: ${hint}\n`,
  });
});

test("a wrong call that asks for JSON is told in JSON", () => {
  const { status, stdout } = new Sandbox().interlock(["explain", "--json", "--xml"]);
  expect(status).toBe(129);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    diagnostics: [{ code: "wrong-usage", message: "'explain' takes no '--xml'" }],
  });
});

test("the command may follow without '--', and have one of its own", () => {
  const run = new Sandbox().interlock(["explain", "--json", "git", "commit", "-m", "x", "--", "file"]);
  expect(JSON.parse(run.stdout).command).toEqual(["git", "commit", "-m", "x", "--", "file"]);
});

test("report mode changes nothing and says what it would have done", () => {
  const sandbox = new Sandbox(
    `version: 1\nmode: report\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`,
  );
  const run = sandbox.git(["commit", "--allow-empty", "-m", "fix"]);
  expect(run.status).toBe(0);
  expect(run.stderr).toBe(
    `interlock: (report only) would have added '${botTrailer}' (github.ensure-bot-coauthor)\n`,
  );
  expect(sandbox.message()).toBe("fix\n");
});
