import { join } from "node:path";
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { ask, commit, fix, objectOf, withTrailer } from "./repository.ts";

/** Signs by an SSH key of the sandbox. */
function prepareKey(sandbox: Sandbox): void {
  const key = join(sandbox.folder, "key");
  sandbox.shell(
    `ssh-keygen -q -t ed25519 -N '' -f '${key}' && echo "ann@example.org $(cat '${key}.pub')" >'${key}s'`,
  );
  const settings = { "gpg.format": "ssh", "user.signingKey": key, "gpg.ssh.allowedSignersFile": `${key}s` };
  for (const [name, value] of Object.entries(settings)) sandbox.realGit(["config", name, value]);
}

function sign(sandbox: Sandbox, message: string): string {
  ask(sandbox, "commit", "-q", "-S", "--allow-empty", "-m", message);
  return ask(sandbox, "rev-parse", "HEAD");
}

test("a signature is dropped, and that is said", () => {
  const sandbox = new Sandbox();
  prepareKey(sandbox);
  const first = sign(sandbox, withTrailer("Good").trimEnd());
  sign(sandbox, "One");
  sign(sandbox, withTrailer("Two").trimEnd());
  const run = fix(sandbox);
  expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining("2 of 3 commits") });
  expect(run.stderr).toMatch(/^interlock: warning: 2 signatures dropped: .*\nhint: .*commit\.gpgsign true/);
  // What is the same object keeps its own.
  expect(ask(sandbox, "rev-parse", "main~2")).toBe(first);
  for (const name of ["main", "main^"]) expect(objectOf(sandbox, name)).not.toContain("gpgsig");
  expect(sandbox.realGit(["fsck", "--strict", "--no-dangling"]).status).toBe(0);
});

test("under commit.gpgsign what was signed is signed anew, and nothing else", () => {
  const sandbox = new Sandbox();
  prepareKey(sandbox);
  commit(sandbox, "Unsigned");
  sign(sandbox, "Signed");
  sandbox.realGit(["config", "commit.gpgsign", "true"]);
  const format = "--format=%an %ae %ad %cn %ce %cd %T";
  const before = ask(sandbox, "log", format);
  expect(fix(sandbox)).toMatchObject({ status: 0, stderr: "" });
  expect(ask(sandbox, "log", format)).toBe(before);
  expect(ask(sandbox, "log", "--format=%G? %s")).toBe("G Signed\nN Unsigned");
  expect(sandbox.message("main")).toBe(withTrailer("Signed"));
  expect(sandbox.interlock(["verify", "HEAD"]).status).toBe(0);
});

test("if git cannot sign, nothing is changed", () => {
  const sandbox = new Sandbox();
  prepareKey(sandbox);
  const id = sign(sandbox, "Signed");
  sandbox.realGit(["config", "commit.gpgsign", "true"]);
  sandbox.realGit(["config", "user.signingKey", "/nowhere"]);
  expect(fix(sandbox)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("error: git cannot sign: "),
  });
  expect(ask(sandbox, "rev-parse", "main")).toBe(id);
});

test("notes follow as they do in a rebase", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "One");
  sandbox.realGit(["notes", "add", "-m", "seen"]);
  sandbox.realGit(["notes", "--ref=other", "add", "-m", "kept back"]);
  const old = commit(sandbox, "Two");
  const note = (ref: string, revision: string): string =>
    sandbox.realGit(["notes", `--ref=${ref}`, "show", revision]).stdout;
  expect(fix(sandbox, "--dry-run").status).toBe(0);
  sandbox.realGit(["config", "notes.rewriteRef", "refs/notes/commits"]);
  expect(fix(sandbox)).toMatchObject({ status: 0, stderr: "" });
  expect(note("commits", "main^")).toBe("seen\n");
  expect(note("other", "main^")).toBe("");
  // Again from the same commits: a note is not doubled.
  sandbox.realGit(["update-ref", "refs/heads/main", old]);
  expect(fix(sandbox).status).toBe(0);
  expect(note("commits", "main^")).toBe("seen\n");
});

test("notes stay where notes.rewrite.rebase says so", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "One");
  sandbox.realGit(["notes", "add", "-m", "seen"]);
  sandbox.realGit(["config", "notes.rewriteRef", "refs/notes/commits"]);
  sandbox.realGit(["config", "notes.rewrite.rebase", "false"]);
  expect(fix(sandbox).status).toBe(0);
  expect(sandbox.realGit(["notes", "show", "main"]).status).toBe(1);
});
