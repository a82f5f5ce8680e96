import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { realGit, root } from "../support/paths.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

const count = 9_000;
let sandbox: Sandbox;
let tip = "";

beforeEach(() => {
  // Then every commit has to be looked at: the binary does not tell them from one another by their trailers.
  const trusting = "push: { trustAuthors: [nobody@example.org] }\n";
  sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n${trusting}`);
  const commit = (message: string): string =>
    `commit refs/heads/main\ncommitter A <a@x.org> 1 +0000\ndata ${message.length}\n${message}\n`;
  const good = commit(`Good\n\n${botTrailer}\n`).repeat(count - 2);
  sandbox.realGit(["fast-import", "--quiet"], { input: commit("First\n") + good + commit("Last\n") });
  tip = sandbox.realGit(["rev-parse", "main"]).stdout.trim();
});

/** `walk`: what runs in place of git's walk, in a shell. `launcher`: what starts `interlock verify`. */
function verifyWith(
  walk: string,
  args: readonly string[],
  input = "",
  launcher = "",
): Run & { walks: number } {
  const folder = join(sandbox.folder, "other");
  const log = join(folder, "walks");
  const script = `#!/bin/sh
case " $* " in
*" rev-list --header "*) echo walk >>'${log}'; ${walk} ;;
*) exec ${realGit} "$@" ;;
esac
`;
  sandbox.write(join(folder, "git"), script, 0o755);
  const [own, ...rest] = (sandbox.environment()["PATH"] ?? "").split(":");
  const run = sandbox.shell(`exec ${launcher} interlock verify ${args.join(" ")}`, {
    env: { PATH: [own, folder, ...rest].join(":") },
    input,
  });
  return { ...run, walks: readFileSync(log, "utf8").split("\n").length - 1 };
}

/** git is silent for so long that the binary gives the walk to the cold side. */
const silently = `sleep 0.3; exec ${realGit} "$@"`;
/** The binary judges thousands of them before it does. */
const atOnce = `exec ${realGit} "$@"`;

test.each([
  ["revisions", silently, ["main"], ""],
  ["revisions, of which most are judged already,", atOnce, ["main"], ""],
  ["the default range", silently, [], ""],
  ["standard input", silently, ["--stdin"], "main\n"],
])("the walk of %s is handed over: it is the only one", (_, walk, args, input) => {
  const { stdout, ...rest } = verifyWith(walk, args, input);
  expect(rest).toEqual({ status: 1, stderr: "", walks: 1 });
  expect(stdout).toMatch(/^commit [0-9a-f]{12} Last\n/);
  expect(stdout).toMatch(/\n\ncommit [0-9a-f]{12} First\n/);
  expect(stdout.endsWith(`interlock: 2 of ${count} commits break a rule\n`)).toBe(true);
});

test("no walk is handed over that leaves out what a tag has in place of a lost upstream", () => {
  const settings = { remote: "origin", merge: "refs/heads/main" };
  for (const [key, value] of Object.entries(settings))
    sandbox.realGit(["config", `branch.main.${key}`, value]);
  sandbox.realGit(["config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"]);
  sandbox.realGit(["config", "remote.origin.url", "nowhere"]);
  for (const name of ["origin/main", "remotes/origin/main"]) sandbox.realGit(["tag", name, "main"]);
  const { status, stdout } = verifyWith(silently, []);
  expect(status).toBe(1);
  expect(stdout.endsWith(`interlock: 2 of ${count} commits break a rule\n`)).toBe(true);
});

test("its result counts also where the caller ignores the end of children", () => {
  const silent = verifyWith(silently, ["main"], "", "env --ignore-signal=CHLD");
  expect(silent).toMatchObject({ status: 1, walks: 1 });
});

test("so is that of a push", () => {
  sandbox.realGit(["update-ref", "-d", "refs/heads/main"]);
  const { status, stdout, walks } = verifyWith(
    silently,
    ["--pre-receive"],
    `${"0".repeat(tip.length)} ${tip} refs/heads/main\n`,
  );
  expect({ status, walks }).toEqual({ status: 1, walks: 1 });
  expect(stdout).toContain(`interlock: 2 of ${count} commits break a rule\n`);
});

test.each([
  ["before the first commit", "sleep 0.3; echo 'fatal: no' >&2; exit 128", /^$/],
  [
    "after some commits",
    `sleep 0.3; ${realGit} "$@" | head -z -n 2000; echo 'fatal: no' >&2; exit 128`,
    /^commit [0-9a-f]{12} Last\n/,
  ],
  [
    "in the middle of one",
    `sleep 0.3; ${realGit} "$@" | head -c 500000; echo 'fatal: no' >&2; exit 128`,
    /^commit [0-9a-f]{12} Last\n/,
  ],
])("a walk that fails %s after it was handed over is no result", (_, walk, found) => {
  const { status, stdout, stderr } = verifyWith(walk, ["main"]);
  expect(status).toBe(2);
  expect(stdout).toMatch(found);
  expect(stdout).not.toContain("interlock:");
  expect(stderr).toMatch(
    /^interlock: error: git cannot walk these commits: (?:fatal: no|git rev-list ended in the middle)/,
  );
});

test("a git that is killed after its last commit is no result", () => {
  const { status, stdout } = verifyWith(`sleep 0.3; ${realGit} "$@"; kill -9 $$`, ["main"]);
  expect(status).toBe(2);
  expect(stdout).not.toContain("interlock:");
});

test("no caller can hand over a walk", () => {
  const run = { env: { INTERLOCK_WALK: "0" }, input: "status 0" };
  for (const args of [["main"], ["--json", "main"]])
    expect(sandbox.interlock(["verify", ...args], run)).toMatchObject({ status: 1, stderr: "" });
});
