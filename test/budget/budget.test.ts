import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dist, root } from "../support/paths.ts";
import { addProgram, sh } from "../programs/with-program.ts";
import { Sandbox } from "../support/sandbox.ts";
import {
  countAddedPrograms,
  countAnswerCalls,
  countHookCalls,
  countInstructions,
  countPageFaults,
  countSystemCalls,
} from "./counts.ts";

const gh = join(dist, "bin", "gh");
const revParse = ["rev-parse", "HEAD"];
const commit = ["commit", "-q", "--allow-empty", "-m", "fix: retry"];

/** A repository with history that the real git made, on `main`. */
function withCommits(count: number): Sandbox {
  const sandbox = new Sandbox();
  for (let i = 0; i < count; i++) {
    sandbox.write(`f${i}`, "content\n");
    sandbox.realGit(["add", `f${i}`]);
    sandbox.realGit(["commit", "-q", "-m", `fix: change ${i}`]);
  }
  return sandbox;
}

function onMain(line: string): { sandbox: Sandbox; line: string } {
  return { sandbox: withCommits(1), line };
}

function rebaseOf(count: number): { sandbox: Sandbox; line: string } {
  const sandbox = withCommits(count + 1);
  sandbox.realGit(["checkout", "-q", "-b", "onto", `HEAD~${count}`]);
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "fix: onto"]);
  return { sandbox, line: "git rebase -q onto main" };
}

/** Mails of somebody else, and a remote-tracking branch. */
function patchesOf(count: number): { sandbox: Sandbox; line: string } {
  const sandbox = withCommits(count + 1);
  const script = `git format-patch -q --stdout HEAD~${count} | sed 's/^From: .*/From: Bob <bob@example.org>/' >../mails
    git update-ref refs/remotes/origin/main HEAD~${count} && git reset -q --hard HEAD~${count}`;
  sandbox.shell(script, { prefix: null });
  return { sandbox, line: "git am -q ../mails" };
}

/** `words`: where git is to push from. */
function push(words = ""): { sandbox: Sandbox; line: string } {
  const sandbox = withCommits(1);
  const remote = join(sandbox.folder, "remote.git");
  sandbox.realGit(["init", "-q", "--bare", remote]);
  sandbox.realGit(["push", "-q", remote, "main"]);
  sandbox.git(commit);
  return { sandbox, line: `git ${words} push -q '${remote}' main` };
}

