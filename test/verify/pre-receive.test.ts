import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

const doc = readFileSync(join(root, "docs", "ci.md"), "utf8");
/** The script that the document shows. */
const script = /^```sh\n([^]*?)^```/m.exec(doc)?.[1] ?? "";

let sandbox: Sandbox;
let bare = "";

/** A bare repository with the document's hook, to which `repo` pushes as `origin`. */
beforeEach(() => {
  sandbox = new Sandbox();
  bare = join(sandbox.folder, "bare.git");
  sandbox.realGit(["init", "-q", "--bare", bare]);
  sandbox.write(join(bare, "hooks", "pre-receive"), script, 0o755);
  sandbox.realGit(["remote", "add", "origin", bare]);
});

function commit(message: string): string {
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", message]);
  return sandbox.realGit(["rev-parse", "--short=12", "HEAD"]).stdout.trim();
}

const good = (): string => commit(`Good\n\n${botTrailer}`);

/** By the real git; interlock is on the PATH of the hook. */
function push(...args: string[]): Run {
  return sandbox.run("/usr/bin/git", ["push", "-q", "origin", ...args], {
    env: { GITHUB_APP_BOT_NAME: "Robo Bot", GITHUB_APP_BOT_EMAIL: "bot@example.org" },
  });
}

function refs(): string[] {
  return sandbox
    .realGit(["for-each-ref", "--format=%(refname)"], { cwd: bare })
    .stdout.split("\n")
    .slice(0, -1);
}

test("a push of clean commits is taken", () => {
  good();
  good();
  expect(push("main")).toMatchObject({ status: 0 });
  expect(refs()).toEqual(["refs/heads/main"]);
});

test("a push with one commit that breaks a rule is refused, with the list", () => {
  good();
  const bad = commit("Bad");
  good();
  const { status, stderr } = push("main");
  expect(status).toBe(1);
  expect(stderr).toContain(`remote: commit ${bad} Bad`);
  expect(stderr).toContain(`remote:     +${botTrailer}`);
  expect(stderr).toContain("remote: interlock: 1 of 3 commits breaks a rule");
  expect(refs()).toEqual([]);
});

test("only what is new is judged", () => {
  commit("Old and bad");
  sandbox.write(join(bare, "hooks", "pre-receive"), "#!/bin/sh\n", 0o755);
  expect(push("main").status).toBe(0);
  sandbox.write(join(bare, "hooks", "pre-receive"), script, 0o755);
  good();
  expect(push("main", "main:refs/heads/other")).toMatchObject({ status: 0 });
  expect(refs()).toEqual(["refs/heads/main", "refs/heads/other"]);
});

test("a ref may be deleted, and notes may be pushed", () => {
  good();
  sandbox.realGit(["notes", "add", "-m", "a note"]);
  expect(push("main", "main:refs/heads/gone", "refs/notes/commits")).toMatchObject({ status: 0 });
  expect(push("--delete", "gone")).toMatchObject({ status: 0 });
  expect(refs()).toEqual(["refs/heads/main", "refs/notes/commits"]);
});

test("a commit that came in under refs/notes is still new for a branch", () => {
  const bad = commit("Bad");
  expect(push("main:refs/notes/hidden")).toMatchObject({ status: 0 });
  expect(push("main")).toMatchObject({ status: 1, stderr: expect.stringContaining(`commit ${bad} Bad`) });
});

test("an annotated tag stands for its commit, and one of a blob for nothing", () => {
  good();
  expect(push("main").status).toBe(0);
  const bad = commit("Bad");
  sandbox.realGit(["tag", "-a", "-m", "tagged", "v1"]);
  expect(push("v1")).toMatchObject({ status: 1, stderr: expect.stringContaining(`commit ${bad} Bad`) });
  const blob = sandbox.realGit(["hash-object", "-w", "--stdin"], { input: "x" }).stdout.trim();
  sandbox.realGit(["tag", "blob", blob]);
  expect(push("blob")).toMatchObject({ status: 0 });
});

test("a rule for a remote is not passed over: the repository has to be told its name", () => {
  const house = (when: string): string => `extensions:
  hookApiVersion: 1
  hooks:
    - {id: house.a, hook: commit.message.finalize, when: {remote: [${when}]}, effects: [{type: text.ensureTrailer, key: Refs, value: x}]}
`;
  sandbox.write(join(sandbox.folder, "interlock", "house", "plugin.yaml"), house("acme.example/*"));
  sandbox.write(sandbox.config, "version: 1\nplugins: {dirs: [house]}\n");
  commit("One");
  expect(push("main")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("which remote the commits are for is not known here"),
  });
  const named = script.replace("--pre-receive", "--pre-receive --remote https://acme.example/app");
  sandbox.write(join(bare, "hooks", "pre-receive"), named, 0o755);
  expect(push("main")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("would have added 'Refs: "),
  });
  const other = named.replace("acme.example", "other.example");
  sandbox.write(join(bare, "hooks", "pre-receive"), other, 0o755);
  expect(push("main")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("house.a: no remote matches 'acme.example/*'"),
  });
  const allowed = other.replace("--pre-receive", "--allow-skipped --pre-receive");
  sandbox.write(join(bare, "hooks", "pre-receive"), allowed, 0o755);
  expect(push("main")).toMatchObject({ status: 0 });
});
