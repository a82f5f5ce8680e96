/** What verbs print, on 80 columns and without colour; and what a wide terminal and colour change of it. */
import { spawn } from "node-pty";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readToTheEnd } from "../support/terminal.ts";
import { verbs } from "../../cli/verbs.ts";
import { dist } from "../support/paths.ts";
import { createHome, localAndTeam, userConfig, type Home } from "./home.ts";
import { createProject } from "./project.ts";

const broken = { [userConfig]: "version: 1\nplugin: {}\n" };

type Line = [words: string[], files: { [path: string]: string }];

const inHome: Line[] = [
  [["help"], {}],
  [["version"], {}],
  [["verify", "--help"], {}],
  [["setup", "--help"], {}],
  [["compile"], localAndTeam],
  [["compile", "-q"], localAndTeam],
  [["compile"], broken],
  [["compile", "--json"], localAndTeam],
  [["completion"], {}],
  [["doctor"], localAndTeam],
  [["doctor", "-q"], localAndTeam],
  [["explain-error", "E-rule-broken"], {}],
  [["explain-error", "rule"], {}],
  [["hooks"], localAndTeam],
  [["policies", "--json"], localAndTeam],
  [["health"], {}],
  [["health", "--json"], {}],
  [["schema", "plugins"], {}],
  [["seal", "now"], {}],
  [["setup", "--shell", "fish"], {}],
  [["trust"], {}],
  [["verify"], {}],
  [["verifi"], {}],
  [["hooks", "--jsno"], {}],
  [["doctor", "--color", "blue"], {}],
  [["-q"], {}],
];

/** In a repository with three commits, of which one breaks a rule and another lacks a trailer. */
const inProject: string[][] = [
  ["dispatch", "response.finalize"],
  ["dispatch", "session.begin"],
  ["explain", "--", "git", "commit", "--allow-empty", "-m", "Retry uploads"],
  ["explain", "--", "git", "commit", "--allow-empty", "-m", "wip"],
  ["explain", "--", "git", "status"],
  ["explain", "--json", "--", "git", "commit", "--allow-empty", "-m", "Retry uploads"],
  ["explain", "--message-file", "-"],
  ["explain", "git commit"],
  ["fix"],
  ["fix", "--dry-run", "HEAD^.."],
  ["fix", "HEAD^.."],
  ["fix", "nowhere..HEAD"],
  ["health"],
  ["init"],
  ["log"],
  ["log", "--stats"],
  ["plugin", "list"],
  ["plugin", "validate", "rules"],
  ["plugin", "test", "rules"],
  ["plugin", "test", "nowhere"],
  ["plugin", "ad", "x"],
  ["verify"],
  ["verify", "--format", "github"],
];

/** Of doctor's table only what does not depend on the machine. */
const isStable = (line: string): boolean =>
  /^\S*(ok|warn|fail)\S* +(seal|config|plan)|^interlock:|^exit/.test(line);

function shown(home: Home, env: { [name: string]: string }, words: string[]): string {
  const { status, stdout, stderr } = home.interlockWith(env, ...words);
  const text = `${stdout}${stderr}exit status ${status}\n`.replaceAll(dist, "<dist>").replaceAll("\x1b", "^");
  if (stdout.includes("finding")) return text.split("\n").filter(isStable).join("\n");
  return text
    .replace(/plan-[0-9a-f]+/g, "plan-<hash>")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "<time>")
    .replace(/\b\d+(\.\d+)? ms/g, "<n> ms");
}

const narrow = { COLUMNS: "80" };

describe("on 80 columns", () => {
  test.each(inHome)("%j", (words, files) => {
    expect(shown(createHome(files), narrow, words)).toMatchSnapshot();
  });

  test.each(inProject.map((words) => [words]))("in a repository: %j", (words) => {
    expect(shown(createProject(), narrow, words)).toMatchSnapshot();
  });
});

/** A table, a diff, a place with carets, help, findings: what colours and widths change. */
const laidOut: [words: string[], home: () => Home][] = [
  [["verify", "--help"], () => createHome({})],
  [["compile"], () => createHome(broken)],
  [["hooks"], () => createHome(localAndTeam)],
  [["explain", "--", "git", "commit", "--allow-empty", "-m", "wip"], createProject],
  [["verify"], createProject],
  [["log"], createProject],
];

