import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { version } from "../../engine/core/version.ts";
import { root } from "../support/paths.ts";
import { createProject, library, runNode, typecheck } from "./typed-project.ts";

const program = `import { createEngine } from "interlock";
const { engine } = createEngine({ plugins: ["p"] });
console.log(engine.dispatch("pull_request.description.finalize", { text: "x" }).payload.text);
`;

test("a copy of the built folder is a package that needs nothing else", () => {
  const folder = createProject({ "main.mjs": program });
  expect(runNode(["main.mjs"], folder)).toEqual({ status: 0, output: "x\n\nBy: bye\n" });
  expect(JSON.parse(readFileSync(join(library, "package.json"), "utf8"))).toMatchObject({
    name: "interlock",
    version,
    private: true,
    type: "module",
  });
});

test("inside the repository the package is known by its own name", () => {
  const { resolve } = createRequire(join(root, "test", "x.js"));
  expect(pathToFileURL(resolve("interlock")).href).toBe(pathToFileURL(join(library, "index.js")).href);
  const types = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).exports["."].types as string;
  const inner = JSON.parse(readFileSync(join(library, "package.json"), "utf8")).exports.types as string;
  expect(join(root, types)).toBe(join(library, inner));
});

test("a program in TypeScript sees the types, without our sources", () => {
  const source = `import { createEngine, renderDiagnostics } from "interlock";
import type { Engine, EngineDiagnostic, HookPointKey } from "interlock";

const created = createEngine({ plugins: ["p"], config: { a: { b: 1 } }, env: { X: undefined } });
if (created.engine === null) throw new Error(renderDiagnostics(created.diagnostics));
const engine: Engine = created.engine;

const done = engine.dispatch("response.finalize", { text: "x" });
if (done.ok) {
  const text: string = done.payload.text;
  // @ts-expect-error: this point has no metadata
  void [text, done.payload.metadata];
} else {
  // @ts-expect-error: there may be none
  void done.payload.text;
}
const labels = engine.dispatch("issue.labels.suggest", { labels: ["a"] as const });
const list: string[] | undefined = labels.payload?.labels;
const point: HookPointKey = "issue.labels.suggest";
const found: EngineDiagnostic[] = labels.diagnostics;
void [list, found, engine.has(point), engine.points["push.before"].mode satisfies "gate"];
engine.dispatch("commit.message.finalize", { text: "x" }, { cleanup: "strip", commit: "amend", remotes: [] });
engine.dispatch("push.before", { refs: [], remote: "origin", metadata: { a: "b" } });

// @ts-expect-error: no such point
engine.has("response.finalise");
// @ts-expect-error: no such field
engine.dispatch("response.finalize", { txt: "x" });
// @ts-expect-error: a list
engine.dispatch("issue.labels.finalize", { labels: "x" });
// @ts-expect-error: no such cleanup
engine.dispatch("commit.message.finalize", { text: "x" }, { cleanup: "scissors" });
`;
  const wrong = 'import { createEngine } from "interlock";\ncreateEngine({ plugin: [] });\n';
  // Of the first, and of the declarations, nothing is said.
  expect(typecheck({ "right.ts": source, "wrong.ts": wrong })).toMatch(
    /^wrong\.ts\(2,16\): error TS2561: .*\n$/,
  );
});
