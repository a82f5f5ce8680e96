import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { createHome } from "./home.ts";

describe.each(["plugin", "config"])("schema %s", (name) => {
  test("prints what docs/schema has; if not, print it there", () => {
    const { status, stdout, stderr } = createHome({}).interlock("schema", name);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(readFileSync(join(root, "docs", "schema", `${name}.schema.json`), "utf8")).toBe(stdout);
  });
});

test.each([
  ["plugins/github/plugin.yaml", "docs/schema/plugin.schema.json"],
  ["sandbox-image/config.yaml", "docs/schema/config.schema.json"],
])("%s tells an editor its schema", (file, schema) => {
  const [first = ""] = readFileSync(join(root, file), "utf8").split("\n");
  const path = /^# yaml-language-server: \$schema=(\S+)$/.exec(first)?.[1] ?? "";
  expect(join(root, dirname(file), path)).toBe(join(root, schema));
});

describe("a wrong call is refused with a way out", () => {
  test.each([
    [[], "'schema' needs a name", "run 'interlock schema plugin'"],
    [["plugins"], "there is no schema 'plugins'", "did you mean 'plugin'?"],
    [
      ["config", "x"],
      "'schema' takes one 'plugin|config', and 'x' is another",
      "'interlock schema --help' lists what it takes",
    ],
  ])("%s", (args, message, hint) => {
    expect(createHome({}).interlock("schema", ...args)).toEqual({
      status: 129,
      stdout: "",
      stderr: `interlock: error: ${message} [E-wrong-usage]\nhint: ${hint}\n`,
    });
  });
});
