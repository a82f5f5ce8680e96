import { describe, expect, test } from "vitest";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

/**
 * Command lines that git accepts, rejects or answers without a commit. Each runs in two equal
 * repositories, through the shim and with the real git: output, exit code and commit must be the
 * same, but for the trailer.
 */
const lines: string[][] = [
  // Commits.
  ["commit", "-m", "fix"],
  ["commit", "-am", "all"],
  ["commit", "-qm", "quiet"],
  ["commit", "-m", "a", "-m", "b"],
  ["commit", "-m", "only these", "tracked"],
  ["commit", "-m", "only these", "--", "tracked"],
  ["commit", "-om", "only", "tracked"],
  ["commit", "-im", "include", "tracked"],
  ["commit", "--amend", "-m", "again"],
  ["commit", "--allow-empty", "-m", "nothing in it"],
  ["commit", "-m", "fix", "--author=Other <o@x.org>"],
  ["commit", "-m", "fix", "--date=2001-02-03T04:05:06Z"],
  ["commit", "-m", "fix", "-v"],
  ["commit", "-m", "fix", "--no-verify"],
  ["commit", "-m", "fix", "--no-status", "--untracked-files=no"],
  ["commit", "-m", "fix", "--cleanup=whitespace"],
  ["commit", "-m", "fix\n\n# kept", "--cleanup=scissors"],
  ["commit", "-F", "message.txt"],
  ["commit", "-F", "-"],
  ["-c", "core.abbrev=12", "commit", "-m", "fix"],
  ["-C", ".", "commit", "-m", "fix"],
  ["commit", "--end-of-options", "-m"],
  // Reports.
  ["commit", "--dry-run", "-m", "fix"],
  ["commit", "--short", "-m", "fix"],
  ["commit", "--porcelain", "-m", "fix"],
  ["commit", "--long", "-m", "fix"],
  ["commit", "-z", "-m", "fix"],
  ["commit", "-h"],
  // Aborts and refusals, in git's own words.
  ["commit", "-m"],
  ["commit", "-m", ""],
  ["commit", "-m", " \n\t\n"],
  ["commit", "-m", "Signed-off-by: A <a@x.org>"],
  ["commit", "-m", "# only a comment", "--cleanup=strip"],
  ["commit", "--allow-e"],
  ["commit", "-amend"],
  ["commit", "--nope", "-m", "fix"],
  ["commit", "-k"],
  ["commit", "--all=yes", "-m", "fix"],
  ["commit", "--no", "-m", "fix"],
  ["commit", "-m", "fix", "-F", "message.txt"],
  ["commit", "-m", "fix", "-C", "HEAD"],
  ["commit", "-F", "no-such-file"],
  ["commit", "-F", "."],
  ["commit", "-m", "fix", "--cleanup=nonsense"],
  ["commit", "-m", "fix", "--author=nonsense"],
  ["commit", "-am", "fix", "tracked"],
  ["commit", "-m", "fix", "no-such-path"],
  ["commit", "-m", "fix", "--reset-author"],
  ["-Cx", "commit", "-m", "fix"],
  ["-C", "no-such-folder", "commit", "-m", "fix"],
  ["--nope", "commit", "-m", "fix"],
  ["--git-dir=no-such-folder", "commit", "-m", "fix"],
  // Not ours at all.
  ["status", "--short"],
  ["log", "--oneline"],
  ["rev-parse", "HEAD", "no-such-revision"],
  ["no-such-command"],
  ["--version"],
  [],
];

function prepare(): Sandbox {
  const sandbox = new Sandbox();
  sandbox.write("tracked", "1\n");
  sandbox.realGit(["add", "tracked"]);
  sandbox.realGit(["commit", "-qm", "first"]);
  sandbox.write("tracked", "2\n");
  sandbox.write("staged", "3\n");
  sandbox.write("untracked", "4\n");
  sandbox.realGit(["add", "staged"]);
  sandbox.write("message.txt", "from a file\n");
  return sandbox;
}

interface Outcome {
  run: Run;
  commit: string;
  message: string;
  status: string;
}

function observe(sandbox: Sandbox, run: Run): Outcome {
  const format = "%T%n%an%n%ae%n%ad%n%cn%n%ce%n%cd%n%p%n%e";
  const hide = (text: string): string =>
    text.replaceAll(sandbox.folder, "<folder>").replace(/\b[0-9a-f]{7,40}\b/g, "<id>");
  return {
    run: { ...run, stdout: hide(run.stdout), stderr: hide(run.stderr) },
    commit: hide(sandbox.realGit(["log", "-3", "--date=raw", `--format=${format}`]).stdout),
    message: sandbox.message(),
    status: sandbox.realGit(["status", "--porcelain"]).stdout,
  };
}

describe("through the shim everything is as with the real git, but for the trailer", () => {
  test.each(lines.map((line) => [line]))("git %j", (line) => {
    const plain = prepare();
    const shimmed = prepare();
    const options = { input: "from standard input\n", env: { INTERLOCK_QUIET: "1" } };
    const expected = observe(plain, plain.realGit(line, options));
    const actual = observe(shimmed, shimmed.git(line, options));
    const made = expected.message !== "first\n";
    expect(actual).toEqual({
      ...expected,
      message: made ? `${expected.message}\n${botTrailer}\n` : expected.message,
    });
  });
});
