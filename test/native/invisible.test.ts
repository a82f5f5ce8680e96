import { copyFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { Sandbox } from "../support/sandbox.ts";

/**
 * What git's children see, with and without the shim: a recording program stands in for git, in the
 * one place where the real git cannot tell.
 */
const recorder = `#!/bin/sh
{
  printf '%s\\0' "$@"
  env -0 | sort -z
  ls -l /proc/self/fd | wc -l
  sed -n '/^Sig/p;/^Shd/p' /proc/self/status | grep -v SigQ
  ulimit -n
  umask
} >"$RECORD"
`;

function record(sandbox: Sandbox, path: string, prelude: string, words: string): string {
  const target = join(sandbox.folder, "record");
  const run = sandbox.shell(`export RECORD='${target}'; ${prelude} git ${words}`, { env: { PATH: path } });
  expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
  // A stand-in that is a script is told one thing more: test/native/wrapper-scripts.test.ts.
  return readFileSync(target, "latin1").replace(/(INTERLOCK_WRAPPERS|PATH)=[^\0]*\0/g, "");
}

/** `commit` with a plan that leaves the message alone: the script ran, and nothing may show. */
const cases: [title: string, words: string][] = [
  ["a pass-through", "status 'a b' \"$(printf '\\377')\""],
  ["a commit that the script looked at", "commit -m 'fix' \"$(printf '\\377')\""],
];

const preludes: [title: string, prelude: string][] = [
  ["as usual", ""],
  ["with ignored signals", "trap '' HUP PIPE INT CHLD USR1;"],
  ["with open descriptors", "exec 3</dev/null 7>/dev/null;"],
  ["with odd variables", "export ODD='a\nb' EMPTY= NODE_OPTIONS=--no-warnings PKG_EXECPATH=x;"],
];

/** The binary is a shell, which runs the file with the command's name. */
function writeRecorder(sandbox: Sandbox, folder: string, kind: string): void {
  sandbox.write(join(folder, "git"), recorder, 0o755);
  if (kind === "a script") return;
  copyFileSync("/bin/sh", join(folder, "git"));
  for (const name of ["status", "commit"]) sandbox.write(name, recorder);
}

const kinds = ["a script", "a binary"];
const rows = kinds.flatMap((kind) => cases.map(([title, words]) => [title, kind, words] as const));

describe.each(rows)("%s, to %s", (_, kind, words) => {
  test.each(preludes)("reaches git as if the shim were not there, %s", (_title, prelude) => {
    const sandbox = new Sandbox();
    const folder = join(sandbox.folder, "recorder");
    writeRecorder(sandbox, folder, kind);
    const env = "unset GITHUB_APP_BOT_NAME;";
    sandbox.shell(`${env} git commit -q --allow-empty -m x`);
    const usual = "/usr/bin:/bin";
    const plain = record(sandbox, `${folder}:${usual}`, env + prelude, words);
    const shimmed = record(
      sandbox,
      `${dist}/bin:${folder}:${usual}:${join(process.execPath, "..")}`,
      env + prelude,
      words,
    );
    expect(shimmed).toBe(plain);
  });
});

test("blocked signals and a caller's alarm arrive at git", () => {
  const sandbox = new Sandbox();
  const script = `
import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2, signal.SIGRTMIN + 5})
signal.setitimer(signal.ITIMER_REAL, 1000)
os.execvp("git", ["git"] + sys.argv[1:])
`;
  const folder = join(sandbox.folder, "recorder");
  sandbox.write(
    join(folder, "git"),
    "#!/usr/bin/python3\nimport signal\nprint(sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])), signal.getitimer(signal.ITIMER_REAL)[0] > 900)\n",
    0o755,
  );
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "x"]);
  const run = (path: string): string =>
    sandbox.run("/usr/bin/python3", ["-c", script, "commit", "-m", "x"], { env: { PATH: path } }).stdout;
  const plain = run(`${folder}:/usr/bin:/bin`);
  expect(plain).toContain("True");
  expect(run(`${dist}/bin:${folder}:/usr/bin:/bin`)).toBe(plain);
});

test("death by signal is git's own", () => {
  const sandbox = new Sandbox();
  const folder = join(sandbox.folder, "recorder");
  sandbox.write(join(folder, "git"), "#!/bin/sh\nkill -TERM $$\n", 0o755);
  expect(sandbox.git(["status"], { env: { PATH: `${dist}/bin:${folder}:/usr/bin:/bin` } }).status).toBe(
    "SIGTERM",
  );
});

test("without a configuration the shim is a pure pass-through", () => {
  const sandbox = new Sandbox();
  const env = { INTERLOCK_CONFIG: undefined, INTERLOCK_DEBUG: "1" };
  const run = sandbox.git(["commit", "--allow-empty", "-qm", "fix"], { env });
  expect(run).toEqual({
    status: 0,
    stdout: "",
    stderr: "interlock: passed through: there is no configuration\n",
  });
  expect(sandbox.message()).toBe("fix\n");
});

test("the binary is small and static", () => {
  const binary = join(dist, "bin", "interlock");
  expect(statSync(binary).size).toBeLessThan(3.5e6);
  const sandbox = new Sandbox();
  expect(sandbox.run("readelf", ["-lW", binary]).stdout).not.toContain("INTERP");
});

test.each([
  ["an ordinary commit", "fix"],
  ["a message of 100 KB", `fix\n\n${"a line of text\n".repeat(6_800)}`],
])("%s needs less than 15 MB, all mapped memory counted", (_, message) => {
  const sandbox = new Sandbox();
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "x"]);
  const limited = sandbox.shell(
    'ulimit -v 15000; exec interlock explain --json -- git commit -m "$MESSAGE"',
    {
      env: { MESSAGE: message },
    },
  );
  expect(limited).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(limited.stdout).message.after).toContain("Co-authored-by");
});
