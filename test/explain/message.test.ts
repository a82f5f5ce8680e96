/**
 * The dry run of a command whose message is known beforehand shows the message that the commit gets.
 */
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";

/** The message that the dry run shows, as bytes. */
function explained(sandbox: Sandbox, words: string[]): { before: string; after: string } | null {
  const run = sandbox.interlock(["explain", "--json", "--", "git", ...words]);
  const { message } = JSON.parse(Buffer.from(run.stdout, "latin1").toString("utf8"));
  return message;
}

function prepare(): Sandbox {
  const sandbox = new Sandbox();
  const commit = (file: string, message: string, ...options: string[]): void => {
    sandbox.write(file, file);
    sandbox.realGit(["add", "."]);
    sandbox.realGit([...options, "commit", "-q", "-m", message, "--author", "Carol <carol@example.org>"]);
  };
  commit("base", "Base");
  sandbox.realGit(["switch", "-q", "-c", "side"]);
  commit("side", "Side\n\nWith a body.\n\nRefs: 1");
  commit("latin", "Caf\xe9", "-c", "i18n.commitEncoding=ISO-8859-1");
  sandbox.realGit(["switch", "-q", "main"]);
  commit("two", "Two");
  sandbox.realGit(["revert", "--no-edit", "HEAD"]);
  return sandbox;
}

test.each([
  [["commit", "--amend", "--no-edit"]],
  [["commit", "--amend", "--no-edit", "--reset-author"]],
  [["commit", "-q", "--allow-empty", "-C", "side~"]],
  [["commit", "--allow-empty", "-c", "side~", "--no-edit"]],
  [["cherry-pick", "side~"]],
  [["cherry-pick", "side"]],
  [["revert", "--no-edit", "HEAD~2"]],
  [["revert", "--no-edit", "HEAD"]],
  [["-c", "alias.again=commit --amend", "again", "--no-edit"]],
])("git %j", (words) => {
  const sandbox = prepare();
  const message = explained(sandbox, words);
  expect(message?.after).toContain("Co-authored-by: Robo Bot <bot@example.org>\n");
  expect(message?.after).not.toBe(message?.before);
  expect(sandbox.git(words).status).toBe(0);
  const text = Buffer.from(sandbox.message(), "latin1").toString("utf8");
  expect(message?.after).toBe(text);
});

test.each([
  [["commit", "--allow-empty", "-m", "Given", "-m", "Twice"]],
  [["commit", "--allow-empty", "-F", "message"]],
  [["commit", "--allow-empty", "--amend", "-m", "Given"]],
])("git %j, where a hook of the repository may change the message first", (words) => {
  const sandbox = prepare();
  sandbox.write("message", "Given\n");
  sandbox.write(".git/hooks/commit-msg", "#!/bin/sh\n", 0o755);
  const message = explained(sandbox, words);
  expect(message?.after).toMatch(/^Given\n[^]*Co-authored-by: Robo Bot <bot@example.org>\n/);
  expect(sandbox.interlock(["explain", "--", "git", ...words]).stdout).toContain(
    "note      the repository's own commit-msg may change the message first\n",
  );
  expect(sandbox.git(words).status).toBe(0);
  expect(message?.after).toBe(sandbox.message());
});

test("git commit -F -: standard input is left to git", () => {
  const sandbox = prepare();
  sandbox.write(".git/hooks/commit-msg", "#!/bin/sh\n", 0o755);
  const run = sandbox.interlock(["explain", "--", "git", "commit", "-F", "-"], { input: "x\n" });
  expect(run.stdout).toMatch(/^ {2}waiting /m);
});

test.each([
  [["commit", "--amend"]],
  [["commit", "--amend", "--no-edit", "-s"]],
  [["cherry-pick", "-x", "side"]],
  [["cherry-pick", "-n", "side"]],
  [["cherry-pick", "side~", "side"]],
  [["cherry-pick", "HEAD..side"]],
  [["revert", "--edit", "HEAD"]],
])("git %j: what git makes of the message is not guessed", (words) => {
  const sandbox = prepare();
  expect(explained(sandbox, words)).toBeNull();
  expect(sandbox.interlock(["explain", "--", "git", ...words]).stdout).toMatch(/^ {2}waiting /m);
});

test("a check that the message breaks is shown as the refusal that it will be", () => {
  const sandbox = prepare();
  sandbox.write(
    `${sandbox.folder}/interlock/local/plugin.yaml`,
    'name: local\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - id: local.form\n      hook: commit.message.finalize\n      effects: [{type: text.requireMatch, pattern: "^feat: ", message: "begin with feat"}]\n',
  );
  sandbox.write(sandbox.config, "version: 1\nplugins: {dirs: [local]}\n");
  for (const words of [
    ["commit", "--amend", "--no-edit"],
    ["cherry-pick", "side~"],
  ]) {
    const run = sandbox.interlock(["explain", "--", "git", ...words]);
    expect(run.stdout).toMatch(/begin with feat[^]*result {4}refused, exit \d+\n$/);
    expect(run.status).toBe(sandbox.git(words).status);
  }
});

test("a published commit of somebody else's, which stays as it is, is shown to", () => {
  const sandbox = prepare();
  sandbox.realGit(["update-ref", "refs/remotes/origin/side", "side"]);
  const words = ["cherry-pick", "side~"];
  const { stdout } = sandbox.interlock(["explain", "--", "git", ...words]);
  expect(stdout).toMatch(/^ {2}skipped {3}github.ensure-bot-coauthor: .*published/m);
  expect(stdout).toContain("message\n    (unchanged)\n");
  expect(sandbox.git(words).status).toBe(0);
  expect(sandbox.message()).toBe(sandbox.message("side~"));
});

test("hooks of the repository that may change the message first are named", () => {
  const sandbox = prepare();
  sandbox.write(".git/hooks/commit-msg", "#!/bin/sh\n", 0o755);
  expect(sandbox.interlock(["explain", "--", "git", "commit", "--amend", "--no-edit"]).stdout).toContain(
    "note      the repository's own commit-msg may change the message first\n",
  );
});
