import { join } from "node:path";
import { expect, test } from "vitest";
import { dist, realGit } from "../support/paths.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const shim = join(dist, "bin", "git");

/** In kilobytes (`-n`: descriptors). From where no program starts to where git has all that it wants. */
const limits = {
  d: [0, 100, 300, 400, 500, 700, 1000, 1500, 2000, 2500, 3000, 6000],
  v: [1000, 3000, 5000, 6000, 7000, 8000, 9000, 10000, 12000, 20000],
  s: [32, 64, 100, 400, 8000],
  m: [0, 100, 2000],
  n: [3, 4, 5, 8, 20],
  l: [0],
};
const passed = ["--version", "rev-parse HEAD", "status --short", "log --oneline", "cat-file -p HEAD"];
const lines = Object.entries(limits).flatMap(([letter, values]) =>
  values.flatMap((value) => passed.map((words) => ({ limit: `ulimit -S${letter} ${value}`, words }))),
);

/** What each line prints with its status, in one shell. */
function outputs(sandbox: Sandbox, program: string): string[] {
  const script = lines.map(
    ({ limit, words }) =>
      `(${limit}; exec ${program} ${words}) 2>/dev/null; echo "ended with $?"; echo ----\n`,
  );
  return sandbox.shell(script.join("")).stdout.split("----\n").slice(0, -1);
}

test("under any limit, a command that makes no commit works where git does", () => {
  const sandbox = new Sandbox();
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "fix: a"]);
  const [alone, through] = [realGit, shim].map((program) => outputs(sandbox, program));
  const worked = lines.flatMap((line, i) =>
    alone?.[i]?.endsWith("ended with 0\n") ? [{ ...line, alone: alone[i], through: through?.[i] }] : [],
  );
  expect(worked.filter((line) => line.alone !== line.through)).toEqual([]);
  expect(worked.length).toBeGreaterThan(lines.length / 2);
  expect(worked.length).toBeLessThan(lines.length);
});

test.each([500, 2000, 2300, 2400, 2600, 2900])(
  "with %d KB of data, a commit has its trailer or says what it needs",
  (most) => {
    const sandbox = new Sandbox();
    const run = sandbox.shell(`ulimit -Sd ${most}; exec '${shim}' commit -q --allow-empty -m 'fix: a'`);
    if (run.status === 0) {
      expect(sandbox.message().trimEnd()).toBe(`fix: a\n\n${botTrailer}`);
      return;
    }
    expect(run.status).toBe(128);
    expect(run.stderr).toMatch(/\[E-out-of-memory\]\nhint: .*ulimit -d unlimited|^fatal: /);
    expect(sandbox.commitCount()).toBe(0);
  },
);

test("under a policy that lets commands pass, one that has no memory for the rules still does not pass", () => {
  const sandbox = new Sandbox();
  sandbox.write(sandbox.config, "version: 1\nonEngineFailure: pass\n");
  const run = sandbox.shell(`ulimit -Sd 2000; exec '${shim}' commit -q --allow-empty -m 'fix: a'`);
  // The policy stands in the plan, which only a script can read.
  expect(run.status).toBe(128);
  expect(run.stderr).toContain("[E-out-of-memory]");
});
