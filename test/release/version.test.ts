/** package.json has the version; everything else follows. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readVersion, writeVersion } from "../../scripts/build/version.mjs";
import { root } from "../support/paths.ts";
import { createFolder, writeFiles } from "../support/temporary-folder.ts";

const program = "engine/core/version.ts";
const feature = "sandbox-image/devcontainer-feature/devcontainer-feature.json";

/** A project in which only package.json has another version. */
function changedProject(version: string): string {
  const folder = createFolder({});
  for (const file of [program, feature, "scripts/build/version.mjs"]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  return writeManifest(folder, version);
}

function writeManifest(folder: string, version: string): string {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const manifest = { name: "interlock", version, type: "module", scripts: { version: scripts.version } };
  writeFiles(folder, { "package.json": JSON.stringify(manifest) });
  return folder;
}

function versionsIn(folder: string): string[] {
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  return [
    /"(.*)"/.exec(read(program))?.[1] ?? "",
    JSON.parse(read(feature)).version,
    readVersion(folder),
    JSON.parse(read("package.json")).version,
  ];
}

test("a build writes the version of package.json wherever it stands", () => {
  const folder = changedProject("9.8.7-rc.1");
  expect(writeVersion(folder)).toEqual([program, feature]);
  expect(versionsIn(folder)).toEqual(Array(4).fill("9.8.7-rc.1"));
  expect(versionsIn(root)).toEqual(Array(4).fill(readVersion(root)));
});

test("npm version commits them all", () => {
  const folder = changedProject("0.1.0");
  const run = (command: string, ...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    expect(status, stderr).toBe(0);
    return stdout;
  };
  run("/usr/bin/git", "init", "-q");
  run("/usr/bin/git", "add", "-A");
  run("/usr/bin/git", "config", "user.name", "A");
  run("/usr/bin/git", "config", "user.email", "a@b.example");
  run("/usr/bin/git", "commit", "-qm", "first");
  run("npm", "version", "0.2.0");
  expect(versionsIn(folder)).toEqual(Array(4).fill("0.2.0"));
  expect(run("/usr/bin/git", "show", "--format=%s", "--name-only")).toBe(
    `0.2.0\n\n${program}\npackage.json\n${feature}\n`,
  );
  expect(run("/usr/bin/git", "status", "--porcelain")).toBe("");
});
