/**
 * Each of many commands, while one system call of ours fails: it is done in full, or it says why not. A sample of the calls, so
 * that it stays quick; `INTERLOCK_SWEEP=all` takes every one, with every error.
 */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addProgram } from "../programs/with-program.ts";
import { runWithFault, type ErrorName } from "../support/inject.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const isWhole = process.env["INTERLOCK_SWEEP"] === "all";
const mostRuns = 20;

/** What may go wrong with each. One that is not here is left out: it cannot fail, or its failure changes nothing. */
const errors: [calls: RegExp, errors: ErrorName[]][] = [
  [/^(open|openat|execve)$/, ["EIO", "EMFILE", "EACCES"]],
  [/^(read|readv|pread64|recvmsg|getdents64|getcwd|poll|wait4|lseek)$/, ["EIO"]],
  [/^(stat|lstat|fstat|newfstatat|access|faccessat|readlink|readlinkat)$/, ["EIO", "EACCES", "ENOMEM"]],
  [/^(mmap|mprotect|brk|mremap)$/, ["ENOMEM"]],
  [/^(write|writev|ftruncate|sendmsg)$/, ["ENOSPC", "EIO"]],
  [/^(mkdir|symlink|unlink|rmdir)$/, ["ENOSPC", "EACCES"]],
  [/^(pipe|pipe2|socketpair|memfd_create|dup2|dup3|fcntl)$/, ["EMFILE"]],
  [/^(fork|vfork|clone|timer_create)$/, ["EAGAIN"]],
];

function errorsOf(call: string): ErrorName[] {
  const name = call.slice(0, call.indexOf(" "));
  return errors.find(([calls]) => calls.test(name))?.[1] ?? [];
}

interface Chosen {
  nth: number;
  call: string;
  error: ErrorName;
}

/** Of calls with the same name and path, the first; evenly over the command. */
function choose(calls: readonly string[]): Chosen[] {
  const all = calls.flatMap((call, i): Chosen[] => {
    const possible = errorsOf(call);
    const some = isWhole ? possible : possible.slice(i % Math.max(1, possible.length)).slice(0, 1);
    return calls.indexOf(call) === i || isWhole ? some.map((error) => ({ nth: i + 1, call, error })) : [];
  });
  const step = isWhole ? 1 : Math.max(1, all.length / mostRuns);
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

const commands: [title: string, line: string, change?: (sandbox: Sandbox) => void][] = [
  ["commit -m", "git commit -q --allow-empty -m x"],
  ["commit -F -", "echo x | git commit -q --allow-empty -F -"],
  ["commit -e", "git commit -q --allow-empty -e -m x"],
  ["commit --amend", "git commit -q --amend"],
  ["merge", "git merge -q --no-edit side"],
  ["cherry-pick", "git cherry-pick side >/dev/null"],
  ["revert", "git revert --no-edit HEAD >/dev/null"],
  ["rebase", "git rebase -q side"],
  ["am", "git am -q ../0001-side.patch"],
  ["an alias", "git ci -q --allow-empty -m x"],
  [
    "commit -m with a program",
    "git commit -q --allow-empty -m x",
    (sandbox) => {
      const answer = JSON.stringify({ text: `by a program\n\n${botTrailer}\n` });
      addProgram(sandbox, `#!/bin/sh\ncat <<'END'\n${answer}\nEND\n`, { handler: "command: [./check]" });
    },
  ],
  ["push", "git push -q ../remote.git main"],
];

function started(change: (sandbox: Sandbox) => void): Sandbox {
  const sandbox = new Sandbox();
  const commit = (name: string, more = ""): void => {
    sandbox.write(name, `${name}\n`);
    sandbox.realGit(["add", "."]);
    sandbox.realGit(["commit", "-qm", `${name}${more}`]);
  };
  commit("base", `\n\n${botTrailer}`);
  sandbox.realGit(["checkout", "-qb", "side"]);
  commit("side");
  sandbox.realGit(["format-patch", "-q", "-1", "-o", sandbox.folder]);
  sandbox.realGit(["checkout", "-q", "main"]);
  commit("main", `\n\n${botTrailer}`);
  sandbox.realGit(["tag", "start"]);
  sandbox.realGit(["config", "alias.ci", "!git commit"]);
  sandbox.realGit(["init", "-q", "--bare", "../remote.git"]);
  change(sandbox);
  return sandbox;
}

/** What is wrong with it; empty if nothing. */
function faultOf(
  sandbox: Sandbox,
  { status, stderr }: { status: number | string; stderr: string },
  title: string,
): string {
  const folder = title === "push" ? join(sandbox.folder, "remote.git") : sandbox.repository;
  const words =
    title === "push" ? ["--all"] : ["HEAD", "--not", "side", ...(title.includes("amend") ? [] : ["start"])];
  const log = sandbox.realGit(["log", "--format=%B%x00", ...words, "--"], { cwd: folder }).stdout;
  const made = log.split("\0\n").filter(Boolean);
  if (made.some((message) => !message.includes(botTrailer))) return "a commit without its trailer";
  if (status === 0) return made.length === 0 ? "nothing was made" : "";
  return /^(?:remote: )?(?:interlock: error|error|fatal): /m.test(stderr) ? "" : "it ended without a word";
}

test.each(commands)("%s", (title, line, change = () => undefined) => {
  const sandbox = started(change);
  const kept = join(sandbox.folder, "kept");
  const places = ["repo", "remote.git"];
  for (const name of places) cpSync(join(sandbox.folder, name), join(kept, name), { recursive: true });
  const attempt = (nth: number, error: ErrorName): ReturnType<typeof runWithFault> => {
    for (const name of places) {
      rmSync(join(sandbox.folder, name), { recursive: true });
      cpSync(join(kept, name), join(sandbox.folder, name), { recursive: true });
    }
    return runWithFault(sandbox, { nth, error }, line, { env: { GIT_EDITOR: "true" } });
  };
  // The first makes the folders of links.
  attempt(0, "EIO");
  const usual = attempt(0, "EIO");
  expect({ status: usual.status, wrong: faultOf(sandbox, usual, title) }).toEqual({ status: 0, wrong: "" });
  const chosen = choose(usual.calls);
  expect(chosen.length).toBeGreaterThan(mostRuns / 2);
  const wrong = chosen.flatMap((each) => {
    const run = attempt(each.nth, each.error);
    const fault = faultOf(sandbox, run, title);
    return fault === "" ? [] : [{ ...each, fault, status: run.status, stderr: run.stderr }];
  });
  expect(wrong).toEqual([]);
});
