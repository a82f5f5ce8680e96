import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderPlan } from "../../engine/core/plan-file.ts";
import { botTrailer, type Sandbox } from "../support/sandbox.ts";
import { createCheckedRepository } from "./checked-repository.ts";

/** Refuses messages with the word "bad"; the trailer is the github plugin's. */
function prepare(config = ""): Sandbox {
  const sandbox = createCheckedRepository(config);
  const run = sandbox.shell(
    `set -e; git commit -q --allow-empty -m base; git checkout -qb side; echo 1 >b; git add b; git commit -qm 'bad side'
git format-patch -q -1 -o ../patches; git checkout -q main; echo 1 >a; git add a; git commit -qm 'bad ours'`,
    { prefix: null },
  );
  expect(run.status, run.stderr).toBe(0);
  return sandbox;
}

const env = { GIT_EDITOR: "sed -i -e s/bad/good/", GIT_MERGE_AUTOEDIT: "no" };

describe("a refusal in a hook ends the command as a failing hook does, and the commit can be finished", () => {
  const cases: [command: string, status: number, left: string, finish: string, made: number][] = [
    ["git commit --amend --no-edit", 1, "COMMIT_EDITMSG", "git commit --amend --allow-empty", 1],
    ["git merge --log side", 1, "MERGE_HEAD", "git commit", 1],
    ["git merge --no-ff -m 'bad merge' side", 1, "", "git merge --no-ff -m good side", 1],
    ["git merge -m 'bad merge' side", 1, "MERGE_HEAD", "git commit", 1],
    ["git cherry-pick side", 128, "CHERRY_PICK_HEAD", "git commit", 1],
    ["git revert --no-edit HEAD", 128, "MERGE_MSG", "git commit", 1],
    ["git rebase side", 1, "rebase-merge", "git commit && git rebase --continue", 1],
    ["git am ../patches/*", 1, "rebase-apply", "git am --abort; git commit --allow-empty -m good", 1],
  ];
  test.each(cases)("%s", (command, status, left, finish, made) => {
    const sandbox = prepare();
    const before = sandbox.commitCount();
    const head = sandbox.realGit(["rev-parse", "main"]).stdout;
    const run = sandbox.shell(command, { env });
    expect(run.status, run.stderr).toBe(status);
    expect(run.stderr).toContain("no bad commits");
    expect(run.stderr).toMatch(/^hint: /m);
    expect(sandbox.realGit(["rev-parse", "main"]).stdout).toBe(head);
    expect(sandbox.commitCount()).toBe(before);
    if (left !== "") expect(readdirSync(join(sandbox.repository, ".git"))).toContain(left);
    const finished = sandbox.shell(finish, { env });
    expect(finished.status, finished.stderr).toBe(0);
    expect(sandbox.message()).toContain("good");
    expect(sandbox.message().split(botTrailer)).toHaveLength(made + 1);
    expect(sandbox.realGit(["status", "--porcelain"]).stdout).toBe("");
  });
});

test("mode report: the hook changes nothing, refuses nothing, and says what it would have done", () => {
  const sandbox = prepare("mode: report\n");
  const run = sandbox.git(["commit", "-s", "--allow-empty", "-m", "bad"]);
  expect(run.status).toBe(0);
  expect(run.stderr).toContain("interlock: (report only) would have added 'Co-authored-by: ");
  expect(run.stderr).toContain("no bad commits");
  expect(sandbox.message()).toBe("bad\n\nSigned-off-by: Ann Author <ann@example.org>\n");
});

describe("the plan between the command and its hook", () => {
  const plan = (sandbox: Sandbox): string => {
    const folder = join(sandbox.folder, "home", ".cache", "interlock");
    return join(folder, readdirSync(folder).find((name) => name.startsWith("plan-")) as string);
  };
  const withHook = (line: (path: string, sandbox: Sandbox) => string): Sandbox => {
    const sandbox = prepare();
    sandbox.interlock(["compile"]);
    sandbox.write(".git/hooks/pre-commit", `#!/bin/sh\n${line(plan(sandbox), sandbox)}\n`, 0o755);
    return sandbox;
  };
  const commit = ["commit", "-q", "-s", "--allow-empty", "-m", "fix"];

  test("is gone: it is made anew", () => {
    const sandbox = withHook((path) => `rm '${path}'`);
    expect(sandbox.git(commit)).toMatchObject({ status: 0, stdout: "" });
    expect(sandbox.message()).toContain(botTrailer);
  });

  test("is stale: the new rules hold", () => {
    const sandbox = withHook(
      (_, { folder }) => `sed -i -e 's/bad/fix/g' '${folder}/plugins/local/plugin.yaml'`,
    );
    const run = sandbox.git(commit);
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("no fix commits");
  });

  test("is damaged: it is compiled again", () => {
    const sandbox = withHook((path) => `sed -i -e '$d' '${path}'`);
    expect(sandbox.git(commit)).toMatchObject({ status: 0, stdout: "" });
    expect(sandbox.message()).toContain(botTrailer);
  });

  test.each([
    ["", 1],
    ["onEngineFailure: pass\n", 0],
  ])("the script fails in the hook under '%s'", (config, status) => {
    const sandbox = prepare(config);
    sandbox.interlock(["compile"]);
    const path = plan(sandbox);
    const text = readFileSync(path, "utf8");
    const broken = JSON.parse(text.slice(text.indexOf("\n")));
    for (const contribution of broken.points["commit.message.finalize"])
      if (contribution.plugin === "github") contribution.effects[0].value = [{ env: 5 }];
    writeFileSync(path, renderPlan(broken));
    const before = sandbox.commitCount();
    const run = sandbox.git(commit);
    expect(run.status, run.stderr).toBe(status);
    expect(run.stderr).toContain("the policy script failed");
    expect(sandbox.commitCount()).toBe(before + 1 - status);
  });
});

test("a pass-through command shows nothing of ours", () => {
  const sandbox = prepare();
  sandbox.git(["commit", "-q", "-s", "--allow-empty", "-m", "fix"]);
  for (const words of [
    ["config", "--list", "--show-origin"],
    ["var", "GIT_EDITOR"],
    ["rev-parse", "--git-path", "hooks"],
    ["--exec-path"],
  ])
    expect(sandbox.git(words)).toEqual(sandbox.realGit(words));
});
