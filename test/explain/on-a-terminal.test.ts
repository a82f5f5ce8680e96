import { expect, test } from "vitest";
import { differingPart } from "../../shim/report/word-diff.ts";
import { botEnv, Sandbox } from "../support/sandbox.ts";
import { openTerminal } from "../support/terminal.ts";

const line = ["explain", "--", "git", "commit", "-m", "fix: \x1b[2Ja\x9b"];
const forced = { CLICOLOR_FORCE: "1" };

test("colours are for a terminal or CLICOLOR_FORCE, and not under NO_COLOR", () => {
  const sandbox = new Sandbox();
  const shown = (env: { [name: string]: string }): string => sandbox.interlock(line, { env }).stdout;
  expect(shown({})).not.toContain("\x1b");
  expect(shown({ NO_COLOR: "1", ...forced })).not.toContain("\x1b");
  expect(shown({ CLICOLOR_FORCE: "0" })).not.toContain("\x1b");
  expect(shown(forced)).toContain("\x1b[32mapplied   \x1b[0m");
});

test("nothing from outside gets through with the colours", () => {
  const { stdout } = new Sandbox().interlock(line, { env: forced });
  expect(stdout).toContain("fix: ?[2Ja");
  expect(stdout.replace(/\x1b\[[0-9;]*m/g, "")).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
});

test("with colours and without, the words are the same", () => {
  const sandbox = new Sandbox();
  const words = ["explain", "--", "git", "commit", "-s", "-m", "fix: a"];
  const coloured = sandbox.interlock(words, { env: forced }).stdout;
  expect(coloured.replace(/\x1b\[[0-9;]*m/g, "")).toBe(sandbox.interlock(words).stdout);
});

test("where a line took another's place, its words are marked", () => {
  const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [prefix]\n");
  const plugin =
    "name: prefix\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: prefix.x, hook: commit.message.finalize, effects: [{type: text.ensurePrefix, value: 'X-1 '}]}\n";
  sandbox.write(sandbox.config.replace("config.yaml", "prefix/plugin.yaml"), plugin);
  const { stdout } = sandbox.interlock(["explain", "--", "git", "commit", "-m", "fix it"], { env: forced });
  expect(stdout).toContain(
    "\x1b[31m- \x1b[0m\x1b[31mfix it\x1b[0m\n  \x1b[32m+ \x1b[0m\x1b[32;7mX-1 \x1b[0m\x1b[32mfix it\x1b[0m\n",
  );
});

test("the value of --color may be a word of its own, before a command of git or gh", () => {
  const sandbox = new Sandbox();
  for (const command of [
    ["git", "commit", "-m", "fix: a"],
    ["gh", "pr", "create", "-t", "git"],
  ]) {
    const [joined, apart] = [["--color=always"], ["--color", "always"]].map(
      (color) => sandbox.interlock(["explain", ...color, "--", ...command]).stdout,
    );
    expect(apart).toBe(joined);
    expect(apart).toContain(`real ${command[0]}`);
  }
});

test.each([
  ["a b c", "a x c", ["a ", "b", " c"]],
  ["a c", "a b c", ["a ", "", "c"]],
  ["a b c", "a c", ["a ", "b ", "c"]],
  ["same", "same", ["same", "", ""]],
  ["", "x", ["", "", ""]],
  // Bytes, not characters: 0xa0 is the last byte of an 'à', and no white space.
  ["l\xc3\xa0  x", "l\xc3\xa0 x", ["l\xc3\xa0", "  ", "x"]],
])("of '%s' beside '%s', the words that differ are found", (text, other, parts) => {
  const { head, middle, tail } = differingPart(text, other);
  expect([head, middle, tail]).toEqual(parts);
});

test("--time says where the time went, and --json has it as numbers", () => {
  const sandbox = new Sandbox();
  const command = ["--", "git", "commit", "-m", "fix: a"];
  expect(sandbox.interlock(["explain", "--time", ...command]).stdout).toMatch(
    /^time {6}[\d.]+ ms: rules [\d.]+, files [\d.]+/m,
  );
  const { time } = JSON.parse(sandbox.interlock(["explain", "--time", "--json", ...command]).stdout);
  expect(time.total).toBeGreaterThan(0);
  expect(time.rules + time.files + time.git + time.compile).toBeCloseTo(time.total, 6);
  expect(JSON.parse(sandbox.interlock(["explain", "--json", ...command]).stdout)).not.toHaveProperty("time");
});

test("a variable of the caller's that git gets otherwise is shown with both values", () => {
  const sandbox = new Sandbox();
  const env = { ...botEnv, GIT_EXEC_PATH: "/usr/lib/git-core" };
  const { stdout } = sandbox.interlock(["explain", "--", "git", "commit", "--amend"], { env });
  expect(stdout).toMatch(/^ {2}- GIT_EXEC_PATH=\/usr\/lib\/git-core\n {2}\+ GIT_EXEC_PATH=/m);
});

test("on a terminal, colours and time come by themselves", async () => {
  const session = openTerminal(new Sandbox(), "interlock", [
    "explain",
    "--",
    "git",
    "commit",
    "-m",
    "fix: a",
  ]);
  expect(await session.ended).toMatchObject({ exitCode: 0 });
  expect(session.screen()).toContain("\x1b[32mapplied   \x1b[0m");
  expect(session.screen()).toMatch(/time {6}\x1b\[0m[\d.]+ ms: rules/);
});
