import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDigests, checkPaths } from "../../scripts/release/check/files.mjs";
import { digestFile, listFiles, writeDigests, writeTarball } from "../../scripts/release/tarball.mjs";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "interlock-tarball-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same two files and a link, made in another order, at another time and under another umask. */
function makeTree(names: string[], mode: number, time: number): string {
  const tree = join(makeFolder(), "name");
  mkdirSync(join(tree, "bin"), { recursive: true });
  for (const name of names) {
    const file = join(tree, name);
    writeFileSync(file, `the text of ${name}\n`);
    chmodSync(file, name === "bin/program" ? mode | 0o100 : mode);
    utimesSync(file, time, time);
  }
  symlinkSync("program", join(tree, "bin", "link"));
  return tree;
}

test("a tarball has the same bytes whatever the times, modes and order of its files", () => {
  const one = makeTree(["a", "bin/program"], 0o644, 1000);
  const other = makeTree(["bin/program", "a"], 0o600, 2000);
  writeTarball(one, `${one}.tar.gz`, "1700000000");
  writeTarball(other, `${other}.tar.gz`, "1700000000");
  expect(digestFile(`${one}.tar.gz`)).toBe(digestFile(`${other}.tar.gz`));
});

test("digests are written for files and not for links, and a changed file is found", () => {
  const tree = makeTree(["a", "bin/program"], 0o644, 1000);
  writeDigests(tree, listFiles(tree));
  const text = readFileSync(join(tree, "SHA256SUMS"), "utf8");
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(66)),
  ).toEqual(["a", "bin/program"]);
  expect(checkDigests(tree)).toEqual([]);
  writeFileSync(join(tree, "a"), "another text\n");
  expect(checkDigests(tree)).toEqual([expect.stringContaining("a: FAILED")]);
});

test("a file that names the folder it was built in is found", () => {
  const tree = makeTree(["a", "bin/program"], 0o644, 1000);
  expect(checkPaths(tree, ["/build/here"])).toEqual([]);
  writeFileSync(join(tree, "a"), Buffer.from("\0\x7f/build/here/main.c\0"));
  expect(checkPaths(tree, ["/build/here"])).toEqual(["'a' names '/build/here'"]);
});
