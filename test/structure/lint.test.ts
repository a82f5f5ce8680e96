import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../support/paths.ts";

/** A tree with the project's lint rules and one file that breaks them. */
const tree = mkdtempSync(join(tmpdir(), "interlock-lint-"));
afterAll(() => rmSync(tree, { recursive: true, force: true }));
cpSync(join(root, ".oxlintrc.json"), join(tree, ".oxlintrc.json"));

function lint(files: { [path: string]: string }, options: readonly string[] = []): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const run = spawnSync(join(root, "node_modules", ".bin", "oxlint"), ["--deny-warnings", ...options], {
    cwd: tree,
    encoding: "utf8",
  });
  for (const path of Object.keys(files)) rmSync(join(tree, path));
  return run.status === 0 ? "clean" : run.stdout;
}

const use = "export const y = x;\n";

const badImports: [title: string, path: string, imported: string][] = [
  ["engine imports shim", "engine/compile/a.ts", "../../shim/host.ts"],
  ["engine/core imports shim", "engine/core/a.ts", "../../shim/host.ts"],
  ["engine imports cli", "engine/compile/a.ts", "../../cli/main.ts"],
  ["shim imports cli", "shim/node/a.ts", "../../cli/main.ts"],
  ["shim imports library", "shim/node/a.ts", "../../library/index.ts"],
  ["engine imports library", "engine/compile/a.ts", "../../library/index.ts"],
  ["library imports cli", "library/a.ts", "../cli/main.ts"],
  ["the hot path imports the cold side's compiler", "shim/a.ts", "../engine/compile/compile-plan.ts"],
  ["the hot path imports the Node host", "shim/git/a.ts", "../node/node-host.ts"],
  ["engine/core imports engine/lifecycle", "engine/core/a.ts", "../lifecycle/all-points.ts"],
  ["the lifecycle imports node:fs", "engine/lifecycle/a.ts", "node:fs"],
  ["engine/core imports engine/compile", "engine/core/a.ts", "../compile/compile-plan.ts"],
  ...["node:fs", "fs", "node:process", "process", "child_process", "zod", "yaml", "execa"].flatMap(
    (name): [string, string, string][] => [
      [`the hot path imports ${name}`, "shim/git/a.ts", name],
      [`engine/core imports ${name}`, "engine/core/effects/a.ts", name],
    ],
  ),
  ["the engine's compiler imports node:fs", "engine/compile/a.ts", "node:fs"],
  ["the compiler's schemas import node:fs", "engine/compile/schema/a.ts", "node:fs"],
  ["engine/judge imports zod", "engine/judge/a.ts", "zod"],
  ["engine/judge imports engine/compile", "engine/judge/a.ts", "../compile/compile-plan.ts"],
  ["engine/core imports engine/judge", "engine/core/a.ts", "../judge/judgeable.ts"],
  ["core imports a room of its own", "engine/core/a.ts", "./effects/match.ts"],
  ["core's texts import effects", "engine/core/text/a.ts", "../effects/match.ts"],
  ["core's effects import dispatchers", "engine/core/effects/a.ts", "../dispatch/run-effects.ts"],
  ["a verb imports another verb", "cli/verify/a.ts", "../fix/fix.ts"],
  ["a room of a verb imports another verb", "cli/verify/formats/a.ts", "../../fix/fix.ts"],
  ["what verbs share imports a verb", "cli/shared/a.ts", "../compile/bake.ts"],
  ["a verb imports the table of verbs", "cli/doctor/a.ts", "../verbs.ts"],
];

describe("the lint fails", () => {
  /** What is said of each in one run: each is a file of its own in the folder that it is about. */
  const complaints: { [file: string]: string[] } = {};
  const placeOf = (index: number): string => (badImports[index]?.[1] ?? "").replace(/a\.ts$/, `a${index}.ts`);
  beforeAll(() => {
    const texts = badImports.map(([, , imported], i) => [placeOf(i), `import x from "${imported}";\n${use}`]);
    for (const line of lint(Object.fromEntries(texts), ["--format=unix"]).split("\n")) {
      const [file = "", ...said] = line.split(":");
      (complaints[file] ??= []).push(said.join(":"));
    }
  });
  test.each(badImports.map(([title], i) => [title, i] as const))("%s", (_, i) => {
    expect((complaints[placeOf(i)] ?? []).join("\n")).toContain("no-restricted-imports");
  });

  test("types are imported the wrong way", () => {
    const text = 'import type { X } from "../fix/fix.ts";\nexport type Y = X;\n';
    expect(lint({ "cli/verify/a.ts": text })).toContain("no-restricted-imports");
  });

  test("the hot path uses process", () => {
    expect(lint({ "shim/a.ts": "export const x = process.pid;\n" })).toContain("no-restricted-globals");
  });

  test("modules import each other in a cycle, types included", () => {
    const files = {
      "cli/a.ts": 'import type { B } from "./b.ts";\nexport interface A {\n  b: B;\n}\n',
      "cli/b.ts": 'import type { A } from "./a.ts";\nexport interface B {\n  a: A;\n}\n',
    };
    expect(lint(files)).toContain("no-cycle");
  });
});

test("the lint passes what points the right way", () => {
  const files = {
    "cli/a.ts": `import x from "../shim/a.ts";\nimport fs from "node:fs";\nfs.readFileSync("x");\n${use}`,
    "shim/a.ts": `import x from "../engine/core/a.ts";\n${use}export default x;\n`.replace(
      "export {};\n",
      "",
    ),
    "engine/core/a.ts": "export default 1;\n",
  };
  expect(lint(files)).toBe("clean");
});
