import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSince } from "../../cli/log/since.ts";
import { Sandbox } from "../support/sandbox.ts";
import { configOf, RecordingSandbox } from "./recording.ts";

const commit = (title: string): string[] => ["commit", "-q", "--allow-empty", "-m", title];

/** Without the time of day, which the test does not know. */
function untimed(text: string): string {
  return text.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/gm, "TIME");
}

test("it says what became of each commit, and by which rule", () => {
  const sandbox = new RecordingSandbox();
  sandbox.git(commit("fix: retry"));
  sandbox.git(commit("more work"));
  const run = sandbox.interlock(["log"]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const [first, second, third, fourth, fifth] = untimed(run.stdout).split("\n");
  expect([first, second, third, fourth]).toEqual([
    `TIME  git commit  changed  fix: retry  (${sandbox.repository})`,
    "    applied  github.ensure-bot-coauthor: added 'Co-authored-by: Robo Bot <bot@example.org>'",
    `TIME  git commit  refused  more work  (${sandbox.repository})`,
    "    applied  github.ensure-bot-coauthor: added 'Co-authored-by: Robo Bot <bot@example.org>'",
  ]);
  expect(fifth).toMatch(/^ {4}refused {2}conventional-commits\.title: 'more work': the title must be/);
});

test("a file that cannot be looked at is not one that does not exist", () => {
  const sandbox = new RecordingSandbox();
  const loop = join(sandbox.folder, "loop");
  symlinkSync(loop, loop);
  expect(sandbox.interlock(["log", "--file", join(loop, "audit.log")])).toMatchObject({
    status: 128,
    stderr: expect.stringContaining("cannot be read: ELOOP"),
  });
});

test("--since, -n and --json choose among the lines", () => {
  const sandbox = new RecordingSandbox();
  for (const title of ["fix: a", "fix: b", "fix: c"]) sandbox.git(commit(title));
  const [a = "", b = "", c = ""] = sandbox.lines();
  const hoursAgo = (line: string, hours: number): string =>
    line.replace(
      /"Timestamp":"[^"]+"/,
      `"Timestamp":"${new Date(Date.now() - hours * 3_600_000).toISOString()}"`,
    );
  const lines = [hoursAgo(a, 72), hoursAgo(b, 2), c];
  writeFileSync(sandbox.record, lines.map((line) => `${line}\n`).join(""));
  const log = (...words: string[]): string[] =>
    sandbox
      .interlock(["log", "--json", ...words])
      .stdout.split("\n")
      .slice(0, -1);
  expect(log()).toEqual(lines);
  expect(log("-n", "2")).toEqual(lines.slice(1));
  expect(log("--since", "3h")).toEqual(lines.slice(1));
  expect(log("--since", "1h")).toEqual(lines.slice(2));
  expect(log("--since", "1w", "-n", "1")).toEqual(lines.slice(2));
  expect(log("--since", new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))).toEqual(
    lines.slice(1),
  );
});

test("without a count, the last twenty are shown", () => {
  const sandbox = new RecordingSandbox();
  sandbox.git(commit("fix: a"));
  const [line = ""] = sandbox.lines();
  writeFileSync(sandbox.record, `${line}\n`.repeat(25));
  expect(sandbox.interlock(["log", "--json"]).stdout.match(/\n/g)).toHaveLength(20);
});

test("--stats counts decisions and rules", () => {
  const sandbox = new RecordingSandbox();
  for (const title of ["fix: a", "fix: b", "bad"]) sandbox.git(commit(title));
  const stats = JSON.parse(sandbox.interlock(["log", "--stats", "--json"]).stdout);
  expect(stats).toMatchObject({
    events: 3,
    damaged: 0,
    commands: { "git commit": { changed: 2, refused: 1 } },
    rules: {
      "conventional-commits.title": { unchanged: 2, refused: 1 },
      "github.ensure-bot-coauthor": { applied: 3 },
    },
  });
  expect(stats.duration.most).toBeGreaterThanOrEqual(stats.duration.median);
  const { stdout } = sandbox.interlock(["log", "--stats"]);
  expect(stdout).toMatch(/^3 decisions from .* to .*; median [\d.]+ ms, longest [\d.]+ ms\n/);
  expect(stdout).toMatch(/^git commit +2 +1$/m);
  expect(stdout).toMatch(/^conventional-commits\.title +2 +1$/m);
});

test("the file that was rotated away comes first, and half a line costs only itself", () => {
  const sandbox = new RecordingSandbox();
  sandbox.git(commit("fix: a"));
  renameSync(sandbox.record, `${sandbox.record}.1`);
  sandbox.git(commit("fix: b"));
  appendFileSync(sandbox.record, readFileSync(sandbox.record, "utf8").slice(0, 300));
  sandbox.git(commit("fix: c"));
  const { stdout } = sandbox.interlock(["log"]);
  expect(stdout.match(/fix: ./g)).toEqual(["fix: a", "fix: b", "fix: c"]);
  expect(stdout).toContain("interlock: 1 line is not whole, and left out\n");
});

