import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Run, Sandbox } from "../support/sandbox.ts";
import { createRepositoryWithBadCommits, createCheckedRepository } from "./checked-repository.ts";

function saidBy(sandbox: Sandbox, run: Run): string {
  expect(run.status).toBe(1);
  return run.stderr.replaceAll(sandbox.folder, "<folder>").replace(/\b[0-9a-f]{12}\b/g, "<id>");
}

describe("what a refusal says", () => {
  test("of a forbidden word: the word and its line", () => {
    const sandbox = createCheckedRepository();
    const run = sandbox.git(["commit", "--allow-empty", "-m", "fine\n\nThis is a bad line\nand more"]);
    expect(saidBy(sandbox, run)).toMatchInlineSnapshot(`
      "interlock: error: 'local.no-bad': 'bad' in 'This is a bad line': no bad commits (plugin 'local') [E-rule-broken]
      hint: change the message: git commit --allow-empty -m '...'
      "
    `);
  });

  test("of a title that is too long: the title, cut, and its length in characters", () => {
    const sandbox = createCheckedRepository();
    const run = sandbox.git(["commit", "--allow-empty", "-m", "\u00e4".repeat(80)]);
    expect(Buffer.from(saidBy(sandbox, run), "latin1").toString()).toMatchInlineSnapshot(`
      "interlock: error: 'local.title': 'ääääääääääääääääääääääääääääääääääääääääääääääää...' (80 characters): the title has 72 characters at most (plugin 'local') [E-rule-broken]
      hint: change the message: git commit --allow-empty -m '...'
      "
    `);
  });

  test("of several rules: one hint for all", () => {
    const sandbox = createCheckedRepository();
    const run = sandbox.git(["commit", "--allow-empty", "-s", "-m", `bad ${"x".repeat(80)}`]);
    const lines = saidBy(sandbox, run).split("\n");
    expect(lines.filter((line) => line.startsWith("interlock: error: "))).toHaveLength(2);
    expect(lines.filter((line) => line.startsWith("hint: "))).toEqual([
      "hint: change the message: git commit --allow-empty -s -m '...'",
    ]);
  });

  test("with control characters in the line: nothing of them", () => {
    const sandbox = createCheckedRepository();
    const run = sandbox.git(["commit", "--allow-empty", "-m", "bad \u001b[31m\rtext"]);
    expect(saidBy(sandbox, run)).toMatch(/'bad' in 'bad  \[31m text': no bad commits \(plugin/);
  });

  test("at a push", () => {
    const sandbox = createRepositoryWithBadCommits();
    sandbox.realGit(["init", "-q", "--bare", "../bare.git"]);
    const run = sandbox.git(["push", "-q", "../bare.git", "side~1:refs/heads/x"], {
      env: { GITHUB_APP_BOT_NAME: undefined },
    });
    const said = saidBy(sandbox, run);
    expect(said).toContain(
      "interlock: commit <id> bad side 2\n    local.no-bad: 'bad' in 'bad side 2': no bad commits (plugin 'local')\n",
    );
    expect(said).not.toContain("plugin.yaml");
  });
});

describe("a trailer that goes and one that comes are told apart by their values", () => {
  test("on the same key", () => {
    const sandbox = createCheckedRepository("notices: always\n");
    sandbox.write(
      join(sandbox.folder, "plugins", "tidy", "plugin.yaml"),
      `name: tidy
extensions:
  hookApiVersion: 1
  hooks:
    - id: tidy.authors
      hook: commit.message.finalize
      priority: 1
      effects:
        - { type: text.removeTrailer, key: Co-authored-by, values: ['*claude*'] }
`,
    );
    const run = sandbox.git(["commit", "--allow-empty", "-m", "x\n\nCo-authored-by: Claude <c@example.org>"]);
    expect(run.stderr).toMatchInlineSnapshot(`
      "interlock: removing 'Co-authored-by: Claude <c@example.org>' (tidy.authors)
      interlock: adding 'Co-authored-by: Robo Bot <bot@example.org>' (github.ensure-bot-coauthor)
      "
    `);
  });
});

describe("the file that a rule stands in", () => {
  test.each([
    ["git commit --allow-empty -m bad"],
    ["git commit --allow-empty -s -m bad"],
    ["git cherry-pick side~1"],
  ])("is not named to whoever could write to it: %s", (command) => {
    const sandbox = createRepositoryWithBadCommits();
    const { stderr } = sandbox.shell(command);
    expect(stderr).toContain("(plugin 'local')");
    expect(stderr).not.toContain("plugin.yaml");
  });

  test("is named by explain and hooks", () => {
    const sandbox = createCheckedRepository();
    const explained = sandbox.interlock(["explain", "--", "git", "commit", "--allow-empty", "-m", "bad"]);
    expect(explained.stdout).toContain("plugins/local/plugin.yaml:8)");
    expect(sandbox.interlock(["hooks"]).stdout).toContain("plugins/local/plugin.yaml");
  });
});
