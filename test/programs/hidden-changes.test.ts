/** A program is told what the commit changes, whatever the index, or what stands for a commit, is made to show meanwhile. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { addProgram, keepsInput } from "./with-program.ts";

const git = "/usr/bin/git";
const hidesIndex = (hook: string, more = ""): string =>
  `printf '#!/bin/sh\\n${more}${git} read-tree HEAD\\n' >.git/hooks/${hook}; chmod +x .git/hooks/${hook}`;
/** One file is changed on this branch, from the first commit on. */
const side = (edit: string): string =>
  `${git} checkout -q -b side; ${edit}; ${git} commit -qam side; ${git} checkout -q main`;

const spellings: [title: string, prepare: string, commit: string][] = [
  [
    "the repository's own commit-msg hook",
    `echo 2 >infra/a; ${git} add .; ${hidesIndex("commit-msg")}`,
    "git commit -q -m fix",
  ],
  [
    "the repository's own prepare-commit-msg hook, in a cherry-pick",
    `${side("echo 2 >infra/a")}; ${hidesIndex("prepare-commit-msg")}`,
    "git cherry-pick side",
  ],
  [
    "a replaced HEAD",
    `echo 2 >infra/a; ${git} add .; ${git} replace HEAD $(${git} commit-tree -m x $(${git} write-tree))`,
    "git commit -q --allow-empty -m fix",
  ],
  [
    "a replaced parent of commit-tree",
    `echo 2 >infra/a; ${git} add .; ${git} replace HEAD $(${git} commit-tree -m x $(${git} write-tree))`,
    `git commit-tree -p HEAD -m fix $(${git} write-tree)`,
  ],
  [
    "commit-tree of a tree that is named from the caller's folder",
    `mkdir -p below/infra below/below; echo 2 >below/infra/a; ${git} add .; ${git} commit -qm below`,
    "cd below; git commit-tree -p HEAD -m fix HEAD:./",
  ],
];

test.each(spellings)("%s", (_, prepare, commit) => {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, keepsInput);
  const run = sandbox.shell(`set -e
mkdir infra; echo 1 >infra/a; ${git} add .; ${git} commit -qm base
{ ${prepare}; } >/dev/null
${commit} >/dev/null`);
  expect(run).toMatchObject({ status: 0 });
  const [input = ""] = readFileSync(join(sandbox.folder, "home", "input"), "utf8").split("\n");
  expect(JSON.parse(input).payload.metadata.changedPaths).toContain("infra/a");
});

test("of an amended commit, the parent that git gives it", () => {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, keepsInput);
  const run = sandbox.shell(`set -e
for name in a b c; do echo 1 >$name; ${git} add .; ${git} commit -qm $name; done
${git} replace --graft HEAD HEAD~2; echo 2 >c; git commit -qa --amend -m fix
${git} diff --name-only HEAD^ HEAD`);
  expect(run).toMatchObject({ status: 0, stdout: "b\nc\n" });
  const input = readFileSync(join(sandbox.folder, "home", "input"), "utf8");
  expect(JSON.parse(input).payload.metadata.changedPaths).toEqual(["b", "c"]);
});

test("git am is refused if its message is gone when a program would see the index", () => {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, keepsInput);
  const run = sandbox.shell(`set -e
mkdir infra; echo 1 >infra/a; ${git} add .; ${git} commit -qm base
${side("echo 2 >infra/a")}; ${git} format-patch -q -1 --stdout side >../patch
${hidesIndex("pre-applypatch", "rm .git/rebase-apply/final-commit\\n")}
git am -q ../patch`);
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("the message cannot be read: no such file or folder");
});
