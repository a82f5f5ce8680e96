import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { vectorsBinary } from "../support/native-vectors.ts";
import { dist } from "../support/paths.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

const git = vectorsBinary("release");
const callsHook = { INTERLOCK_CALL: "{}" };

/** A repository with two commits, and a remote that has the first. */
function prepare(): Sandbox {
  const sandbox = new Sandbox();
  sandbox.shell(
    "git commit -q --allow-empty -m 1 && git init -q --bare ../remote && git push -q ../remote main:old && git commit -q --allow-empty -m 2",
    { prefix: null },
  );
  return sandbox;
}

/** pre-push is the vectors' binary too: it says what it reads. */
function prepareReader(): Sandbox {
  const sandbox = prepare();
  symlinkSync(git, join(sandbox.repository, ".git", "hooks", "pre-push"));
  return sandbox;
}

function prepareHook(hook: string): Sandbox {
  const sandbox = prepare();
  sandbox.write(".git/hooks/pre-push", `#!/bin/sh\nexec >&2\n${hook}\n`, 0o755);
  return sandbox;
}

function received({ stderr }: Run): string[] {
  const lines = stderr.split("\n").filter((line) => line.includes(" push< "));
  return lines.map((line) => line.replace(/^.*push< /, ""));
}

/** Processes that have the name of our binary, or of git, and run in this test's place. */
function collectors(): string[] {
  return readdirSync("/proc").filter((pid) => {
    const path = `/proc/${pid}/cmdline`;
    return /^\d+$/.test(pid) && existsSync(path) && readFileSync(path, "latin1").includes("traced\0push");
  });
}

test("pre-push reads the remote's refs from what git has written down", async () => {
  const sandbox = prepareReader();
  const run = sandbox.run(git, ["traced", "push", "../remote", "main"], { prefix: null, env: callsHook });
  expect(run.status).toBe(0);
  const old = sandbox.realGit(["rev-parse", "main~1"]).stdout.trim();
  const lines = received(run);
  expect(lines[0]).toMatch(new RegExp(`^${old} refs/heads/old\\\\0 ?report-status`));
  expect(lines.slice(1)).toEqual(["0000"]);
  // Nothing is left of it.
  await expect.poll(collectors, { timeout: 30_000 }).toEqual([]);
});

test("many refs, with names of many bytes, come whole", () => {
  const sandbox = prepareReader();
  const name = "\xe9".repeat(60);
  const first = sandbox.realGit(["rev-parse", "main~1"]).stdout.trim();
  const lines = Array.from({ length: 3000 }, (_, i) => `${first} refs/heads/${name}${i}\n`);
  sandbox.write("../remote/packed-refs", Buffer.from(lines.join(""), "latin1"));
  const run = sandbox.run(git, ["traced", "push", "../remote", "main"], { prefix: null, env: callsHook });
  expect(run.status).toBe(0);
  expect(received(run).length).toBe(3002);
});

test("lines that others write do not count, and no other trace of git's goes there", () => {
  const sandbox = prepareReader();
  const line = `12:00:00.000000 pkt-line.c:80           packet:         push< ${"a".repeat(40)} refs/heads/forged`;
  const wrapper = sandbox.write(
    "../wrapper",
    `#!/bin/sh\nprintf '%s\\n' '${line}' >&9\ngit-receive-pack "$@"; status=$?\nprintf '%s\\n' '${line}' >&9; exit $status\n`,
    0o755,
  );
  const words = ["-c", `x.y=a\n${line}\n`, "push", `--receive-pack=${wrapper}`, "../remote", "main"];
  const env = { ...callsHook, GIT_TRACE: "9", GIT_TRACE2: "9", GIT_TRACE2_PERF: "9", GIT_TRACE_SETUP: "9" };
  const run = sandbox.run(git, ["traced", ...words], { prefix: null, env });
  expect(run.status).toBe(0);
  expect(run.stderr).not.toContain("trace: built-in: git push");
  expect(run.stderr).not.toContain("refs/heads/forged");
  expect(received(run).length).toBe(2);
});

