import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { passCommands, passSubcommands, type GhCommand } from "../../shim/gh/commands.ts";
import { flagTables, globalFlags, readFlag, type FlagSpec } from "../../shim/gh/flag-tables.ts";
import { fillForm } from "../../shim/gh/fill.ts";
import { realGh } from "../gh/gh-sandbox.ts";

const home = mkdtempSync(join(tmpdir(), "interlock-gh-drift-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function ask(...words: string[]): string {
  const run = spawnSync(realGh, words, {
    encoding: "utf8",
    env: { HOME: home, PATH: "/usr/bin:/bin", GOGC: "off" },
  });
  return run.stdout + run.stderr;
}

function specs(table: string): FlagSpec[] {
  return table
    .split(" ")
    .filter((entry) => entry !== "")
    .map(readFlag);
}

/** `-b, --body string   Body for…`: the letter, the name, and whether a value is named. */
function shownFlags(help: string): string[] {
  return [...help.matchAll(/^ {2,}(?:-(\w), )?--([a-z-]+)( \S+)? {2,}/gm)].map(
    ([, letter = "", name, value]) => `${letter},${name}${value ? "=" : ""}`,
  );
}

function known(table: string): string[] {
  return specs(table).map(({ letter, name, takes }) => `${letter},${name}${takes === "" ? "" : "="}`);
}

/** But for a command that is wholly newer than 2.23. */
const commands = (Object.keys(flagTables) as GhCommand[]).filter(
  (command) => flagTables[command].flags !== "",
);

test.each(commands)("the flags of gh %s are those that the installed gh has, or will have", (command) => {
  const shown = shownFlags(ask(...command.split(" "), "--help"));
  const { flags, newer } = flagTables[command];
  expect(shown.length).toBeGreaterThan(8);
  expect(shown.filter((flag) => !known(globalFlags + flags + newer).includes(flag))).toEqual([]);
  expect(known(globalFlags + flags).filter((flag) => !shown.includes(flag))).toEqual([]);
});

/** Help does not tell a list from a text, but a quote out of place is an error in a list alone. */
test.each(commands)("lists of gh %s are read as lists, and nothing else is", (command) => {
  const words = command.split(" ");
  const takes = specs(flagTables[command].flags).filter((spec) => spec.takes !== "");
  const odd = (list: FlagSpec[]): string[] => list.map(({ name }) => `--${name}=a"b`);
  const lists = takes.filter((spec) => spec.takes === "+");
  for (const word of odd(lists))
    expect(ask(...words, word, "--help"), word).toContain('bare " in non-quoted');
  expect(ask(...words, ...odd(takes.filter((spec) => !lists.includes(spec))))).not.toContain("non-quoted");
});

test.each(commands)("gh %s takes no abbreviations", (command) => {
  const { name } = specs(flagTables[command].flags)[1] as FlagSpec;
  const short = name.slice(0, -1);
  expect(ask(...command.split(" "), `--${short}=x`)).toContain(`unknown flag: --${short}`);
});

/** The names in a list of commands of gh's help. */
function shownCommands(help: string): string[] {
  return [...help.matchAll(/^ {2}([a-z-]+): /gm)].map((match) => match[1] as string);
}

test("every command of the installed gh is ours, passes, or is newer than the table", () => {
  const shown = shownCommands(ask("help"));
  const table = [...passCommands.split(" "), "api", "issue", "pr"];
  expect(shown.length).toBeGreaterThan(20);
  if (/version 2\.23\./.test(ask("--version")))
    expect(shown.filter((name) => !table.includes(name))).toEqual([]);
  // Hidden ones, other names, and what cobra adds.
  const hidden = ["__complete", "__completeNoDesc", "credits", "cs", "ext", "extensions", "help", "version"];
  const isShown = (name: string): boolean => shown.includes(name) || hidden.includes(name);
  expect(passCommands.split(" ").filter((name) => !isShown(name))).toEqual([]);
  expect(passCommands.split(" ")).toEqual(passCommands.split(" ").toSorted());
});

const parents = Object.keys(passSubcommands);
test.each(parents)("every command of gh %s is ours, passes, or is newer than the table", (parent) => {
  const shown = shownCommands(ask(...parent.split(" "), "--help"));
  const table = (passSubcommands[parent] as string).split(" ");
  const ours = parent === "pr" ? ["create", "edit", "merge", "revert"] : ["create", "edit"];
  expect(shown.length).toBeGreaterThan(2);
  const unlisted = shown.filter((name) => !table.includes(name));
  if (parent === "pr" || parent === "issue")
    expect(unlisted.filter((name) => !ours.includes(name) && name !== "update-branch")).toEqual([]);
  else if (/version 2\.23\./.test(ask("--version"))) expect(unlisted).toEqual([]);
  // Other names, and hidden ones: each answers to its name.
  for (const name of table.filter((each) => !shown.includes(each)))
    expect(ask(...parent.split(" "), name, "--help")).toContain(`gh ${parent} `);
  expect(table).toEqual(table.toSorted());
});

test("the commands that have others below them are those of the table", () => {
  for (const name of shownCommands(ask("help"))) {
    const isParent = /^(?:\S+ )?COMMANDS$/m.test(ask(name, "--help"));
    expect(parents.includes(name), name).toBe(isParent);
  }
});

test("the installed gh is one whose --fill we know", () => {
  expect(fillForm(ask("--version"))).not.toBe(null);
});
