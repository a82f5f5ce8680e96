/** Under limits that are too small for Node or git, `fix` changes nothing and says so in words of ours. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { ask, commit } from "./repository.ts";

/** From what no Node starts under to what one starts under but can do nothing with. */
const limits = [
  "-v 200000",
  "-v 600000",
  "-d 20000",
  "-n 6",
  "-n 10",
  "-n 14",
  "-n 18",
  "-n 20",
  "-n 24",
  "-s 50",
];

test.each(limits)("ulimit %s", (limit) => {
  const sandbox = new Sandbox();
  commit(sandbox, "fix: a");
  const before = ask(sandbox, "for-each-ref");
  sandbox.readyPlan();
  // Under some, Node waits for ever.
  const run = sandbox.shell(`ulimit ${limit} && INTERLOCK_TIMEOUT_MS=3000 exec interlock fix`);
  if (run.status === 0) return expect(ask(sandbox, "for-each-ref")).not.toBe(before);
  expect([2, 128]).toContain(run.status);
  expect(run.stderr).toMatch(/^interlock: error: .* \[E-[a-z-]+\]\nhint: ./m);
  expect(ask(sandbox, "for-each-ref")).toBe(before);
});

test("Ctrl-C ends it as it ends any program, and what ends its leader ends it", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "fix: a");
  sandbox.readyPlan();
  const folder = join(sandbox.folder, "bin");
  for (const signal of ["INT", "TERM", "KILL"]) {
    // A Node that waits. Whoever runs the tests may ignore Ctrl-C.
    sandbox.write(join(folder, "node"), `#!/bin/sh\necho $$ >'${folder}/pid'\nexec sleep 600\n`, 0o755);
    const start = `PATH="$(dirname "$(command -v interlock)"):${folder}:/usr/bin:/bin" env --default-signal=INT interlock fix & leader=$!`;
    const wait = `rm -f '${folder}/pid'; ${start}; while ! [ -s '${folder}/pid' ]; do sleep 0.01; done; node=$(cat '${folder}/pid')`;
    // A terminal sends it to both.
    const target = signal === "INT" ? "$leader $node" : "$leader";
    const after = `kill -${signal} ${target}; wait $leader; echo $?; while kill -0 $node 2>/dev/null; do sleep 0.01; done`;
    const run = sandbox.run("bash", ["-c", `${wait}; ${after}`]);
    expect(run.stdout.trim()).toBe({ INT: "130", TERM: "143", KILL: "137" }[signal]);
  }
});

test("a git that is killed at the last step gives a reason", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "fix: a");
  sandbox.readyPlan();
  const folder = join(sandbox.folder, "bin");
  sandbox.write(
    join(folder, "git"),
    '#!/bin/sh\nfor word; do [ "$word" != update-ref ] || kill -KILL $$; done\nexec /usr/bin/git "$@"\n',
    0o755,
  );
  const run = sandbox.shell(`PATH="$(dirname "$(command -v interlock)"):${folder}:$PATH" interlock fix`);
  expect(run.status).toBe(2);
  expect(run.stderr).toContain("'refs/heads/main' was not moved: git was ended by SIGKILL");
});
