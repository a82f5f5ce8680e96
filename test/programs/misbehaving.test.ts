/**
 * Programs that do everything wrong, in a commit (run by the native host) and by `interlock dispatch` (on Node): by the
 * same rules, so by the same table.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { whyNoMachine } from "../support/sealed-machine.ts";
import { ampleMs, left, limitMs, python, ways, withProgram, word } from "./both-hosts.ts";
import { sh } from "./with-program.ts";

/** What is started by this is to be gone in the end. */
const lingers = `sleep 60; : ${word}`;
const quiet = "</dev/null >/dev/null 2>&1";
const bash = (lines: string): string => sh(lines).replace("/sh", "/bash");

/** `reason`: null if there is nothing wrong with its answer. */
const programs: { [title: string]: [script: string, reason: RegExp | null] } = {
  "ignores SIGTERM": [bash(`trap '' TERM; exec -a ${word} sleep 60`), /timed out after 1000ms/],
  forks: [
    bash(`(exec -a ${word} sleep 60) & (exec -a ${word} sleep 60) & sleep 60`),
    /timed out after 1000ms/,
  ],
  "forks, and waits for a session of its own": [
    sh(`setsid sh -c 'sleep 60; : ${word}' & wait`),
    /timed out after 1000ms/,
  ],
  "keeps its pipes open in the background": [sh(`sh -c 'sleep 60; : ${word}' & exit 4`), /exited with 4/],
  "fills standard output with 1 GB": [
    sh("exec head -c 1000000000 /dev/zero"),
    /wrote more than 1048576 bytes to standard output/,
  ],
  "prints invalid JSON": [sh("echo '{\"a\":'"), /printed invalid JSON/],
  "prints JSON that is no object": [sh("echo '[1]'"), /printed JSON that is not an object/],
  "prints a text that is none": [sh("echo '{\"text\": 1}'"), /its 'text' is not a text/],
  "exits by a signal": [sh("kill -9 $$"), /ended by signal 9/],
  "exits with another status": [sh("echo broken >&2; exit 7"), /exited with 7: broken/],
  "ends with an error of Node": ["#!/usr/bin/env node\nnull.x;\n", /exited with 1: TypeError: Cannot read /],
  "ends with an error of Node in several lines": [
    "#!/usr/bin/env node\nrequire('nowhere');\n",
    /exited with 1: Error: Cannot find module 'nowhere'/,
  ],
  "throws a text in Node": ["#!/usr/bin/env node\nthrow 'never mind';\n", /exited with 1: never mind/],
  "never reads standard input": [sh(`sleep 60; : ${word}`), /timed out after 1000ms/],
  "closes its files, and hangs": [sh(`exec <&- >&- 2>&-; sleep 60; : ${word}`), /timed out after 1000ms/],
  "closes standard output alone, and hangs": [sh(`exec >&-; ${lingers}`), /timed out after 1000ms/],
  "stops itself": [sh(`kill -STOP $$; : ${word}`), /timed out after 1000ms/],
  "stops its whole group": [sh(`kill -STOP 0; : ${word}`), /timed out after 1000ms/],
  "puts a child into another group": [
    python(`import os, time
if os.fork() == 0:
    os.setpgid(0, 0)
    os.execv("/bin/sh", ["sh", "-c", "${lingers}"])
time.sleep(60)`),
    /timed out after 1000ms/,
  ],
  "forks twice into a session of its own, and ends well": [
    sh(`(setsid sh -c '${lingers}' ${quiet} &); exit 0`),
    null,
  ],
  "does that without any environment": [
    sh(`(env -i /usr/bin/setsid /bin/sh -c '${lingers}' ${quiet} &); exit 0`),
    null,
  ],
  "does that, and hangs": [
    sh(`(env -i /usr/bin/setsid /bin/sh -c '${lingers}' ${quiet} &); sleep 60`),
    /timed out after 1000ms/,
  ],
  "starts 20 sessions, each of which starts another when it is ended": [
    python(`import os, signal, sys, time
def haunt(lives):
    if os.fork() == 0:
        os.setsid()
        if lives > 0 and os.fork() > 0:
            os.wait()
            haunt(lives - 1)
            os._exit(0)
        os.execv("/bin/sh", ["sh", "-c", "${lingers}"])
for i in range(20): haunt(2)
sys.exit(3)`),
    /exited with 3/,
  ],
  "lets a child write when it has ended": [
    // By then it is waited for, and the child is killed unless something is wrong.
    sh(
      `(while kill -0 $$; do sleep 0.01; done; sleep 1; echo '{"decision": "block"}'; ${lingers}) 2>/dev/null & exit 0`,
    ),
    null,
  ],
  "fills standard error with 20 MB": [sh("head -c 20000000 /dev/zero >&2; exit 0"), null],
  "ends before it is told anything": [sh("exec <&-; exit 0"), null],
  "reads on when it was told everything": [
    sh(`cat >/dev/null; read -r line || echo "nothing more" >&2; exit 7`),
    /exited with 7: nothing more/,
  ],
  "asks at the terminal": [sh(`read -r answer </dev/tty && exit 0; exit 7`), /exited with 7: .*\/dev\/tty/],
  "moves its folder away": [sh(`here=$(pwd); mv "$here" "$here-gone"; mv "$here-gone" "$here"`), null],
  "puts another in its own place": [sh(`echo '#!/bin/sh' >"$0.new"; mv "$0.new" "$0"`), null],
  "empties its own file": [sh(`: >"$0"\nexit 3`), /exited with 3|failed/],
  "stops its parent for a while": [
    sh(`kill -STOP $PPID; sleep 0.1; kill -CONT $PPID; ${lingers}`),
    /timed out after 1000ms/,
  ],
  "has an interpreter that does not exist": ["#!/nowhere/sh\n", /cannot be started/],
};