test.each(laidOut)("colours add nothing but colour: %j", (words, home) => {
  const coloured = shown(home(), { ...narrow, CLICOLOR_FORCE: "1" }, words);
  expect(coloured.replace(/\^\[\d*m/g, "")).toBe(shown(home(), narrow, words));
  expect(coloured).toMatchSnapshot();
});

test("a wide terminal gets a table of hooks", () => {
  expect(shown(createHome(localAndTeam), { COLUMNS: "200" }, ["hooks"])).toMatchSnapshot();
});

const isTable = ([[verb]]: (typeof laidOut)[number]): boolean => verb === "hooks";

test.each(laidOut.filter((each) => !isTable(each)))(
  "a wide terminal has the same words in longer lines: %j",
  (words, home) => {
    const wordsOf = (text: string): string[] => text.split(/\s+/);
    const [wide, plain] = [{ COLUMNS: "200" }, narrow].map((env) => shown(home(), env, words)) as [
      string,
      string,
    ];
    expect(wordsOf(wide)).toEqual(wordsOf(plain));
    expect(wide.split("\n").length).toBeLessThanOrEqual(plain.split("\n").length);
  },
);

test("every verb is among these", () => {
  const shownHere = new Set([...inHome.map(([[verb]]) => verb), ...inProject.map(([verb]) => verb)]);
  expect(verbs.map(({ name }) => name).filter((name) => !shownHere.has(name))).toEqual([]);
});
/** A real terminal of 60 columns. */
async function onTerminal(words: string[], env: { [name: string]: string }): Promise<string> {
  const { folder } = createHome(localAndTeam);
  const terminal = spawn(join(dist, "bin", "interlock"), words, {
    cwd: folder,
    env: { PATH: dirname(process.execPath), HOME: folder, TERM: "xterm", ...env },
    cols: 60,
    rows: 30,
  });
  readToTheEnd(terminal);
  let screen = "";
  terminal.onData((data) => (screen += data));
  await new Promise((resolve) => terminal.onExit(resolve));
  return screen;
}

test.each([
  [["hooks"], {}, true],
  [["hooks"], { NO_COLOR: "1" }, false],
  [["hooks"], { NO_COLOR: "" }, true],
  [["hooks"], { TERM: "dumb" }, false],
  [["hooks"], { CLICOLOR: "0" }, false],
  [["hooks", "--color=never"], {}, false],
  [["hooks", "--color=always"], { NO_COLOR: "1" }, true],
  [["doctor", "--help"], {}, true],
])("on a terminal, %j with %j fits its width, and has colour: %j", async (words, env, hasColour) => {
  const screen = await onTerminal(words, env);
  expect(screen.includes("\x1b[1m")).toBe(hasColour);
  const plain = screen.replace(/\x1b\[\d*m/g, "");
  const isLong = (line: string): boolean =>
    line.length > 60 && line.trim().includes(" ") && !/^\S+ +\S+$/.test(line);
  expect(plain.split(/\r?\n/).filter(isLong)).toEqual([]);
  expect(plain).toContain(words[0] === "hooks" ? "local.ticket" : "usage: interlock doctor");
});

test.each([
  [{ CLICOLOR_FORCE: "1" }, true],
  [{ CLICOLOR_FORCE: "0" }, false],
  [{ CLICOLOR_FORCE: "1", NO_COLOR: "1" }, false],
  [{}, false],
])("in a pipe, with %j, has colour: %j", (env, hasColour) => {
  const { stdout } = createHome(localAndTeam).interlockWith(env, "hooks");
  expect(stdout.includes("\x1b[")).toBe(hasColour);
});

test("on a terminal that cannot move its cursor, progress is left out", async () => {
  const screen = await onTerminal(["doctor"], { TERM: "dumb" });
  expect(screen).toContain("finding");
  expect(screen).not.toContain("\x1b");
});

test("a value that is joined to a short option is answered with the right form", () => {
  const { stderr } = createHome({}).interlock("log", "-n20");
  expect(stderr).toContain("hint: write '-n 20'; ");
});
