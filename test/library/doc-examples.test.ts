import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dist, root } from "../support/paths.ts";
import { typecheck } from "./typed-project.ts";

/** A folder with the files that the page names, and the built library installed. */
const folder = mkdtempSync(join(tmpdir(), "interlock-library-doc-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, "node_modules"));
symlinkSync(join(dist, "lib", "interlock", "library"), join(folder, "node_modules", "interlock"));

const page = readFileSync(join(root, "docs", "library.md"), "utf8");
for (const [, path, text] of page.matchAll(/^`([\w./-]+)`:\n\n```\w+\n([^]*?)^```/gm)) {
  mkdirSync(dirname(join(folder, path as string)), { recursive: true });
  writeFileSync(join(folder, path as string), text as string);
}

const programs = [...page.matchAll(/^```js\n([^]*?)^```\n\n```text\n([^]*?)^```/gm)];

test("every program in docs/library.md shows its output", () => {
  expect(programs.length).toBe(page.split("\n```js\n").length - 1);
  expect(programs.length).toBeGreaterThanOrEqual(5);
});

test.each(programs.map(([, program, output], i) => [i + 1, program as string, output as string]))(
  "program %i in docs/library.md prints what the page shows",
  (i, program, output) => {
    writeFileSync(join(folder, `program-${i}.mjs`), program);
    const run = spawnSync(process.execPath, [`program-${i}.mjs`], {
      cwd: folder,
      env: { PATH: process.env["PATH"], LANG: "C.UTF-8" },
      encoding: "utf8",
    });
    expect({ status: run.status, stdout: run.stdout, stderr: run.stderr }).toEqual({
      status: 0,
      stdout: output,
      stderr: "",
    });
  },
);

test("every program in docs/library.md is TypeScript, too, under --strict", () => {
  const files = programs.map(([, program = ""], i) => [`program-${i + 1}.ts`, program]);
  expect(typecheck(Object.fromEntries(files), true)).toBe("");
});