test("what a collector wrote in UTF-8 is read as that, and steers no terminal", async () => {
  const sandbox = new RecordingSandbox();
  sandbox.git(commit("fix: a"));
  const [line = ""] = sandbox.lines();
  const collected = (title: string): string => `${line.replaceAll("fix: a", title)}\n`;
  writeFileSync(sandbox.record, collected("caf\u00e9 \u009b2J\u202e one"));
  const child = spawn("interlock", ["log", "--follow", "--json"], {
    cwd: sandbox.repository,
    env: sandbox.environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => (shown += chunk));
  const until = async (title: string): Promise<void> => {
    while (!shown.includes(title)) await new Promise((resolve) => child.stdout.once("data", resolve));
  };
  await until("one");
  appendFileSync(sandbox.record, collected("caf\u00e9 two"));
  await until("two");
  child.kill();
  expect(shown).toContain("'caf\u00e9 \\u009b2J\\u202e one'");
  expect(shown).toContain("'caf\u00e9 two'");
});

test("--follow goes on, also across a rotation", async () => {
  const sandbox = new RecordingSandbox();
  sandbox.git(commit("fix: a"));
  const child = spawn("interlock", ["log", "--follow"], {
    cwd: sandbox.repository,
    env: sandbox.environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let shown = "";
  child.stdout.on("data", (chunk) => (shown += String(chunk)));
  const until = async (title: string): Promise<void> => {
    while (!shown.includes(title)) await new Promise((resolve) => child.stdout.once("data", resolve));
  };
  await until("fix: a");
  sandbox.git(commit("fix: b"));
  await until("fix: b");
  renameSync(sandbox.record, `${sandbox.record}.1`);
  sandbox.git(commit("fix: c"));
  await until("fix: c");
  // Between two looks: the last event of the old file is read from its new name.
  child.kill("SIGSTOP");
  sandbox.git(commit("fix: d"));
  renameSync(sandbox.record, `${sandbox.record}.1`);
  sandbox.git(commit("fix: e"));
  child.kill("SIGCONT");
  await until("fix: e");
  child.kill();
  expect(shown.match(/fix: ./g)).toEqual(["fix: a", "fix: b", "fix: c", "fix: d", "fix: e"]);
});

test("--follow waits for a file that does not exist yet", async () => {
  const sandbox = new RecordingSandbox();
  const child = spawn("interlock", ["log", "--follow", "--verbose"], {
    cwd: sandbox.repository,
    env: sandbox.environment(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<string>((resolve) => child.on("exit", () => resolve("ended")));
  const first = new Promise<string>((resolve) => child.stdout.on("data", (data) => resolve(String(data))));
  await new Promise((resolve) => setTimeout(resolve, 700));
  sandbox.git(commit("fix: a"));
  expect(await Promise.race([ended, first])).toContain("fix: a");
  child.kill();
});

test("colours are for a terminal or CLICOLOR_FORCE, and not under NO_COLOR", () => {
  const sandbox = new RecordingSandbox();
  sandbox.git(commit("fix: \x1b[31mred"));
  const shown = (env: { [name: string]: string }): string => sandbox.interlock(["log"], { env }).stdout;
  expect(shown({})).not.toContain("\x1b");
  expect(shown({ CLICOLOR_FORCE: "1" })).toContain("\x1b[32mchanged\x1b[0m  fix: ?[31mred");
  expect(shown({ CLICOLOR_FORCE: "1", NO_COLOR: "1" })).not.toContain("\x1b");
});

const wrong: [words: string[], status: number, says: string][] = [
  [["--since", "yesterday"], 129, "'--since' does not understand 'yesterday'"],
  [["-n", "0"], 129, "'-n' needs a number, not '0'"],
  [["--stats", "--follow"], 129, "'--stats' and '--follow' do not go together"],
  [["--file", "-", "--follow"], 129, "'--follow' needs a file, not standard input"],
  [["--file", "/nowhere"], 128, "'/nowhere' cannot be read: there is no such file"],
  [["--file", "/"], 128, "'/' cannot be read: it is a folder"],
];
test.each(wrong)("%j is refused", (words, status, says) => {
  const run = new RecordingSandbox().interlock(["log", ...words]);
  expect(run).toMatchObject({ status, stdout: "" });
  expect(run.stderr).toContain(`interlock: error: ${says}`);
  expect(run.stderr).toContain("\nhint: ");
});

test("--file - reads what another program prints", () => {
  const sandbox = new RecordingSandbox();
  for (const title of ["fix: a", "fix: b"]) sandbox.git(commit(title));
  const asFile = sandbox.interlock(["log"]);
  const input = `${sandbox.lines().join("\n")}\n`;
  expect(asFile.stdout).toContain("fix: b");
  expect(sandbox.interlock(["log", "--file", "-"], { input })).toEqual(asFile);
  expect(sandbox.interlock(["log", "--file", "-", "--stats"], { input }).stdout).toContain("changed");
});

test("without a record, or with a socket only, it says where to look", () => {
  const nothing = new Sandbox().interlock(["log"]);
  expect(nothing).toMatchObject({ status: 128, stdout: "" });
  expect(nothing.stderr).toContain("no 'audit.file' is configured here");
  const sent = new Sandbox(configOf("{socket: /run/x}")).interlock(["log"]);
  expect(sent.stderr).toContain("decisions are sent to '/run/x', and only its reader has them");
});

const now = new Date("2026-01-10T12:00:00Z");
test.each([
  ["90s", "2026-01-10T11:58:30.000Z"],
  ["30m", "2026-01-10T11:30:00.000Z"],
  ["1h", "2026-01-10T11:00:00.000Z"],
  ["2d", "2026-01-08T12:00:00.000Z"],
  ["1w", "2026-01-03T12:00:00.000Z"],
  ["2026-01-02T15:04Z", "2026-01-02T15:04:00.000Z"],
  ["2026-01-02T15:04:05.123456789Z", "2026-01-02T15:04:05.123Z"],
  ["2026-01-02 15:04:05+0100", "2026-01-02T14:04:05.000Z"],
  ["2026-01-02", new Date(2026, 0, 2).toISOString()],
  ["2026-13-02", undefined],
  ["1y", undefined],
  ["", undefined],
  ["h", undefined],
])("--since %s is %s", (text, time) => {
  expect(parseSince(text, now)?.toISOString()).toBe(time);
});
