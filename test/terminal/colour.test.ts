/** Errors of git's commands, of native verbs and of verbs of the cold side have the same colours. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { Sandbox } from "../support/sandbox.ts";
import { openTerminal } from "../support/terminal.ts";

const config = `version: 1\nplugins: {dirs: [${join(root, "plugins", "conventional-commits")}]}\n`;
const refused = ["commit", "--allow-empty", "-m", "\x1b[31mmore work"];

const labels = {
  error: "\x1b[31merror:\x1b[0m",
  warning: "\x1b[33mwarning:\x1b[0m",
  hint: "\x1b[36mhint:\x1b[0m",
};

test.each([
  ["a refused commit", "git", refused],
  ["a wrong call of a native verb", "interlock", ["health", "--no"]],
  ["a wrong call of verify", "interlock", ["verify", "--no"]],
  ["a range that verify does not find", "interlock", ["verify", "no..such"]],
  ["a wrong call of another verb", "interlock", ["hooks", "--no"]],
])("on a terminal, %s", async (_, program, words) => {
  const session = openTerminal(new Sandbox(config), program, words);
  await session.ended;
  const lines = session.screen().split(/\r?\n/);
  expect(lines.filter((line) => line.startsWith(`interlock: ${labels.error} `))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith(`${labels.hint} `)).length).toBeGreaterThan(0);
  expect(session.screen()).not.toContain("\x1b[31mmore work");
});

test("a warning, an unhealthy install, a refused push, and what a hook refuses", () => {
  const force = { env: { CLICOLOR_FORCE: "1" } };
  const sandbox = new Sandbox(config);
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "bad"]);
  sandbox.realGit(["init", "-q", "--bare", "../remote.git"]);
  const push = sandbox.git(["push", "../remote.git", "main"], force).stderr;
  expect(push).toContain(`\n${labels.error} interlock: 1 of 1 commit`);
  expect(push).toContain(`\n${labels.hint} `);
  const inHook = sandbox.git(["commit", "--allow-empty", "-e"], {
    env: { ...force.env, GIT_EDITOR: "echo bad >" },
  });
  expect(inHook.stderr).toContain(`interlock: ${labels.error} 'conventional-commits.title'`);
  const typo = { env: { CLICOLOR_FORCE: "1", INTERLOCK_CONFG: "x" } };
  expect(sandbox.interlock(["verify", "HEAD"], typo).stderr).toContain(`interlock: ${labels.warning} `);
  sandbox.write(sandbox.config, "version: 1\n");
  expect(sandbox.interlock(["health"], force).stderr).toContain(
    `interlock: ${labels.error} no rule is in force`,
  );
  expect(sandbox.interlock(["health", "--color=never"], force).stderr).not.toContain("\x1b");
});

test("nowhere else", () => {
  const sandbox = new Sandbox(config);
  for (const env of [{}, { CLICOLOR_FORCE: "1", NO_COLOR: "1" }])
    expect(sandbox.git(refused, { env }).stderr).not.toContain("\x1b");
});
