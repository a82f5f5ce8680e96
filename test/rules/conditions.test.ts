import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";

const commit = ["commit", "-q", "--allow-empty", "-m", "fix"];

/** A sandbox whose only hook adds `Seen: yes` under a condition. */
function sandboxWhen(when: string): Sandbox {
  const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [../plugins]\n");
  sandbox.write(
    join(sandbox.folder, "plugins", "local", "plugin.yaml"),
    `extensions:
  hookApiVersion: 1
  hooks:
    - id: local.rule
      hook: commit.message.finalize
      when: ${when}
      effects: [{type: text.ensureTrailer, key: Seen, value: "yes"}]
`,
  );
  return sandbox;
}

function isSeen(sandbox: Sandbox): boolean {
  return sandbox.message().endsWith("\n\nSeen: yes\n");
}

describe("when.remote", () => {
  const ofAcme = "{remote: ['github.com/acme/*']}";

  test.each([
    "https://github.com/acme/app.git",
    "git@github.com:acme/app.git",
    "ssh://git@GitHub.com:22/acme/app",
    "gh:acme/app",
  ])("%s is a repository of acme", (url) => {
    const sandbox = sandboxWhen(ofAcme);
    sandbox.realGit(["config", "--global", "url.git@github.com:.insteadOf", "gh:"]);
    sandbox.realGit(["remote", "add", "other", "/srv/app"]);
    sandbox.realGit(["remote", "add", "upstream", url]);
    sandbox.git(commit);
    expect(isSeen(sandbox)).toBe(true);
  });

  test.each(["https://github.com/acmes/app.git", "https://evil.example/github.com/acme/app", "/srv/app"])(
    "%s is none",
    (url) => {
      const sandbox = sandboxWhen(ofAcme);
      sandbox.realGit(["remote", "add", "origin", url]);
      sandbox.git(commit);
      expect(isSeen(sandbox)).toBe(false);
      const { stdout } = sandbox.interlock(["explain", "--", "git", ...commit]);
      expect(stdout).toContain("skipped   local.rule: no remote matches 'github.com/acme/*'");
    },
  );

  test("a repository without a remote is none", () => {
    const sandbox = sandboxWhen(ofAcme);
    sandbox.git(commit);
    expect(isSeen(sandbox)).toBe(false);
    const { stdout } = sandbox.interlock(["explain", "--", "git", ...commit]);
    expect(stdout).toContain("skipped   local.rule: the repository has no remote");
  });

  test.each([
    ["GIT_CONFIG", { GIT_CONFIG: "/dev/null" }, "gh:"],
    [
      "a locale under which patterns do not match the key",
      { LC_ALL: "C.UTF-8", GIT_CONFIG: "/dev/null" },
      "g\xe9:",
    ],
  ])("%s hides no setting that says what an address means", (_, env, short) => {
    const sandbox = sandboxWhen(ofAcme);
    const settings = `[url "git@github.com:"]\n\tinsteadOf = ${short}\n[remote "o\xe9"]\n\turl = ${short}acme/app\n`;
    sandbox.write(".git/config", Buffer.from(`[core]\n\tbare = false\n${settings}`, "latin1"));
    sandbox.git(commit, { env });
    expect(isSeen(sandbox)).toBe(true);
  });

  test("a remote from -c counts, and so does one of the main work tree in another", () => {
    const sandbox = sandboxWhen(ofAcme);
    sandbox.git(["-c", "remote.x.url=git@github.com:acme/app", ...commit]);
    expect(isSeen(sandbox)).toBe(true);
    sandbox.realGit(["remote", "add", "origin", "https://github.com/acme/app"]);
    sandbox.realGit(["worktree", "add", "-q", "../tree"]);
    sandbox.git([...commit.slice(0, -1), "in the tree"], { cwd: join(sandbox.folder, "tree") });
    expect(sandbox.message("tree")).toBe("in the tree\n\nSeen: yes\n");
  });
});

describe("when.commit", () => {
  const kinds = ["composed", "amend", "merge", "cherry-pick", "revert", "rebase", "am"];

  /** A hook for each kind, in a repository in which merging, picking or reverting `side` stops over a conflict. */
  function withConflict(): Sandbox {
    const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [../plugins]\n");
    const hooks = kinds.map(
      (kind) => `    - id: local.${kind}
      hook: commit.message.finalize
      when: {commit: [${kind}, fixup]}
      effects: [{type: text.ensureTrailer, key: Kind, value: ${kind}}]
`,
    );
    sandbox.write(
      join(sandbox.folder, "plugins", "local", "plugin.yaml"),
      `extensions:\n  hookApiVersion: 1\n  hooks:\n${hooks.join("")}`,
    );
    const made = sandbox.shell(
      `set -e; write() { printf %s "$1" >file; git add .; git commit -q -m "$1"; }
write one; git branch side; write two; git checkout -q side; write three
git format-patch -q -1 -o ..; git checkout -q main`,
      { prefix: null },
    );
    expect(made).toMatchObject({ status: 0 });
    return sandbox;
  }

  test.each([
    ["composed", null, []],
    ["amend", null, ["--amend"]],
    ["merge", ["merge", "side"], []],
    ["cherry-pick", ["cherry-pick", "side"], []],
    ["composed", ["revert", "--no-edit", "HEAD~1"], []],
    ["rebase", ["rebase", "side"], []],
    ["rebase", ["rebase", "--apply", "side"], []],
    ["am", ["am", "-3", "../0001-three.patch"], []],
  ] as const)("%s is told from the others, after git %j", (kind, before, options) => {
    const sandbox = withConflict();
    if (before !== null) sandbox.realGit(before);
    sandbox.write("file", "resolved");
    sandbox.realGit(["add", "."]);
    expect(sandbox.git(["commit", "-q", ...options, "-m", "fix"])).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.message()).toBe(`fix\n\nKind: ${kind}\n`);
  });

  test("a dry run says which kind it is", () => {
    const sandbox = sandboxWhen("{commit: [amend, merge]}");
    const { stdout } = sandbox.interlock(["explain", "--", "git", ...commit]);
    expect(stdout).toContain("skipped   local.rule: the commit is 'composed', not 'amend' or 'merge'");
  });
});
