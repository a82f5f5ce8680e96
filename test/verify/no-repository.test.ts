import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { realGit } from "../support/paths.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { Sandbox, type Run, type RunOptions } from "../support/sandbox.ts";

/** What keeps git from looking, and what git says about it. */
const obstacles: [string, (sandbox: Sandbox) => RunOptions, string][] = [
  ["outside of a repository", (s) => ({ cwd: join(s.folder, "home") }), "not a git repository (or any"],
  ["with a bad GIT_DIR", () => ({ env: { GIT_DIR: "/nowhere" } }), "not a git repository: '/nowhere'"],
  ["in a repository of somebody else", ownedByAnother, "detected dubious ownership in repository at "],
  [
    "with a config file that is no config",
    (s) => wrote(s, ".git/config", "[core\n"),
    "bad config line 1 in file ",
  ],
  [
    "with a format that git does not know",
    (s) => wrote(s, ".git/config", "[core]\n\trepositoryformatversion = 9\n"),
    "Expected git repo version",
  ],
  [
    "with a branch that leads to no object",
    (s) => wrote(s, ".git/refs/heads/main", `${"12".repeat(20)}\n`),
    "bad object HEAD",
  ],
  [
    "with a branch that is no id",
    (s) => wrote(s, ".git/refs/heads/main", "nonsense\n"),
    "bad revision 'HEAD'",
  ],
  ["without HEAD", withoutHead, "not a git repository"],
];

function wrote(sandbox: Sandbox, path: string, content: string): RunOptions {
  sandbox.write(path, content);
  return {};
}

function withoutHead({ repository }: Sandbox): RunOptions {
  rmSync(join(repository, ".git", "HEAD"));
  return {};
}

/** git's own tests make believe in this way: not everybody may give a folder away. The variable comes from a script. */
function ownedByAnother(sandbox: Sandbox): RunOptions {
  const script = `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec ${realGit} "$@"\n`;
  sandbox.write(join(sandbox.folder, "doubting", "git"), script, 0o755);
  const [own, ...rest] = (sandbox.environment({})["PATH"] ?? "").split(":");
  return { env: { PATH: [own, join(sandbox.folder, "doubting"), ...rest].join(":") } };
}

forBinaryAndColdSide(() => {
  describe.each(["verify", "fix"])("interlock %s could not look, which is not 'nothing to do'", (verb) => {
    test.each(obstacles)("%s", (_, obstruct, reason) => {
      const sandbox = new Sandbox();
      const { status, stdout, stderr }: Run = sandbox.interlock([verb], obstruct(sandbox));
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(/^interlock: error: git cannot [^\n]*: fatal: [^\n]*\nhint: [^\n]+\n$/);
      expect(stderr).toContain(`fatal: ${reason}`);
    });

    test("of somebody else's repository the hint is the command that git names", () => {
      const sandbox = new Sandbox();
      const run = sandbox.interlock([verb], ownedByAnother(sandbox));
      const hint = /hint: (.*)\n/.exec(run.stderr)?.[1] ?? "";
      expect(hint).toBe(`git config --global --add safe.directory ${sandbox.repository}`);
      sandbox.shell(hint, { prefix: null });
      expect(sandbox.interlock([verb], ownedByAnother(sandbox))).toMatchObject({ status: 0 });
    });

    test("a branch without a commit yet is no obstacle", () => {
      expect(new Sandbox().interlock([verb])).toMatchObject({ status: 0, stderr: "" });
    });
  });
});