describe.each(ways)("in %s", (_, runIn, failed) => {
  test.each(Object.entries(programs))(
    "a program that %s is named with the reason, in time, and is gone",
    (__, [script, reason]) => {
      const isStopped = reason?.source.includes("timed out") === true;
      const sandbox = withProgram(script, isStopped ? limitMs : ampleMs);
      const start = performance.now();
      const run = runIn(sandbox);
      expect(performance.now() - start).toBeLessThan(ampleMs);
      const said = (run.stdout + run.stderr).replace(/x{9,}/g, "x");
      if (reason !== null) expect(said).toMatch(/'acme\.check'/);
      if (reason !== null) expect(said).toMatch(reason);
      expect([run.status, left()]).toEqual([reason === null ? 0 : failed, ""]);
      if (reason !== null) expect(sandbox.commitCount()).toBe(0);
    },
  );
});

describe("in a commit, a process that has left the program's session", () => {
  // As for a sealed machine, only root can make a namespace.
  test.skipIf(whyNoMachine !== "")("is not adopted where /proc shows other processes", () => {
    const orphan = `import os, time
home, first = os.environ["HOME"], os.getppid()
open(home + "/ready", "w")
while os.getppid() == first: time.sleep(0.001)
print(os.getppid(), file=open(home + "/parent", "w"))`;
    const sandbox = withProgram(
      sh(`setsid python3 -c '${orphan}' >/dev/null 2>&1 </dev/null &
until [ -e ~/ready ]; do sleep 0.01; done`),
    );
    // A namespace of its own, but the /proc of this one. Process 1 there is the shell.
    const wait = "for i in $(seq 400); do test ! -s ~/parent || break; sleep 0.05; done";
    const line = `git commit -q --allow-empty -m x; ${wait}; cat ~/parent`;
    const run = sandbox.shell(`unshare --pid --fork --kill-child sh -c '${line}; exit 0'`);
    expect(run).toMatchObject({ stdout: "1\n", stderr: "" });
  });
});

/** Holds a lease on a file, so that nobody can open it, nor run it, until the kernel takes the lease back: 45 s. */
const leases = `import fcntl, os, signal, sys, time
signal.signal(signal.SIGIO, signal.SIG_IGN)
fcntl.fcntl(os.open(sys.argv[1], os.O_RDWR), fcntl.F_SETLEASE, fcntl.F_WRLCK)
print("held", flush=True)
time.sleep(60)`;

test("a program that cannot even be started in time ends a commit at its limit", async () => {
  const sandbox = withProgram(sh("exit 0"), limitMs);
  const holder = spawn("python3", ["-c", leases, join(sandbox.folder, "plugins", "acme", "check")]);
  try {
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    const start = performance.now();
    const run = sandbox.git(["commit", "-q", "--allow-empty", "-m", "x"]);
    expect(run.stderr).toContain("the program of 'acme.check' failed: timed out after 1000ms");
    expect([run.status, sandbox.commitCount()]).toEqual([1, 0]);
    // The kernel takes the lease back after 45 s.
    expect(performance.now() - start).toBeLessThan(ampleMs);
  } finally {
    holder.kill("SIGKILL");
  }
});
