import { join } from "node:path";
import { expect, test } from "vitest";
import { commit } from "../fix/repository.ts";
import { root } from "../support/paths.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { Sandbox } from "../support/sandbox.ts";

const checks = `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "conventional-commits")}]\n`;
const carol = { GIT_AUTHOR_NAME: "Carol", GIT_AUTHOR_EMAIL: "carol@example.org" };
/** `reword` amends without --allow-empty, and git then refuses. */
const editEmpty =
  "change its 'pick' to 'edit', then run: git commit --amend --allow-empty -m '...' && git rebase --continue";
const notYours = "not yours; 'push.trustAuthors' lets its author's commits pass";

/** The commands that `interlock verify` names, the newest commit's first. */
function waysToFix(sandbox: Sandbox, ...args: string[]): string[] {
  const { status, stdout } = sandbox.interlock(["verify", ...args]);
  expect(status).toBe(1);
  return [...stdout.matchAll(/^  fix: (.*)$/gm)].map((match) => match[1] ?? "");
}

/** A right commit on main, two wrong ones on two branches; main is checked out. */
function branchOff(sandbox: Sandbox): { one: string; two: string } {
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix: start"]);
  sandbox.realGit(["checkout", "-q", "-b", "feat/x"]);
  const one = commit(sandbox, "One").slice(0, 12);
  const two = commit(sandbox, "Two").slice(0, 12);
  sandbox.realGit(["branch", "a-copy"]);
  sandbox.realGit(["checkout", "-q", "main"]);
  return { one, two };
}

forBinaryAndColdSide(() => {
  test("of another branch: it is switched to first, and following it fixes the commits", () => {
    const sandbox = new Sandbox();
    const { one, two } = branchOff(sandbox);
    const ways = waysToFix(sandbox, "main..feat/x");
    expect(ways).toEqual([two, one].map((id) => `git switch feat/x && interlock fix ${id}^..`));
    expect(sandbox.shell(ways[1] ?? "")).toMatchObject({ status: 0 });
    expect(sandbox.interlock(["verify", "main..feat/x"])).toMatchObject({ status: 0 });
  });

  test("of another branch, where a check is broken", () => {
    const sandbox = new Sandbox(checks);
    const { one } = branchOff(sandbox);
    expect(waysToFix(sandbox, "main..feat/x")).toEqual([
      "git switch feat/x && git commit --amend --only --allow-empty -m '...'",
      `git switch feat/x && git rebase -i -r --autostash ${one}^ # ${editEmpty}`,
    ]);
  });

  test.each(["empty", "with a file"])("below others, %s: following it corrects the message", (kind) => {
    const sandbox = new Sandbox(checks);
    sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix: start"]);
    if (kind === "with a file") {
      sandbox.write("a", "1\n");
      sandbox.realGit(["add", "a"]);
    }
    commit(sandbox, "Wrong");
    sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix: last"]);
    const [way = ""] = waysToFix(sandbox, "HEAD");
    const [command = "", note = ""] = way.split(" # ");
    const word = /to '(\w+)'/.exec(note)?.[1];
    const further = note.includes("then run: ") ? note.replace(/.*then run: /, "") : "true";
    const env = {
      GIT_SEQUENCE_EDITOR: `sed -i '0,/^pick/s//${word}/'`,
      GIT_EDITOR: "f() { echo 'fix: better' > \"$1\"; }; f",
    };
    const run = sandbox.shell(`${command} && ${further.replace("'...'", "'fix: better'")}`, { env });
    expect(run.status, run.stderr).toBe(0);
    const titles = sandbox.realGit(["log", "--format=%s"]).stdout.trim().split("\n");
    expect(titles).toEqual(["fix: last", "fix: better", "fix: start"]);
  });

  test("of a commit that a remote has: with the option that it takes, and following it fixes the commit", () => {
    const sandbox = new Sandbox();
    const old = commit(sandbox, "Old").slice(0, 12);
    sandbox.realGit(["clone", "-q", "--bare", sandbox.repository, join(sandbox.folder, "origin.git")]);
    sandbox.realGit(["remote", "add", "-f", "origin", join(sandbox.folder, "origin.git")]);
    const fresh = commit(sandbox, "New").slice(0, 12);
    const ways = waysToFix(sandbox, "--all");
    expect(ways).toEqual([
      `interlock fix ${fresh}^..`,
      "interlock fix --force-pushed HEAD # a remote has it already: tell whoever uses it",
    ]);
    expect(waysToFix(sandbox, `${old}..HEAD`)).toEqual(ways.slice(0, 1));
    expect(sandbox.shell(ways[1] ?? "")).toMatchObject({ status: 0 });
    expect(sandbox.interlock(["verify", "main"])).toMatchObject({ status: 0 });
  });

  test("of no branch: there is none to name", () => {
    const sandbox = new Sandbox();
    const { two } = branchOff(sandbox);
    sandbox.realGit(["branch", "-qD", "feat/x", "a-copy"]);
    for (const format of ["text", "github", "sarif", "junit"]) {
      const run = sandbox.interlock(["verify", `--format=${format}`, `main..${two}`]);
      expect(run).toMatchObject({ status: 1, stdout: expect.not.stringContaining("fix: ") });
    }
  });

  test("of a detached HEAD: with the option that it takes", () => {
    const sandbox = new Sandbox();
    const { one, two } = branchOff(sandbox);
    sandbox.realGit(["checkout", "-q", "--detach", two]);
    const ways = waysToFix(sandbox, "main..HEAD");
    expect(ways).toEqual([two, one].map((id) => `interlock fix --detached ${id}^..`));
    expect(sandbox.shell(ways[1] ?? "")).toMatchObject({ status: 0 });
    expect(sandbox.interlock(["verify", "main..HEAD"])).toMatchObject({ status: 0 });
  });

  test("of somebody else: with the option that it takes, and whose it is", () => {
    const sandbox = new Sandbox();
    commit(sandbox, "Mine");
    const hers = commit(sandbox, "Hers", { env: carol }).slice(0, 12);
    const ways = waysToFix(sandbox);
    expect(ways).toEqual([`interlock fix --all-authors ${hers}^.. # ${notYours}`, "interlock fix HEAD"]);
    expect(sandbox.shell(ways[0] ?? "")).toMatchObject({ status: 0 });
    expect(sandbox.interlock(["verify", "HEAD^!"])).toMatchObject({ status: 0 });
  });

  test("of somebody else, where a check is broken", () => {
    const sandbox = new Sandbox(checks);
    commit(sandbox, "Hers", { env: carol });
    commit(sandbox, "Hers too", { env: carol });
    expect(waysToFix(sandbox)).toEqual([
      `git commit --amend --only --allow-empty -m '...' # ${notYours}`,
      `git rebase -i -r --autostash --root # ${editEmpty}; ${notYours}`,
    ]);
  });
});
