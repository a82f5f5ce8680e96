/** What a program is told beside the text: where it is, whose it is, and which files change. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { addProgram, keepsInput, sh } from "./with-program.ts";

interface Metadata {
  [key: string]: string | string[] | undefined;
}

function withInput(hook = "commit.message.finalize"): Sandbox {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, keepsInput, { hook });
  return sandbox;
}

/** Of each run, since the last time. */
function readMetadata(sandbox: Sandbox): Metadata[] {
  const file = join(sandbox.folder, "home", "input");
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  rmSync(file, { force: true });
  return text === "" ? [] : text.split("\n").map((line) => JSON.parse(line).payload.metadata);
}

function told(sandbox: Sandbox, script: string): Metadata {
  const run = sandbox.shell(`set -e\n${script}`);
  expect(run).toMatchObject({ status: 0, stderr: expect.not.stringContaining("error") });
  return readMetadata(sandbox).at(-1) ?? {};
}

const ann = "Ann Author <ann@example.org>";
const real = "/usr/bin/git";

test("a commit: command, git's hook, kind, repository, branch, author, changed paths", () => {
  const sandbox = withInput();
  const { repository } = sandbox;
  const common = { repository, branch: "main", author: ann };
  expect(told(sandbox, "echo 1 >a; mkdir b; echo 1 >b/c; git add .; git commit -q -m 'fix: x'")).toEqual({
    ...common,
    command: "commit",
    hook: "commit-msg",
    kind: "composed",
    changedPaths: ["a", "b/c"],
  });
  expect(
    told(sandbox, "echo 2 >a; git commit -qa --amend --author 'Bo <bo@x.org>' -m 'fix: y'"),
  ).toMatchObject({ kind: "amend", author: "Bo <bo@x.org>", changedPaths: ["a", "b/c"] });
  expect(told(sandbox, "git checkout -q --detach; echo 3 >a; git commit -qa -m 'fixup! fix: y'")).toEqual({
    repository,
    author: ann,
    command: "commit",
    hook: "commit-msg",
    kind: "fixup",
    changedPaths: ["a"],
  });
  expect(told(sandbox, "git revert --no-edit HEAD")).toMatchObject({ kind: "revert", changedPaths: ["a"] });
});

test("merge, cherry-pick, rebase, am: their kind, the author of the commit, the branch that is rebased", () => {
  const sandbox = withInput();
  const begin = `for f in a b; do echo 1 >$f; ${real} add $f; ${real} commit -q -m "chore: $f"; done
${real} checkout -q -b side HEAD~1; echo 1 >c; ${real} add c; ${real} commit -q --author 'Bo <bo@x.org>' -m 'fix: c'`;
  const bo = { author: "Bo <bo@x.org>", changedPaths: ["c"] };
  expect(told(sandbox, `${begin}; git rebase -q main`)).toMatchObject({
    ...bo,
    kind: "rebase",
    branch: "side",
    hook: "prepare-commit-msg",
  });
  expect(told(sandbox, `git checkout -q main; git cherry-pick side`)).toMatchObject({
    ...bo,
    kind: "cherry-pick",
    branch: "main",
  });
  const merge = `git reset -q --hard HEAD~1; git checkout -q -b other; git commit -q --allow-empty -m 'fix: e'
git merge -q --no-ff -m 'merge: side' side`;
  expect(told(sandbox, merge)).toMatchObject({ kind: "merge", author: ann, changedPaths: ["c"] });
  const am = `${real} checkout -q main; ${real} format-patch -q -1 --stdout side >../patch; git am -q ../patch`;
  expect(told(sandbox, am)).toMatchObject({ ...bo, kind: "am", hook: "pre-applypatch" });
});

test("in the folders of a linked work tree and of a bare repository's", () => {
  const sandbox = withInput();
  const linked = `${real} commit -q --allow-empty -m first; ${real} worktree add -q ../linked -b topic
cd ../linked; echo 1 >a; git add a; git -C . commit -q -m 'fix: x'`;
  expect(told(sandbox, linked)).toMatchObject({
    repository: join(sandbox.folder, "linked"),
    branch: "topic",
    changedPaths: ["a"],
  });
  const tree = `${real} init -q --bare -b main ../bare; cd ../bare; blob=$(echo 1 | ${real} hash-object -w --stdin)
tree=$(printf '100644 blob %s\\tinfra/x\\n' $blob | sed 's,infra/,,' | ${real} mktree)
git commit-tree -m 'fix: x' $tree >/dev/null`;
  expect(told(sandbox, tree)).toMatchObject({
    command: "commit-tree",
    repository: join(sandbox.folder, "bare"),
    changedPaths: ["x"],
  });
});

