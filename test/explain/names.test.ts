/**
 * What a dry run says of aliases, of names that git does not know, and of a set-up that does not work.
 */
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";

function explain(sandbox: Sandbox, ...words: string[]): { status: number | string; stdout: string } {
  return sandbox.interlock(["explain", "--", "git", ...words]);
}

test("an alias is expanded as git does it, and what comes of it is explained", () => {
  const sandbox = new Sandbox();
  const words = ["-c", "alias.c=-c x.y=1 ci --allow-empty", "-c", "alias.ci=commit -m 'two words'", "c"];
  const { stdout } = explain(sandbox, ...words);
  expect(stdout).toContain(
    "alias     'c' is '-c x.y=1 ci --allow-empty'\nalias     'ci' is 'commit -m '\\''two words'\\'''\n",
  );
  expect(stdout).toContain("strategy  rewrite: the message stands in -m");
  expect(stdout).toContain("    two words\n  +\n  + Co-authored-by: Robo Bot <bot@example.org>\n");
  const json = JSON.parse(sandbox.interlock(["explain", "--json", "--", "git", ...words]).stdout);
  expect(json).toMatchObject({ command: ["git", ...words], aliases: [{ name: "c" }, { name: "ci" }] });
  expect(json.argv).toContain("commit");
});

test("an alias of the shell is shown, and said to be intercepted", () => {
  const { stdout } = explain(new Sandbox(), "-c", "alias.x=!git commit -m x", "x");
  expect(stdout).toContain("alias     'x' is '!git commit -m x'\n");
  expect(stdout).toContain(
    "strategy  wrap: 'x' is a shell command; the git commands that 'x' starts are intercepted\n",
  );
});

test("an alias that leads to itself, and one with an open quote, are git's to refuse", () => {
  for (const value of ["x", "'commit"]) {
    expect(explain(new Sandbox(), "-c", `alias.x=${value}`, "x").stdout).toContain(
      "'x' is an alias that git cannot expand",
    );
  }
});

test("a program of this name comes before an alias", () => {
  const sandbox = new Sandbox();
  sandbox.write(`${sandbox.folder}/bin/git-x`, "#!/bin/sh\n", 0o755);
  const PATH = `${sandbox.environment()["PATH"]}:${sandbox.folder}/bin`;
  const words = ["explain", "--", "git", "-c", "alias.x=commit", "x"];
  const { stdout } = sandbox.interlock(words, { env: { PATH } });
  expect(stdout).toContain("strategy  wrap: the git commands that 'x' starts are intercepted\n");
  expect(stdout).not.toContain("alias ");
});

test.each([
  ["", "pass", "help.autocorrect is not set, so git runs nothing"],
  ["never", "pass", "help.autocorrect is 'never', so git runs nothing"],
  ["immediate", "inject", "help.autocorrect is 'immediate', so git may run a similar command"],
])("a name that git does not know, under help.autocorrect '%s'", (value, strategy, words) => {
  const sandbox = new Sandbox();
  if (value !== "") sandbox.realGit(["config", "--global", "help.autocorrect", value]);
  const { stdout } = explain(sandbox, "comit", "-m", "x");
  expect(stdout).toContain(`strategy  ${strategy}: `);
  expect(stdout).toContain(
    `note      'comit' is unknown to git: no command, alias or program 'git-comit'; ${words}`,
  );
  if (strategy === "pass") expect(stdout).toContain("pass: 'comit' is unknown to git, which will say so\n");
});

test.each([[["commit", "-m", "x"]], [["push", "origin", "main"]], [["cherry-pick", "HEAD"]]])(
  "under a config that does not compile, git %j is refused",
  (words) => {
    const sandbox = new Sandbox("version: 2\n");
    const { status, stdout } = explain(sandbox, ...words);
    expect(status).toBe(128);
    expect(stdout).toContain("strategy  refuse: there is no plan to go by\n");
    expect(stdout).toMatch(/result {4}refused, exit 128\n$/);
    const json = sandbox.interlock(["explain", "--json", "--", "git", ...words]).stdout;
    expect(JSON.parse(json)).toMatchObject({ strategy: "refuse", exit: 128, argv: null });
    expect(sandbox.git(words).status).toBe(128);
  },
);

test("INTERLOCK_DEBUG=1 says when a plan is compiled, and how long it took", () => {
  const sandbox = new Sandbox();
  const commit = ["commit", "--allow-empty", "-m", "x"];
  const env = { INTERLOCK_DEBUG: "1" };
  expect(sandbox.git(commit, { env }).stderr).toMatch(
    /^interlock: there was no fresh plan; compiled one in [1-9]\d* ms \(.*\/plan-[0-9a-f]{8}\)\n/,
  );
  expect(sandbox.git(commit, { env }).stderr).not.toContain("compiled");
  sandbox.write(sandbox.config, "version: 1\n");
  expect(sandbox.git(commit).stderr).not.toContain("compiled");
});