/** `more`: lines of the config. */
function refuse(more = ""): number {
  const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [github, conventional-commits]\n${more}`);
  for (const name of ["github", "conventional-commits"])
    cpSync(join(root, "plugins", name), join(sandbox.folder, "interlock", name), { recursive: true });
  return countInstructions(sandbox, "commit -q --allow-empty -m 'not conventional'", 1);
}

/** A plan with a program at commit messages, and nothing else; a changed file in a folder, to be committed. */
function withProgram(): Sandbox {
  const sandbox = withCommits(3);
  addProgram(sandbox, sh("exit 0"));
  // Makes the folders for hooks and for git's programs.
  sandbox.git(commit);
  sandbox.write("folder/file", "content\n");
  sandbox.realGit(["add", "."]);
  return sandbox;
}

/** A home with the settings file that gh itself writes. */
function withGhSettings(): Sandbox {
  const sandbox = new Sandbox();
  sandbox.run("/usr/bin/gh", ["config", "set", "editor", "vim"]);
  return sandbox;
}

const dispatchLine = ["dispatch", "--dialect", "claude"];

/** An agent is about to run a shell command, at which no hook has anything to say. */
function harmless(command: string): string {
  return JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } });
}

function dispatchOf(command: string): number {
  const sandbox = new Sandbox();
  sandbox.readyPlan();
  const event = sandbox.write(join(sandbox.folder, "event.json"), harmless(command));
  return countInstructions(sandbox, `${dispatchLine.join(" ")} <'${event}'`, 0, "interlock");
}

const added = countAddedPrograms;

interface Budget {
  what: string;
  most: number;
  why: string;
  count: () => number | Promise<number>;
}

/**
 * The most that each may cost. Programs are exact; the others are a little above what is counted now, for other kernels
 * and C libraries. A busy machine changes none of them. When a figure falls, lower its limit; raise one only with a reason.
 * Programs are those that interlock starts beyond git's own, itself included.
 */
const budgets: Budget[] = [
  {
    what: "system calls of a pass-through",
    most: 8,
    why: "start the C library, find the next git on the PATH, see that it is a program and no copy of us, exec it",
    count: () => countSystemCalls(new Sandbox(), revParse),
  },
  {
    what: "page faults of a pass-through",
    most: 7,
    why: "the first 64 KB of the binary, its variables and a stack; the script heap is not touched",
    count: () => countPageFaults(new Sandbox(), revParse),
  },
  {
    what: "system calls of a pass-through of gh",
    most: 10,
    why: "as for git: find the next gh on the PATH, exec it; and look for aliases in its settings",
    count: () => countSystemCalls(new Sandbox(), ["--version"], gh),
  },
  {
    what: "system calls of 'gh run' with the settings that gh writes",
    most: 14,
    why: "the comments in them have 'run' and other commands in them; the script does not start for these",
    count: () => countSystemCalls(withGhSettings(), ["run", "view"], gh),
  },
  {
    what: "page faults of a pass-through of gh",
    most: 7,
    why: "the script heap is not touched",
    count: () => countPageFaults(new Sandbox(), ["pr", "list"], gh),
  },
  {
    what: "system calls of a plain commit",
    most: 76,
    why: "stat what the plan was made from, read the plan and git's config files, look for hooks",
    count: () => countSystemCalls(new Sandbox(), commit),
  },
  {
    what: "page faults of a plain commit",
    most: 50,
    why: "the pages of the heap image that the decision writes to, or reads first",
    count: () => countPageFaults(new Sandbox(), commit),
  },
  {
    what: "instructions of a commit that is refused, in thousands",
    most: 2050,
    why: "the whole decision: options, plan, config files, message, and what is printed, in the order of the text",
    count: () => Math.round(refuse() / 1000),
  },
  {
    what: "system calls that the record adds to a commit",
    most: 7,
    why: "the clock, the user, open, one write with two signals blocked, close",
    count: () => {
      const config = `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`;
      const [without, recorded] = ["", "audit: {file: audit.log}\n"].map((audit) =>
        countSystemCalls(new Sandbox(config + audit), commit),
      );
      return (recorded ?? NaN) - (without ?? NaN);
    },
  },
  {
    what: "instructions that the record adds to a commit that is refused, in thousands",
    most: 150,
    why: "describe the decision, hash the message twice, write a line; a fourteenth of the whole",
    count: () => Math.round((refuse("audit: {file: audit.log}\n") - refuse()) / 1000),
  },
  {
    what: "system calls of a dispatch that no hook answers",
    most: 60,
    why: "read the event, see that the plan is fresh, look for executables; no other program starts",
    count: () => countAnswerCalls(new Sandbox(), dispatchLine, harmless("ls")),
  },
  {
    what: "instructions of a dispatch that no hook answers, in thousands",
    most: 1600,
    why: "parse the event, check its fields, parse the plan; a hundredth of what Node takes to start",
    count: () => Math.round(dispatchOf("ls") / 1000),
  },
  {
    what: "instructions that ten kilobytes of a shell command with the word 'commit' add to it, in thousands",
    most: 4200,
    why: "the command is read by words, not by characters, where it means nothing",
    count: () =>
      Math.round(
        (dispatchOf(`grep commit <<'EOF'\n${"some text in here\n".repeat(570)}EOF`) - dispatchOf("ls")) /
          1000,
      ),
  },
  {
    what: "programs of a plain commit",
    most: 1,
    why: "the shim, which becomes git",
    count: () => added(() => onMain("git commit -q --allow-empty -m 'fix: retry'")),
  },
  {
    what: "system calls of the hook of a commit with a program",
    most: 165,
    why: "see that the plan is fresh; the index, HEAD and the trees that differ; its input as a memory file, two pipes, one process that shares our memory, and the wait for it; ask whose /proc it is, so that orphans can be found",
    count: () => countHookCalls(withProgram(), "git commit -q -m 'fix: retry'", "commit-msg"),
  },
  {
    what: "programs of a commit with a program",
    most: 3,
    why: "the shim, our hook and the program; what the commit changes is read without git",
    count: () => added(() => ({ sandbox: withProgram(), line: "git commit -q -m 'fix: retry'" })),
  },
  {
    what: "programs of an amend",
    most: 1,
    why: "the shim, which reads the message of HEAD and becomes git",
    count: () => added(() => onMain("git commit -q --amend --no-edit")),
  },
  {
    what: "programs of a rebase of one commit",
    most: 4,
    why: "the shim, the hook in which the rules run, and the shim before two of git's own",
    count: () => added(() => rebaseOf(1)),
  },
  {
    what: "programs of each further pick",
    most: 1,
    why: "the hook in which the rules run",
    count: () => (added(() => rebaseOf(3)) - added(() => rebaseOf(1))) / 2,
  },
  {
    what: "system calls of the hook of a pick",
    most: 70,
    why: "find the real git; stat what the plan was made from and read it; read the message and write it; look for remotes",
    count: () => {
      const { sandbox, line } = rebaseOf(1);
      return countHookCalls(sandbox, line, "prepare-commit-msg");
    },
  },
  {
    what: "programs of each further patch of somebody else's, where there is a remote",
    most: 2,
    why: "the hook in which the rules run, and a git that looks for the commit on the remotes",
    count: () => (added(() => patchesOf(3)) - added(() => patchesOf(1))) / 2,
  },
  {
    what: "programs of a clean push of one commit",
    most: 8,
    why: "the shim, pre-push, and the shim before each of git's own",
    count: () => added(() => push()),
  },
  {
    what: "programs of the same from a git folder itself",
    most: 8,
    why: "where there is no work tree, git need not be asked either",
    count: () => added(() => push("-C .git")),
  },
];

const rows = budgets.map((budget) => [budget.what, budget.most, budget] as const);

test.each(rows)("%s: at most %d", async (what, most, { why, count }) => {
  const counted = await count();
  // Less than nothing, or no number: it was not counted.
  expect(counted, what).toBeGreaterThanOrEqual(0);
  expect(counted, `${what}, for: ${why}`).toBeLessThanOrEqual(most);
});
