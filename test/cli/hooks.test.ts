import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { pointNames } from "../../engine/lifecycle/all-points.ts";
import { createHome, localAndTeam, userConfig } from "./home.ts";

test("hooks lists every hook in run order, with who switched it off", () => {
  const home = createHome(localAndTeam);
  expect(home.interlock("hooks")).toMatchSnapshot();
});

test("hooks --json says the same to programs", () => {
  const home = createHome(localAndTeam);
  const { status, stdout, stderr } = home.interlock("hooks", "--json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatchSnapshot();
  expect(stdout).toBe(home.interlock("hooks", "--json").stdout);
});

test("hooks writes nothing", () => {
  const home = createHome(localAndTeam);
  home.interlock("hooks");
  expect(readdirSync(home.folder).sort()).toEqual([".config", "plugins"]);
});

test("hooks without any configuration has nothing to list", () => {
  const home = createHome({});
  expect(home.interlock("hooks")).toEqual({
    status: 0,
    stdout: "interlock: there are no hooks\n",
    stderr: "",
  });
  expect(JSON.parse(home.interlock("hooks", "--json").stdout)).toEqual({ hooks: [], leftOut: null });
});

test("hooks under a configuration that does not work says why, and exits with 128", () => {
  const home = createHome({ [userConfig]: "version: 1\nplugin: {}\n" });
  const { status, stdout, stderr } = home.interlock("hooks");
  expect({ status, stdout }).toEqual({ status: 128, stdout: "" });
  expect(stderr).toContain("unknown key 'plugin'");
});

test("hooks --json under a configuration that does not work says why to programs too", () => {
  const home = createHome({ [userConfig]: "version: 1\nplugin: {}\n" });
  const { status, stdout, stderr } = home.interlock("hooks", "--json");
  expect(status).toBe(128);
  expect(stderr).toContain("unknown key 'plugin'");
  expect(JSON.parse(stdout)).toEqual({
    ok: false,
    diagnostics: [
      {
        severity: "error",
        code: "unknown-key",
        message: "unknown key 'plugin'",
        hint: "did you mean 'plugins'?",
        source: "<home>/.config/interlock/config.yaml:2:1",
        frame: { line: 2, column: 1, width: 6, text: "plugin: {}" },
      },
    ],
  });
});

test("hooks --points prints the table of hook points, whatever the configuration", () => {
  const { status, stdout, stderr } = createHome({ [userConfig]: "nonsense" }).interlock("hooks", "--points");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const rows = stdout
    .trimEnd()
    .split("\n")
    .map((row) => row.split(/ {2,}/));
  expect(rows.map(([name]) => name)).toEqual(["hook point", ...pointNames]);
  expect(rows.slice(0, 2)).toEqual([
    ["hook point", "mode", "fired", "payload", "on failure", "time limit", "summary"],
    [
      "commit.message.prepare",
      "text",
      "yes",
      "text, metadata: map",
      "warn",
      "10000 ms",
      "the draft that an editor opens with",
    ],
  ]);
  // Another name, and a mode of its own.
  expect(stdout).toMatch(/^issue\.labels\.finalize .*\(also issue\.labels\.suggest\)$/m);
  expect(stdout).toMatch(/^model\.resolve\.before +modify +no /m);
});

test("hooks --points --json prints every column of it", () => {
  const { status, stdout } = createHome({}).interlock("hooks", "--json", "--points");
  expect(status).toBe(0);
  const { points } = JSON.parse(stdout);
  expect(points).toContainEqual({
    name: "issue.labels.finalize",
    mode: "list",
    aliases: ["issue.labels.suggest"],
    summary: "the labels that an issue will get",
    fired: true,
    firedByGit: false,
    trailers: "none",
    payload: { labels: "list", metadata: "map" },
    changed: "the labels",
    failure: "warn",
    timeLimitMs: 10000,
  });
});

test("an unknown flag of hooks is refused with a suggestion", () => {
  expect(createHome({}).interlock("hooks", "--point")).toEqual({
    status: 129,
    stdout: "",
    stderr:
      "interlock: error: 'hooks' takes no '--point' [E-wrong-usage]\n" +
      "hint: did you mean '--points'? 'interlock hooks --help' lists what it takes\n",
  });
});
