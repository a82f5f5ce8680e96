/** What lies in the place of a folder or a file of ours, and names that tables cannot have. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { manifest, Workshop } from "./workshop.ts";

describe.each([
  [".interlock", "folder"],
  [".interlock/plugins", "folder"],
  [".interlock/interlock.lock", "file"],
])("'%s' is not a %s", (name, wanted) => {
  test.each([["plugin add"], ["plugin update"], ["plugin remove"], ["init"]])("%s says so", (verb) => {
    const box = new Workshop();
    const path = join(box.repository, name);
    mkdirSync(join(path, ".."), { recursive: true });
    if (wanted === "file") mkdirSync(path);
    else writeFileSync(path, "");
    const word = verb === "plugin add" ? [box.folderOf("rules", { "plugin.yaml": manifest("rules") })] : [];
    const words = verb === "plugin remove" ? ["rules"] : word;
    const run = box.call([...verb.split(" "), ...words]);
    expect(run).toMatchObject({ status: 128, stdout: "" });
    expect(run.stderr).toContain(`'${path}' is not a ${wanted} [E-not-possible]\nhint: `);
    expect(run.stderr).not.toContain("    at ");
    const list = box.plugin("list");
    expect(list).toMatchObject({ status: 0, stdout: "" });
    expect(list.stderr).toContain(`warning: '${path}' is not a ${wanted}\n`);
  });
});

test("a fault that no verb foresees is an error with a code, not a stack trace", () => {
  const box = new Workshop();
  const folder = box.source("rules", { "plugin.yaml": manifest("rules") });
  const run = box.call(["plugin", "add", folder], { env: { TMPDIR: "/nonexistent" } });
  expect(run.status).toBe(128);
  expect(run.stderr).toMatch(/^interlock: error: .* \[E-[a-z-]+\]\nhint: .*\n$/);
});

test.each([
  ["a path for a folder", "../x", "", "'../x' is not a plugin's folder"],
  ["a name for an option", "-x", "", "'-x' is not a plugin's folder"],
  ["an option for a ref", "rules", "    ref: --upload-pack=x\n", "'--upload-pack=x' is not a branch"],
])("a lock file with %s is refused", (_, name, ref, says) => {
  const box = new Workshop();
  mkdirSync(join(box.repository, ".interlock"));
  const text = `version: 1\nplugins:\n  ${name}:\n    source: ./rules\n${ref}    digest: x\n`;
  writeFileSync(join(box.repository, ".interlock/interlock.lock"), text);
  const run = box.plugin("update");
  expect(run).toMatchObject({ status: 128, stdout: "" });
  expect(run.stderr).toContain(says);
});

test("'constructor' is a name like any other", () => {
  const box = new Workshop();
  const folder = box.folderOf("constructor", { "plugin.yaml": manifest("rules") });
  expect(box.plugin("add", folder).status).toBe(0);
  expect(box.plugin("update", "constructor")).toMatchObject({ status: 0, stderr: "" });
  rmSync(join(box.repository, ".interlock/interlock.lock"));
  expect(box.plugin("update", "constructor", "--yes").stderr).toContain("is not in 'interlock.lock'");
});
