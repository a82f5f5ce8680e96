import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandNames, usageOf } from "../../cli/plugin/commands.ts";
import { manifest, Workshop } from "./workshop.ts";

test("-q leaves out what is done", () => {
  const box = new Workshop();
  const folder = box.source("rules", { "plugin.yaml": manifest("rules") });
  const quiet = { status: 0, stdout: "", stderr: "" };
  expect(box.call(["init", "-q"])).toMatchObject(quiet);
  expect(box.plugin("init", "mine", "-q")).toMatchObject(quiet);
  expect(box.plugin("add", folder, "-q")).toMatchObject(quiet);
  expect(box.plugin("update", "-q")).toMatchObject(quiet);
  expect(box.plugin("remove", "rules", "-q")).toMatchObject(quiet);
});

test("add of a repository's folder says how many files are not as committed", () => {
  const box = new Workshop();
  const folder = box.source("rules", { "plugin.yaml": manifest("rules"), "recipes/a.md": "a" });
  writeFileSync(join(folder, "recipes/a.md"), "b");
  writeFileSync(join(folder, "recipes/b.md"), "b");
  expect(box.plugin("add", folder).stdout).toContain(
    `interlock: '${folder}' is installed as committed; 2 files differ in the folder\n`,
  );
  const other = box.source("other", { "plugin.yaml": manifest("other") });
  expect(box.plugin("add", other).stdout).not.toContain("as committed");
});

test("the help lists every command with what it takes", () => {
  const { stdout } = new Workshop().plugin("--help");
  for (const name of commandNames) expect(stdout).toContain(`  interlock plugin ${usageOf(name)}\n`);
});
