import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { arch, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeMainPackage, writePlatformPackage } from "../../scripts/release/npm-packages.mjs";
import { digestFile } from "../../scripts/release/tarball.mjs";
import { root } from "../support/paths.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "interlock-npm-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What `npm run build` leaves, in small. */
function makePrefix(): string {
  const prefix = makeFolder();
  for (const file of [
    "bin/interlock",
    "lib/interlock/cold/cli.cjs",
    "lib/interlock/library/index.js",
    "lib/interlock/library/package.json",
    "plugins/own/plugin.yaml",
  ]) {
    mkdirSync(dirname(join(prefix, file)), { recursive: true });
    writeFileSync(join(prefix, file), `the text of ${file}\n`);
  }
  symlinkSync("interlock", join(prefix, "bin", "git"));
  return prefix;
}

function makePackages(): { output: string; files: string[] } {
  const [output, work, prefix] = [makeFolder(), makeFolder(), makePrefix()];
  const documents = { NOTICES: "text\n" };
  const parts = { source: root, prefix, work, documents, output, seconds: "1700000000" };
  const binary = join(prefix, "bin", "interlock");
  const own = writePlatformPackage({ ...parts, arch: "x64", binary });
  return { output, files: [own, writeMainPackage(parts, ["x64", "arm64"])] };
}

function readManifest(file: string): Record<string, unknown> {
  return JSON.parse(spawnSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" }).stdout);
}

test("two builds give the same bytes, under the names that npm gives", () => {
  const [one, other] = [makePackages(), makePackages()];
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(one.files).toEqual([`interlock-linux-x64-${version}.tgz`, `interlock-${version}.tgz`]);
  for (const file of one.files)
    expect(digestFile(join(one.output, file))).toBe(digestFile(join(other.output, file)));
});

test("npm chooses the package of the machine, in the same version, and runs no script", () => {
  const { output, files } = makePackages();
  const [own, main] = files.map((file) => readManifest(join(output, file)));
  expect(own).toMatchObject({ name: "@interlock/linux-x64", os: ["linux"], cpu: ["x64"] });
  const version = own?.["version"];
  expect(main).toMatchObject({
    name: "interlock",
    version,
    bin: { interlock: "bin/interlock" },
    optionalDependencies: { "@interlock/linux-x64": version, "@interlock/linux-arm64": version },
  });
  for (const manifest of [own, main]) expect(manifest).not.toHaveProperty("scripts");
});

test("there are no links, which npm does not unpack, and the programs can be run", () => {
  const { output, files } = makePackages();
  const list = files.flatMap((file) =>
    spawnSync("tar", ["-tvzf", join(output, file)], { encoding: "utf8" })
      .stdout.trim()
      .split("\n"),
  );
  expect(list.filter((line) => /^[lh]/.test(line))).toEqual([]);
  const programs = list.filter((line) => line.includes("package/bin/") && !line.startsWith("d"));
  expect(programs.map((line) => `${line.slice(0, 10)} ${line.split("/").at(-1)}`).sort()).toEqual([
    "-rwxr-xr-x gh",
    "-rwxr-xr-x git",
    "-rwxr-xr-x interlock",
    "-rwxr-xr-x interlock",
  ]);
});

/** As package managers lay packages out: beside each other, inside of one another, behind links. */
test.each([
  ["beside it", "node_modules/@interlock"],
  ["inside of it", "node_modules/interlock/node_modules/@interlock"],
])("the command finds the package of the machine %s, through a link", (_, place) => {
  const folder = makeFolder();
  const program = join(folder, place, `linux-${arch()}`, "bin");
  const command = join(folder, "node_modules", "interlock", "bin");
  for (const each of [program, command]) mkdirSync(each, { recursive: true });
  writeFileSync(join(program, "interlock"), '#!/bin/sh\necho "got $*"\nexit 3\n');
  chmodSync(join(program, "interlock"), 0o755);
  copyFileSync(join(root, "scripts", "release", "npm", "interlock"), join(command, "interlock"));
  symlinkSync("node_modules/interlock/bin/interlock", join(folder, "interlock"));
  const run = () => spawnSync(join(folder, "interlock"), ["a b", "c"], { encoding: "utf8" });
  expect(run()).toMatchObject({ status: 3, stdout: "got a b c\n" });
  rmSync(program, { recursive: true });
  expect(run()).toMatchObject({ status: 128, stdout: "" });
  expect(run().stderr).toContain(
    `interlock: error: the package '@interlock/linux-${arch()}' is not installed\nhint: `,
  );
});
