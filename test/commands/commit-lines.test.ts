import { describe } from "vitest";
import { inEmptyRepository, type CommandCase } from "../support/compare-with-git/command-case.ts";
import { testCommands } from "../support/compare-with-git/test-cases.ts";

/** Command lines of git commit, and what comes of them. */
const committing: string[][] = [
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
];
const reports: string[][] = [
  ["commit", "--dry-run", "-m", "fix"],
  ["commit", "--short", "-m", "fix"],
  ["commit", "--porcelain", "-m", "fix"],
  ["commit", "--long", "-m", "fix"],
  ["commit", "-z", "-m", "fix"],
  ["commit", "-h"],
];
/** In git's own words. */
const refusals: string[][] = [
  ["commit", "--end-of-options", "-m"],
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
];
const others: string[][] = [
  ["status", "--short"],
  ["log", "--oneline"],
  ["rev-parse", "HEAD", "no-such-revision"],
  ["no-such-command"],
  ["--version"],
  [],
];

const setup = `echo 1 >tracked; git add tracked; git commit -qm first
echo 2 >tracked; echo 3 >staged; echo 4 >untracked; git add staged; echo 'from a file' >message.txt`;

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

describe("a line that commits", () => {
  testCommands(inEmptyRepository(committing.map((line) => caseOf(line, 1))));
});
describe("a line that does not", () => {
  testCommands(inEmptyRepository([...reports, ...refusals, ...others].map((line) => caseOf(line, 0))));
});

function caseOf(line: readonly string[], commits: number): CommandCase {
  const run = `echo 'from standard input' | git ${line.map(quote).join(" ")}`;
  return { title: `git ${JSON.stringify(line)}`, setup, run, commits };
}