/** Names that git quotes, that settings hide, and both names of what is renamed. */
test("changed paths are exact", () => {
  const sandbox = withInput();
  const names = ['q"uote', "back\\slash", "tab\tend", "line\nend", " space ", "caf\u00e9", "-dash"];
  for (const name of names) sandbox.write(name, "1\n");
  const odd = Buffer.from("caf\xe9/\xff", "latin1").toString("latin1");
  const prepare = `git config diff.renames copies; git config diff.relative true; git config diff.ignoreSubmodules all
mkdir "$(printf 'caf\\351')"; echo 1 >"$(printf 'caf\\351/\\377')"
${real} init -q sub; ${real} -C sub commit -q --allow-empty -m sub; git add . 2>/dev/null; git commit -q -m 'fix: x'`;
  const { changedPaths } = told(sandbox, prepare);
  expect(odd).toHaveLength(6);
  expect(changedPaths).toEqual(
    [
      " space ",
      "-dash",
      "back\\slash",
      "caf\u00e9",
      "caf\udce9/\udcff",
      "line\nend",
      'q"uote',
      "sub",
      "tab\tend",
    ].sort((a, b) => Buffer.compare(bytes(a), bytes(b))),
  );
  expect(told(sandbox, "git mv -- -dash moved; git commit -q -m 'fix: y'")["changedPaths"]).toEqual([
    "-dash",
    "moved",
  ]);
  const am = `${real} format-patch -q -M -1 --stdout >../patch; ${real} reset -q --hard HEAD~1; git am -q ../patch`;
  sandbox.shell(am);
  expect(readMetadata(sandbox).map(({ hook, changedPaths: paths }) => [hook, paths])).toEqual([
    ["applypatch-msg", ["-dash", "moved"]],
    ["pre-applypatch", ["-dash", "moved"]],
  ]);
});

/** As Python's os.fsencode. */
function bytes(path: string): Buffer {
  return Buffer.concat(
    [...path].map((char) =>
      /[\udc80-\udcff]/.test(char) ? Buffer.from([char.charCodeAt(0) - 0xdc00]) : Buffer.from(char),
    ),
  );
}

test("Python reads them back as bytes", () => {
  const sandbox = new Sandbox("version: 1\n");
  const script = `#!/usr/bin/python3
import json, os, sys
paths = json.load(sys.stdin)["payload"]["metadata"]["changedPaths"]
assert [os.fsencode(path) for path in paths] == [b"caf\\xe9", "\\u20ac".encode()], paths`;
  addProgram(sandbox, script);
  const run = sandbox.shell(
    `echo 1 >"$(printf 'caf\\351')"; echo 1 >"$(printf '\\342\\202\\254')"; git add .; git commit -q -m 'fix: \u20ac \u{1f600}'`,
  );
  expect(run).toMatchObject({ status: 0, stderr: "" });
});

test("a push: remote, url, repository, branch", () => {
  const sandbox = withInput("push.before");
  const metadata = told(
    sandbox,
    `${real} init -q --bare ../bare; ${real} remote add origin ../bare; git commit -q --allow-empty -m x
cd /; git -C "${sandbox.repository}" push -q origin HEAD:refs/heads/x`,
  );
  expect(metadata).toEqual({
    remote: "origin",
    url: "../bare",
    repository: sandbox.repository,
    branch: "main",
  });
});

test("a command: program, folder, repository, branch", () => {
  const sandbox = withInput("command.before");
  const line = `mkdir -p ../elsewhere; cd ../elsewhere; git -C "${sandbox.repository}" commit -q --allow-empty -m x`;
  expect(told(sandbox, line)).toEqual({
    program: "git",
    cwd: join(sandbox.folder, "elsewhere"),
    repository: sandbox.repository,
    branch: "main",
  });
});

test("where no program runs, git is not asked", () => {
  const sandbox = withInput();
  sandbox.write(
    join(sandbox.folder, "plugins", "acme", "plugin.yaml"),
    readFileSync(join(sandbox.folder, "plugins", "acme", "plugin.yaml"), "utf8").replace(
      "handler:",
      "when: {envPresent: [NEVER]}\n      handler:",
    ),
  );
  const run = sandbox.shell(
    "strace -f -e trace=execve -o ../trace git commit -q --allow-empty -m x; grep -c '\"diff\"' ../trace",
  );
  expect(run).toMatchObject({ stdout: "0\n", stderr: "" });
});

test("a refusal that needs the index comes when git am has applied the patch", () => {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(
    sandbox,
    sh("git diff --cached --name-only | grep -q ^infra/ && { echo infra >&2; exit 2; }; exit 0"),
  );
  const run =
    sandbox.shell(`${real} commit -q --allow-empty -m first; mkdir infra; echo 1 >infra/a; ${real} add .
${real} commit -q -m 'fix: infra'; ${real} format-patch -q -1 --stdout >../patch; ${real} reset -q --hard HEAD~1
git am -q ../patch`);
  expect(run.stderr).toContain("infra ('acme.check'");
  expect([run.status === 0, sandbox.message()]).toEqual([false, "first\n"]);
});

test("a change to the message that git am has taken is not made, and said", () => {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, sh(`printf '%s' '{"text": "'$(date +%N)'"}'`));
  const run = sandbox.shell(`${real} commit -q --allow-empty -m first; echo 1 >a; ${real} add .
${real} commit -q -m 'fix: a'; ${real} format-patch -q -1 --stdout >../patch; ${real} reset -q --hard HEAD~1
git am -q ../patch`);
  expect(run.stderr).toContain("'acme.check' would change the message when git am has applied the patch");
  expect(run.status).toBe(0);
});
