/** A collector takes the record as it is: rsyslog, with the file that docs/record.md shows. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { realGit, root } from "../support/paths.ts";
import { configOf, RecordingSandbox } from "../record/recording.ts";

/**
 * Debian's rsyslog, unpacked and not installed: an install would put it in the place of the machine's own system logger.
 */
function unpackRsyslog(): string {
  const folder = join(root, "build", "rsyslog");
  if (existsSync(join(folder, "usr/sbin/rsyslogd"))) return folder;
  mkdirSync(folder, { recursive: true });
  execFileSync("apt-get", ["-qq", "download", "rsyslog", "libestr0", "libfastjson4"], {
    cwd: folder,
    stdio: "pipe",
  });
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".deb")))
    execFileSync("dpkg", ["-x", join(folder, name), folder]);
  return folder;
}

/** The recipe, with the places of this sandbox, below the lines of Debian's rsyslog.conf that matter to it. */
function writeConfig(sandbox: RecordingSandbox): string {
  const page = readFileSync(join(root, "docs", "record.md"), "utf8");
  const recipe = /^# \/etc\/rsyslog\.d\/interlock\.conf\n[^]*?(?=^```)/m.exec(page)?.[0] ?? "";
  expect(recipe).toContain("imfile");
  const places = recipe
    .replaceAll("/run/interlock/audit.sock", join(sandbox.folder, "run", "audit.sock"))
    .replaceAll("/var/log/interlock/audit.log", sandbox.record)
    .replaceAll("/var/log/", `${sandbox.folder}/`);
  sandbox.write("../interlock.conf", places);
  return sandbox.write(
    "../rsyslog.conf",
    `global(workDirectory="${sandbox.folder}")
module(load="imuxsock" SysSock.Use="off")
include(file="${sandbox.folder}/interlock.conf")
`,
  );
}

async function startRsyslog(sandbox: RecordingSandbox): Promise<() => string> {
  const folder = unpackRsyslog();
  const triplet = readdirSync(join(folder, "usr/lib")).find((name) => name.includes("linux-gnu")) ?? "";
  const libraries = join(folder, "usr/lib", triplet);
  const child = spawn(
    join(folder, "usr/sbin/rsyslogd"),
    [
      "-n",
      "-f",
      writeConfig(sandbox),
      "-i",
      join(sandbox.folder, "rsyslog.pid"),
      "-M",
      join(libraries, "rsyslog"),
    ],
    { env: { LD_LIBRARY_PATH: libraries }, stdio: ["ignore", "pipe", "pipe"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  await until(() => existsSync(join(sandbox.folder, "run", "audit.sock")));
  return () => said;
}

async function until(isDone: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !isDone(); i++) await setTimeout(100);
}

test("rsyslog stores every line of the socket and of the file, across a rotation", async () => {
  const sandbox = new RecordingSandbox();
  const socket = join(sandbox.folder, "run", "audit.sock");
  sandbox.write(sandbox.config, configOf(`{file: audit.log, socket: ${socket}, required: true}`));
  const said = await startRsyslog(sandbox);
  const stored = (name: string): string => {
    const file = join(sandbox.folder, name);
    return existsSync(file) ? readFileSync(file, "latin1") : "";
  };
  const commit = (title: string): number | string =>
    sandbox.git(["commit", "-q", "--allow-empty", "-m", title]).status;
  const titles = ["fix: a", "bad", "fix: \"quoted\" 'ü' \\ % $!", `fix: ${"x".repeat(400)}`, "<13>fix: b"];
  expect(titles.map(commit)).toEqual([0, 1, 0, 0, 1]);
  const before = readFileSync(sandbox.record, "latin1");
  await until(() => stored("interlock-file.log") === before);
  renameSync(sandbox.record, `${sandbox.record}.1`);
  expect(commit("fix: after the rotation")).toBe(0);
  // A refused push names every commit: the longest lines there are.
  const push = `git init -q --bare ../remote.git && git remote add origin ../remote.git
    for i in $(seq 60); do ${realGit} commit -q --allow-empty -m "$(printf 'bad %0250d' "$i")"; done
    git push -q origin main`;
  expect(sandbox.shell(push).status).toBe(1);
  const all = before + readFileSync(sandbox.record, "latin1");
  expect(Math.max(...all.split("\n").map(({ length }) => length))).toBeGreaterThan(10_000);
  await until(() => stored("interlock-file.log") === all && stored("interlock-socket.log") === all);
  expect(stored("interlock-file.log")).toBe(all);
  expect(stored("interlock-socket.log")).toBe(all);
  expect(said()).not.toMatch(/error|warning/i);
  const log = sandbox.interlock(["log", "--file", join(sandbox.folder, "interlock-socket.log")]);
  expect(log.stdout).toBe(sandbox.interlock(["log"]).stdout);
});
