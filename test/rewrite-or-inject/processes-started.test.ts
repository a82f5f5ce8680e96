/**
 * What interlock starts beyond what git starts itself: a process costs as much as all of the rest.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { createPushing, runLater } from "../push/pushing.ts";
import { listenForGit } from "../support/serve-git.ts";
import { serve } from "../support/serve-http.ts";
import { readStarted, startedBy, traced } from "../support/processes.ts";
import { Sandbox } from "../support/sandbox.ts";

const change = "echo x >> f; git add f";
const real = "PATH=/usr/bin:/bin";

/** Two branches that have grown apart; all folders of ours are there. */
function grownApart(): Sandbox {
  const sandbox = new Sandbox();
  sandbox.write("../home/.gitconfig", `${userConfig}[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n`);
  const made = sandbox.shell(`${real}; set -e
    git commit -q --allow-empty -m base; git branch side
    for i in 1 2; do echo $i > f$i; git add f$i; git commit -q -m "change $i"; done
    git checkout -q side; echo s > s; git add s; git commit -q -m side
    git format-patch -q -1 --stdout main > ../patch`);
  expect(made).toMatchObject({ status: 0 });
  for (const command of ["commit -q --amend --no-edit -s", "revert --no-edit HEAD", "am -q ../patch"])
    expect(sandbox.git(command.split(" "))).toMatchObject({ status: 0 });
  sandbox.realGit(["reset", "-q", "--hard", "HEAD~2"]);
  return sandbox;
}

const userConfig = "[user]\n\tname = Ann Author\n\temail = ann@example.org\n";

describe("a command that is injected into starts git and one hook of ours for each commit", () => {
  test.each([
    ["commit --amend -s", "true", "git commit -q --amend --no-edit -s", ["git commit", "commit-msg"]],
    ["commit -C", change, "git commit -q -C HEAD", ["git commit", "commit-msg"]],
    ["commit --fixup", change, "git commit -q --fixup HEAD", ["git commit", "commit-msg"]],
    ["commit with an editor", change, "git commit -q -e -m x", ["git commit", "true", "commit-msg"]],
    ["merge", "true", "git merge -q --no-edit main", ["git merge", "commit-msg"]],
    ["revert", "true", "git revert --no-edit HEAD", ["git revert", "prepare-commit-msg"]],
    ["cherry-pick", "true", "git cherry-pick main", ["git cherry-pick", "prepare-commit-msg"]],
    ["am", "true", "git am -q ../patch", ["git am", "git mailsplit", "applypatch-msg"]],
    [
      "rebase",
      "git checkout -q main",
      "git rebase -q side",
      ["git rebase", "prepare-commit-msg", "prepare-commit-msg", "git notes"],
    ],
  ])("%s", (_, prepare, command, started) => {
    const sandbox = grownApart();
    expect(sandbox.shell(`${real}; ${prepare}`)).toMatchObject({ status: 0 });
    const env = { GIT_EDITOR: "true" };
    expect(startedBy(sandbox, command, { env }).filter((name) => name !== "git stash")).toEqual(started);
  });

  test("in a submodule too", () => {
    const sandbox = grownApart();
    const made = sandbox.shell(`${real}; set -e
      git clone -q . ../other; git -c protocol.file.allow=always submodule --quiet add ../other sub
      git -C sub config core.worktree; git -C sub commit -q --allow-empty -m x`);
    expect(made).toMatchObject({ status: 0, stdout: "../../../sub\n" });
    const command = "git -C sub commit -q --amend --no-edit -s --allow-empty";
    expect(startedBy(sandbox, command)).toEqual(["git commit", "commit-msg"]);
    expect(sandbox.realGit(["-C", "sub", "log", "-1", "--format=%B"]).stdout).toContain("Co-authored-by:");
  });

  test("git is asked for its settings where they are not plain", () => {
    const sandbox = grownApart();
    sandbox.realGit(["config", "include.path", "more"]);
    sandbox.write(".git/more", "[core]\n\tcommentChar = %\n");
    const started = startedBy(sandbox, "git commit -q --amend --no-edit");
    expect(started).toEqual(["git config", "git commit", "commit-msg"]);
  });
});

describe("a clean push of a few new commits starts a hook, and one git beyond the push if they are packed", () => {
  const listen = async (folder: string): Promise<string> => {
    const { address, close } = await listenForGit(folder);
    onTestFinished(close);
    return `${address}/bare.git`;
  };

  test.each<[string, (folder: string) => Promise<string>, string, string[]]>([
    ["a path", () => Promise.resolve("origin"), "", ["pre-push"]],
    ["a path, packed", () => Promise.resolve("origin"), "git repack -adq", ["git cat-file", "pre-push"]],
    ["git://", listen, "", ["pre-push"]],
    // pre-push judges nothing there: what sends is judged, once the names that it was told are looked up.
    ["http", serve, "", ["git cat-file", "pre-push"]],
  ])("over %s", async (_, open, pack, expected) => {
    const pushing = createPushing();
    const { sandbox, bare } = pushing;
    sandbox.realGit(["config", "http.receivepack", "true"], { cwd: bare });
    sandbox.realGit(["config", "receive.autogc", "false"], { cwd: bare });
    pushing.good("One");
    sandbox.readyPlan();
    const address = await open(sandbox.folder);
    expect(await runLater(pushing, `git push -q ${address} main`)).toMatchObject({ status: 0 });
    for (const title of ["Two", "Three"]) pushing.good(title);
    pushing.prepare(pack);
    expect(await runLater(pushing, traced(sandbox, `git push -q ${address} main`))).toMatchObject({
      status: 0,
    });
    const ours = readStarted(sandbox);
    for (const title of ["Four", "Five"]) pushing.good(title);
    pushing.prepare(pack);
    expect(await runLater(pushing, traced(sandbox, `/usr/bin/git push -q ${address} main`))).toMatchObject({
      status: 0,
    });
    for (const name of readStarted(sandbox)) {
      const at = ours.indexOf(name);
      if (at >= 0) ours.splice(at, 1);
    }
    expect(ours.sort()).toEqual(expected);
    expect(pushing.arrived()).toEqual(["Five", "Four", "One", "Three", "Two"]);
  });
});