test.each(["/dev/null", "1", "TRUE"])("a caller who traces packets (%j) goes on doing so", (value) => {
  const sandbox = prepareHook('echo "[$GIT_TRACE_PACKET $INTERLOCK_TRACE]"');
  const env = { GIT_TRACE_PACKET: value, INTERLOCK_TRACE: "9:1" };
  const { stderr } = sandbox.run(git, ["traced", "push", "../remote", "main"], { prefix: null, env });
  expect(stderr).toContain(`[${value} ]`);
});

test.each(["", "0", "False"])("a caller who switches the trace off (%j) is not disturbed", (value) => {
  const sandbox = prepareReader();
  const env = { ...callsHook, GIT_TRACE_PACKET: value };
  expect(
    received(sandbox.run(git, ["traced", "push", "../remote", "main"], { prefix: null, env })).length,
  ).toBe(2);
});

test("a descriptor of the caller's stays the caller's", () => {
  const sandbox = prepareReader();
  const run = sandbox.shell(`'${git}' traced push ../remote main 9>../nine`, {
    prefix: null,
    env: callsHook,
  });
  expect(received(run).length).toBe(2);
  expect(sandbox.shell("cat ../nine").stdout).toBe("");
  const none = `'${git}' traced push ../remote main:other 9>&2 8>&2 7>&2 6>&2 5>&2 4>&2 3>&2`;
  expect(sandbox.shell(none, { prefix: null, env: callsHook })).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("nobody can say"),
  });
});

const shows = "env | grep TRACE; ls -l /proc/self/fd | grep -c '[3-9] -> socket:'";

test("git below the push, and what it starts, see neither the variables nor the socket", () => {
  const sandbox = prepareHook(`"${dist}/bin/git" shows`);
  sandbox.realGit(["config", "alias.shows", `!${shows}`]);
  const { stderr } = sandbox.run(git, ["traced", "push", "../remote", "main"]);
  expect(stderr).toMatch(/^0\n/);
});

test("nor does the repository's own pre-push", () => {
  const sandbox = prepareHook(`${shows}; true`);
  sandbox.shell(
    `git commit -q --amend --allow-empty -m '2\n\n${botTrailer}'; git push -q ../remote main~1:main`,
    {
      prefix: null,
    },
  );
  const { stderr, status } = sandbox.git(["push", "-q", "../remote", "main"]);
  expect({ stderr, status }).toEqual({ stderr: "0\n", status: 0 });
});

test("a push cannot be told that the remote has a commit by whoever runs beside it", () => {
  const sandbox = prepare();
  const bad = sandbox.realGit(["rev-parse", "main"]).stdout.trim();
  const line = `12:00:00.000000 pkt-line.c:80           packet:         push< ${bad} refs/heads/x\\\\0report-status`;
  const wrapper = sandbox.write(
    "../wrapper",
    `#!/bin/bash
git=$PPID
(while kill -0 $git; do for to in /proc/$git/fd/9 /dev/fd/9; do printf '${line}\\n' >>$to; done; printf '${line}\\n' >&9; done) 2>/dev/null &
sleep 0.1
exec git-receive-pack "$@"\n`,
    0o755,
  );
  const { stderr, status } = sandbox.git(["push", `--receive-pack=${wrapper}`, "../remote", "main:new"]);
  expect(stderr).toContain("breaks a rule; nothing was pushed");
  expect(status).toBe(1);
});

test("who ends the process that collects what git writes down ends the push", () => {
  const sandbox = prepare();
  const wrapper = sandbox.write(
    "../wrapper",
    `#!/bin/bash
for p in /proc/[0-9]*; do
  p=\${p#/proc/}
  # It has a session of its own.
  grep -qzxF -- "--receive-pack=$0" /proc/$p/cmdline && test "$(ps -o sid= -p $p)" -eq $p && kill -9 $p
done 2>/dev/null
exec git-receive-pack "$@"\n`,
    0o755,
  );
  const { status } = sandbox.git(["push", `--receive-pack=${wrapper}`, "../remote", "main:new"]);
  expect(status).not.toBe(0);
  expect(sandbox.realGit(["-C", "../remote", "for-each-ref", "refs/heads/new"]).stdout).toBe("");
});
