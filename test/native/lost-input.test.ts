/** What a program is given to read is all there, or the command ends: never a shorter input, nor an empty one. */
import { expect, test } from "vitest";
import { botEnv, botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

/** Limits of the first argument, then the command. Nobody else is the user 54321, so nobody else's processes count. */
const limited = `
import os, resource, signal, sys
files, processes, ignored = sys.argv[1].split(",")
for name in ignored.split():
    signal.signal(getattr(signal, name), signal.SIG_IGN)
# Python ignores it, and children would too.
if "SIGXFSZ" not in ignored: signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
if processes:
    resource.setrlimit(resource.RLIMIT_NPROC, (int(processes), int(processes)))
    os.setgroups([]); os.setgid(54321); os.setuid(54321)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(files), int(files)))
os.execvp(sys.argv[2], sys.argv[2:])
`;

function run(sandbox: Sandbox, limits: string, words: readonly string[], input: string): Run {
  sandbox.readyPlan();
  return sandbox.run("/usr/bin/python3", ["-c", limited, limits, ...words], { input, env: botEnv });
}

// It compresses well: git's file of the commit stays below the limit, the message does not.
const messageOf = (lines: number): string => `subject\n\n${"many words\n".repeat(lines)}`;
const fileLimits = ["16384,,", "16384,,SIGXFSZ SIGCHLD"];

test.each(fileLimits)("a message that no file may hold arrives as a whole (%s)", (limits) => {
  const sandbox = new Sandbox();
  const tree = sandbox.realGit(["mktree"]).stdout.trim();
  const made = run(sandbox, limits, ["git", "commit-tree", tree], messageOf(15_000));
  expect(made).toMatchObject({ status: 0, stderr: "" });
  expect(sandbox.message(made.stdout.trim())).toBe(`${messageOf(15_000)}\n${botTrailer}\n`);
});

test.each(fileLimits)("one that nothing can hold ends the command (%s)", (limits) => {
  const sandbox = new Sandbox();
  const tree = sandbox.realGit(["mktree"]).stdout.trim();
  const made = run(
    sandbox,
    limits,
    ["git", "commit-tree", tree],
    `subject\n\n${`${"words ".repeat(500)}\n`.repeat(11_000)}`,
  );
  expect(made).toMatchObject({ status: 128, stdout: "" });
  expect(made.stderr).toMatch(
    /^interlock: error: git cannot be given its input: .* \[E-input-not-passed\]\n/,
  );
});

test.skipIf(process.getuid?.() !== 0).each([1, 2, 3])(
  "`verify --pre-receive` passes no push whose ids git did not get to read, with %i processes",
  (processes) => {
    const sandbox = new Sandbox();
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "Bad"]);
    const id = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
    sandbox.realGit(["update-ref", "-d", "refs/heads/main"]);
    sandbox.readyPlan();
    sandbox.run("/bin/chown", ["-R", "54321:54321", sandbox.folder]);
    const line = `${"0".repeat(id.length)} ${id} refs/heads/x\n`;
    const limits = `0,${processes},SIGXFSZ SIGCHLD`;
    const judged = run(sandbox, limits, ["interlock", "verify", "--pre-receive"], line);
    expect(judged.status, judged.stdout + judged.stderr).not.toBe(0);
  },
);
