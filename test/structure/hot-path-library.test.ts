import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../support/paths.ts";

/** Type-checks lines as if each were a module on the hot path, in one run of the compiler; what it says of each. */
function typeErrors(lines: readonly string[]): string[] {
  const folder = mkdtempSync(join(root, "build", "hot-path-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = lines.map((_, i) => `line-${i}.ts`);
  names.forEach((name, i) => writeFileSync(join(folder, name), `${lines[i]}\nexport {};\n`));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.hot.json"),
      include: [...names, join(root, "shim", "native", "engine", "duktape-lib.d.ts")],
    }),
  );
  const run = spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-p", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  const said = run.stdout.split("\n");
  return names.map((name) => said.filter((line) => line.startsWith(`${name}(`)).join("\n"));
}

test("what Duktape does not have fails the type-check", () => {
  const slips = [
    "export const a = new Map();",
    "export const a = new Set([1]);",
    "export const a = Promise.resolve(1);",
    "export const a = Array.from('x');",
    "export const a = [1].includes(1);",
    "export const a = 'x'.padStart(3);",
    "export const a = Object.entries({});",
    "export const a = /(?<name>a)/;",
    "export const a = /a/u;",
    "export const a = process.env;",
    "export const a = Buffer.from('x');",
  ];
  const [ofGood, ...ofSlips] = typeErrors(["export const a = [1].indexOf(1);", ...slips]);
  expect(ofGood).toBe("");
  slips.forEach((slip, i) => expect(ofSlips[i], slip).toContain("error TS"));
});

test("what is declared beyond ES5 is really there in the engine", () => {
  const declared = readFileSync(join(root, "shim", "native", "engine", "duktape-lib.d.ts"), "utf8");
  const owners = [...declared.matchAll(/interface (\w+) \{([^}]*)\}/g)];
  expect(owners.length).toBeGreaterThan(1);
  const names = owners.flatMap(([, owner, body]) =>
    [...(body as string).matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) =>
      owner === "Math" ? `Math.${name}` : `${owner}.prototype.${name}`,
    ),
  );
  const folder = mkdtempSync(join(root, "build", "engine-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const probe = names
    .map((name) => `if (typeof ${name} !== "function") throw new Error("${name}");`)
    .join("\n");
  const asked = askEngine(folder, probe);
  expect(asked).toBe("");
  expect(askEngine(folder, "[].includes(1);")).toContain("not callable");
});

test("a lookbehind does not get past the build", () => {
  const folder = mkdtempSync(join(root, "build", "engine-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "script.js"), "function () { return /(?<=a)b/; }");
  const run = spawnSync(join(root, "build", "native", "release", "compile-script"), [
    join(folder, "script.js"),
    join(folder, "script.bytecode"),
    "script",
  ]);
  expect(run.status).toBe(1);
});

test("the bundled hot path is ASCII, so its own words are byte strings", () => {
  const script = readFileSync(join(root, "build", "native", "hot-path.js"), "latin1");
  expect(script).not.toMatch(/[^\x00-\x7e]/);
  // The exceptions are what `printable` looks for in text that was decoded, and the sign of what it leaves out.
  expect(script.match(/\\u(?!00|d8|dbff|dc|dfff|fffd|202[68e]|206[69])[0-9a-f]{4}/gi) ?? []).toEqual([]);
});

/** Runs a script in the engine that the native host is built from; gives the error, or nothing. */
function askEngine(folder: string, script: string): string {
  const source = join(folder, "ask.c");
  writeFileSync(
    source,
    '#include "duktape.h"\n#include <stdio.h>\nint main(int c, char **v) { (void)c; duk_context *x = duk_create_heap_default(); if (duk_peval_string(x, v[1])) puts(duk_safe_to_string(x, -1)); return 0; }\n',
  );
  const duktape = join(root, "build", "native", "release", "engine.o");
  execFileSync("musl-gcc", [
    "-I/usr/share/duktape",
    "-static",
    source,
    duktape,
    "-lm",
    "-o",
    join(folder, "ask"),
  ]);
  return execFileSync(join(folder, "ask"), [script], { encoding: "utf8" });
}
