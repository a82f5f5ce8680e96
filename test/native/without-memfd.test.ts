import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

/**
 * Runs a program whose system calls fail as they do on old kernels and in some sandboxes: memfd_create is not there;
 * with `files`, nor can a temporary file be made (as mkstemp and O_TMPFILE do it, which git's own are not).
 */
const source = `
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#define ARGUMENT(i) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[i]))
#define NONE 0xffffff
#ifdef SYS_open
#define OPEN SYS_open
#else
#define OPEN NONE
#endif
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
int main(int argc, char **argv)
{
	(void)argc;
	int files = !strcmp(argv[1], "files");
	struct sock_filter filter[] = {
		/*  0 */ BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		/*  1 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1),
		/*  2 */ RETURN(SECCOMP_RET_ERRNO | ENOSYS),
		/*  3 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, files ? OPEN : NONE, 2, 0),
		/*  4 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, files ? SYS_openat : NONE, 6, 0),
		/*  5 */ RETURN(SECCOMP_RET_ALLOW),
		/*  6 */ ARGUMENT(1),
		/*  7 */ BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY, 8, 0),
		/*  8 */ BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_CREAT, 0, 8),
		/*  9 */ ARGUMENT(2),
		/* 10 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0600, 5, 6),
		/* 11 */ ARGUMENT(2),
		/* 12 */ BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY, 3, 0),
		/* 13 */ BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_CREAT, 0, 3),
		/* 14 */ ARGUMENT(3),
		/* 15 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0600, 0, 1),
		/* 16 */ RETURN(SECCOMP_RET_ERRNO | EROFS),
		/* 17 */ RETURN(SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		return 99;
	if (syscall(SYS_memfd_create, "x", 0) >= 0 || errno != ENOSYS)
		return 98;
	if ((open("/tmp", O_TMPFILE | O_RDWR, 0600) < 0) != files)
		return 96;
	execvp(argv[2], argv + 2);
	return 97;
}
`;

const folder = mkdtempSync(join(tmpdir(), "interlock-launcher-"));
const launcher = join(folder, "without");
afterAll(() => rmSync(folder, { recursive: true, force: true }));
execFileSync("gcc", ["-x", "c", "-o", launcher, "-"], { input: source });

function run(sandbox: Sandbox, lacks: string, args: string[], input = ""): Run {
  sandbox.readyPlan();
  const env = { GITHUB_APP_BOT_NAME: "Robo Bot", GITHUB_APP_BOT_EMAIL: "bot@example.org" };
  return sandbox.run(launcher, [lacks, "git", ...args], { input, env });
}

const lacking = [
  ["memfd_create", "memory"],
  ["memfd_create and temporary files", "files"],
] as const;

test.each(lacking)("without %s, commit-tree reads its message from standard input", (_, lacks) => {
  const sandbox = new Sandbox();
  const tree = sandbox.realGit(["mktree"]).stdout.trim();
  // More than a pipe holds.
  const body = "many words\n".repeat(30_000);
  const made = run(sandbox, lacks, ["commit-tree", tree], `subject\n\n${body}`);
  expect(made.stderr).toBe("");
  expect(sandbox.message(made.stdout.trim())).toBe(`subject\n\n${body}\n${botTrailer}\n`);
});

test.each(lacking)("without %s, a push is judged", (_, lacks) => {
  const sandbox = new Sandbox();
  sandbox.realGit(["init", "-q", "--bare", "../remote"]);
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "bad"]);
  const refused = run(sandbox, lacks, ["push", "../remote", "main:bad"]);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("error: interlock: 1 of 1 commit for");
  sandbox.realGit(["commit", "-q", "--amend", "--allow-empty", "-m", `good\n\n${botTrailer}`]);
  expect(run(sandbox, lacks, ["push", "../remote", "main"])).toMatchObject({ status: 0 });
  expect(sandbox.realGit(["-C", "../remote", "for-each-ref", "--format=%(refname)"]).stdout).toBe(
    "refs/heads/main\n",
  );
});
