/** What a compile found is kept beside the plan, and shown again without the compiler while nothing has changed. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { createHome, localAndTeam, userConfig, type Home } from "./home.ts";

const cache = ".cache/interlock";

function kept(home: Home, start: "plan-" | "findings-"): string {
  const [name, ...others] = readdirSync(join(home.folder, cache)).filter((each) => each.startsWith(start));
  expect(others).toEqual([]);
  return join(home.folder, cache, name as string);
}

/** Would `hooks` compile now? What is kept says something that no compiler would. */
function compilesAgain(home: Home): boolean {
  return !home.interlock("hooks").stdout.includes("as it was kept");
}

function compiledHome(): Home {
  const home = createHome(localAndTeam);
  expect(home.interlock("compile")).toMatchObject({ status: 0 });
  const file = kept(home, "findings-");
  writeFileSync(file, readFileSync(file, "utf8").replace("answers are short", "as it was kept"));
  expect(compilesAgain(home)).toBe(false);
  return home;
}

test("hooks says the same before and after a compile", () => {
  const home = createHome(localAndTeam);
  const forms = [["hooks"], ["hooks", "--json"], ["hooks", "--registration"], ["policies"]];
  const before = forms.map((form) => home.interlock(...form));
  home.interlock("compile");
  expect(forms.map((form) => home.interlock(...form))).toEqual(before);
});

test("a second compile writes nothing, and has the same to say", () => {
  const home = createHome(localAndTeam);
  const first = home.interlock("compile");
  const asJson = home.interlock("compile", "--json");
  const times = () => [kept(home, "plan-"), kept(home, "findings-")].map((path) => statSync(path).mtimeMs);
  const before = times();
  const second = home.interlock("compile");
  expect(first.stdout).toContain(" written to <home>");
  expect(second).toEqual({ ...first, stdout: first.stdout.replace(" written to ", " unchanged in ") });
  expect(home.interlock("compile", "--json")).toEqual(asJson);
  expect(times()).toEqual(before);
});

test("a warning is given each time", () => {
  const home = createHome({
    [userConfig]: "version: 1\nplugins:\n  dirs: [../../plugins]\n",
    "plugins/local/plugin.yaml": "extensions:\n  hookApiVersion: 1\n  hooks: []\n",
  });
  const first = home.interlock("compile");
  expect(first.stderr).toContain("warning");
  expect(home.interlock("compile").stderr).toBe(first.stderr);
});

describe("hooks are compiled again after", () => {
  const changes: [string, (home: Home) => void][] = [
    ["a change to the config", ({ folder }) => touch(join(folder, userConfig))],
    ["a change to a plugin", ({ folder }) => touch(join(folder, "plugins/local/plugin.yaml"))],
    ["a new plugin", ({ folder }) => mkdirSync(join(folder, "plugins/new"))],
    ["a new hook file", ({ folder }) => mkdirSync(join(folder, dirname(userConfig), "hooks"))],
    ["the plan is gone", (home) => rmSync(kept(home, "plan-"))],
    ["the plan is damaged", (home) => writeFileSync(kept(home, "plan-"), "interlock-plan")],
    ["what was kept is damaged", (home) => writeFileSync(kept(home, "findings-"), '{"program":')],
    ["what was kept is a link to it", linkFindings],
  ];
  test.each(changes)("%s", (_, change) => {
    const home = compiledHome();
    change(home);
    expect(compilesAgain(home)).toBe(true);
    expect(home.interlock("hooks")).toMatchObject({ status: 0 });
  });
});

function touch(path: string): void {
  utimesSync(path, 1, 1);
}

/** As another user could put one into a folder that all may write to. */
function linkFindings(home: Home): void {
  const file = kept(home, "findings-");
  const other = join(home.folder, "other");
  cpSync(file, other);
  rmSync(file);
  symlinkSync(other, file);
}

test("another build of interlock trusts only its own findings", () => {
  const home = compiledHome();
  const prefix = join(home.folder, "prefix");
  cpSync(dist, prefix, { recursive: true, verbatimSymlinks: true });
  const run = spawnSync(join(prefix, "bin/interlock"), ["hooks"], {
    cwd: home.folder,
    env: { PATH: dirname(process.execPath), HOME: home.folder },
    encoding: "utf8",
  });
  expect(run.status).toBe(0);
  expect(run.stdout).toContain("answers are short");
});
