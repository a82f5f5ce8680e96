import { expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { vectorsBinary } from "../support/native-vectors.ts";
import { Sandbox } from "../support/sandbox.ts";

const git = vectorsBinary("release");

/** A repository with one commit, and a remote that has its first. The hook shows what it finds. */
function prepare(hook: string): Sandbox {
  const sandbox = new Sandbox();
  sandbox.write(".git/hooks/pre-push", `#!/bin/sh\nexec >&2\n${hook}\n`, 0o755);
  sandbox.shell(
    "git commit -q --allow-empty -m 1 && git init -q --bare ../remote && git push -q --no-verify ../remote main:old && git commit -q --allow-empty -m 2",
    { prefix: null },
  );
  return sandbox;
}

test("a push that is traced has the remote's refs where INTERLOCK_TRACE says when pre-push runs", () => {
  const sandbox = prepare('echo "$GIT_TRACE_PACKET"; echo "$INTERLOCK_TRACE"; cat "$INTERLOCK_TRACE"');
  const { stderr, status } = sandbox.run(git, ["traced", "push", "../remote", "main"], { prefix: null });
  expect(status).toBe(0);
  const [gits, ours, ...lines] = stderr.split("\n");
  expect(gits).toBe("9");
  expect(ours).toMatch(/^\/proc\/\d+\/fd\/9$/);
  const old = sandbox.realGit(["rev-parse", "main~1"]).stdout.trim();
  const received = lines
    .filter((line) => line.includes(" push< "))
    .map((line) => line.replace(/^.*push< /, ""));
  expect(received[0]).toMatch(new RegExp(`^${old} refs/heads/old\\\\0 ?report-status`));
  expect(received.at(-1)).toBe("0000");
});

test.each(["/dev/null", "1", "TRUE"])("a caller who traces packets (%j) goes on doing so", (value) => {
  const sandbox = prepare('echo "[$GIT_TRACE_PACKET $INTERLOCK_TRACE]"');
  const env = { GIT_TRACE_PACKET: value, INTERLOCK_TRACE: "/forged" };
  const { stderr } = sandbox.run(git, ["traced", "push", "../remote", "main"], { prefix: null, env });
  expect(stderr).toContain(`[${value} ]`);
});

test.each(["", "0", "False"])("a caller who switches the trace off (%j) is not disturbed", (value) => {
  const sandbox = prepare('grep -c "push<" "$INTERLOCK_TRACE"');
  const env = { GIT_TRACE_PACKET: value };
  const { stderr } = sandbox.run(git, ["traced", "push", "../remote", "main"], { prefix: null, env });
  expect(stderr).toMatch(/^2\nTo /);
});

test("git below the push, and what it starts, see neither the variables nor the file", () => {
  const sandbox = prepare(`"${dist}/bin/git" shows`);
  sandbox.realGit(["config", "alias.shows", "!env | grep TRACE; ls -l /proc/self/fd | grep -c memfd:"]);
  const { stderr } = sandbox.run(git, ["traced", "push", "../remote", "main"]);
  expect(stderr).toMatch(/^0\n/);
});

test("git's other traces do not write there", () => {
  const sandbox = prepare(
    'grep -vc " packet: " "$INTERLOCK_TRACE"; echo "[$GIT_TRACE $GIT_TRACE2 $GIT_TRACE_SETUP]"',
  );
  const env = { GIT_TRACE: "9", GIT_TRACE2: "9", GIT_TRACE_REFS: "9", GIT_TRACE_SETUP: "8" };
  const { stderr } = sandbox.run(git, ["traced", "push", "../remote", "main"], { prefix: null, env });
  expect(stderr).toContain("0\n[  8]\n");
});
