import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createEngine, renderDiagnostics } from "../../library/index.ts";
import type { DispatchResult, HookPointName } from "../../library/index.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { created, engineOf, manifest, signs } from "./workspace.ts";

/** Calls from a program without types. */
type AnyCall = (point: unknown, payload: unknown, options?: unknown) => DispatchResult<HookPointName>;

function complaintsOf(point: unknown, payload: unknown, options?: unknown): string {
  const engine = engineOf({ p: manifest(signs("a", "bye")) });
  const result = (engine.dispatch as unknown as AnyCall)(point, payload, options);
  expect([result.ok, result.payload, result.trace]).toEqual([false, null, []]);
  expect(result.diagnostics.every(({ severity }) => severity === "error")).toBe(true);
  return renderDiagnostics(result.diagnostics);
}

describe("dispatch refuses, and throws nothing", () => {
  test.each([
    ["no object", "response.finalize", "a text"],
    ["null", "issue.labels.finalize", null],
    ["a list", "push.before", []],
    ["nothing", "command.before", undefined],
    ["a field that is missing", "push.before", { refs: [] }],
    ["a field with another name", "response.finalize", { Text: "x", metadata: {} }],
    ["a text that is none", "commit.message.finalize", { text: 7 }],
    ["a list that is none, under an alias", "issue.labels.suggest", { labels: "bug" }],
    ["a list with something else in it", "issue.labels.finalize", { labels: ["bug", 7] }],
    ["a list with a hole", "issue.labels.finalize", { labels: Object.assign([], { length: 1 }) }],
    ["a map with something else in it", "commit.message.finalize", { text: "x", metadata: { a: {} } }],
    ["a map that is a list", "commit.message.finalize", { text: "x", metadata: ["a"] }],
    ["everything at once", "push.before", { ref: [], remote: 1, metadata: null }],
    ["an unknown hook point", "response.finalise", { text: "x" }],
    ["a hook point that is no text", Symbol("x"), { text: "x" }],
  ])("%s", (_, point, payload) => {
    expect(complaintsOf(point, payload)).toMatchSnapshot();
  });

  test("options that are not known or of the wrong form", () => {
    const options = {
      cleanup: "scissors",
      commentChar: "##",
      allowEmpty: 1,
      commit: "squash",
      remotes: "origin",
      git: { auther: "x" },
      env: { X: 1 },
      enviroment: {},
    };
    expect(complaintsOf("commit.message.finalize", { text: "x" }, options)).toMatchSnapshot();
    expect(complaintsOf("commit.message.finalize", { text: "x" }, "strip")).toMatchSnapshot();
  });
});

test("a payload without a prototype, or of a class, is as good as any", () => {
  const engine = engineOf({ p: manifest(signs("a", "bye")) });
  const bare = Object.assign(Object.create(null), { text: "x" });
  expect(engine.dispatch("pull_request.description.finalize", bare as { text: string }).payload?.text).toBe(
    "x\n\nBy: bye",
  );
  class Response {
    text = "x";
  }
  expect(engine.dispatch("pull_request.description.finalize", new Response()).ok).toBe(true);
});

test("an engine of functions alone needs no plugin", async () => {
  const engine = created({ plugins: [] });
  engine.register({ hookName: "agent_end", pluginId: "p", handler: () => ({ context: "c" }) });
  expect((await engine.dispatch("agent_end", {})).result).toEqual({ context: "c" });
});

describe("createEngine tells everything that is wrong, and throws nothing", () => {
  const cyclic: { [key: string]: unknown } = {};
  cyclic["self"] = cyclic;
  test.each([
    ["no options", undefined],
    ["nothing to read", {}],
    ["options that are not known or of the wrong form", { plugin: [], config: 1, env: { A: 1 } }],
    ["plugins that are no list", { plugins: "p" }],
    ["a config file and options at once", { configFile: "x.yaml", plugins: ["p"], config: {} }],
    ["a config file that is not there", { configFile: "/not/there.yaml" }],
    ["a folder that is not there", { plugins: ["/not/there"] }],
    ["config values that are none", { plugins: ["/"], config: { a: () => 1 } }],
    ["config values in a cycle", { plugins: ["/"], config: cyclic }],
    ["a number that is none", { plugins: ["/"], config: { a: NaN } }],
  ])("%s", (_, options) => {
    const { engine, diagnostics } = (createEngine as (given: unknown) => ReturnType<typeof createEngine>)(
      options,
    );
    expect(engine).toBe(null);
    expect(renderDiagnostics(diagnostics)).toMatchSnapshot();
  });

  test("config values and hooks that the plugins have no use for", () => {
    const folder = createFolder({ "p/plugin.yaml": `name: p\n${manifest(signs("a", "bye"))}` });
    const options = {
      plugins: [join(folder, "p")],
      config: { "a b": 1, list: ["x"] as never },
      disabledHooks: { p: ["b"], q: ["a"] },
    };
    const { engine, diagnostics } = createEngine(options);
    expect(engine).toBe(null);
    expect(renderDiagnostics(diagnostics)).toMatchSnapshot();
  });

  test("a plugin path that is a file", () => {
    const path = join(createFolder({ "p/plugin.yaml": manifest(signs("a", "bye")) }), "p/plugin.yaml");
    const { engine, diagnostics } = createEngine({ plugins: [path] });
    expect(engine).toBe(null);
    expect(renderDiagnostics(diagnostics)).toBe(
      `interlock: error: '${path}' is not a folder [E-plugin-folder]\nhint: name the plugin's folder, or a folder of plugins, in 'plugins'\n`,
    );
  });

  test("a broken manifest and a broken policy, with the lines at fault", () => {
    const folder = createFolder({
      "p/one/plugin.yaml": manifest(
        "{id: One, hook: response.finalise, effects: [{type: text.ensureSufix, value: x}]}",
      ),
      "p/two/plugin.yaml": manifest(signs("two", "${envy.X}")),
      "q/plugin.yaml": manifest("{id: q, hook: response.finalize, policies: [{file: q.md, inject: prompt}]}"),
      "q/q.md": "</hook-policies>",
    });
    const complaints = (name: string) => {
      const { engine, diagnostics } = createEngine({ plugins: [join(folder, name)] });
      expect(engine).toBe(null);
      return renderDiagnostics(diagnostics).replaceAll(folder, "<folder>");
    };
    expect(complaints("p")).toMatchSnapshot();
    expect(complaints("q")).toMatchSnapshot();
  });
});

test("notes come with the engine: a key without effect is one, a hook point that git does not fire is none", () => {
  const folder = createFolder({
    "config.yaml": "version: 1\nplugins: {dirs: [p]}\nsealed: true\n",
    "p/plugin.yaml": manifest(signs("a", "bye")),
  });
  const { engine, diagnostics } = createEngine({ configFile: join(folder, "config.yaml") });
  expect(engine).not.toBe(null);
  expect(diagnostics).toMatchObject([
    { severity: "note", code: "seals-nothing", source: `${folder}/config.yaml:3:1`, frame: { line: 3 } },
  ]);
});

test("relative paths begin at the current folder, and need not be ASCII", () => {
  const folder = createFolder({ "plügins/a/plugin.yaml": manifest(signs("a", "bye")) });
  writeFileSync(join(folder, "ü.yaml"), "version: 1\nplugins: {dirs: [plügins]}\n");
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect(
      created({ plugins: ["plügins"] }).getHookContributions("pull_request.description.finalize"),
    ).toMatchObject([{ source: `${folder}/plügins/a/plugin.yaml:4` }]);
    expect(created({ configFile: "ü.yaml" }).count("pull_request.description.finalize")).toBe(1);
  } finally {
    process.chdir(before);
  }
});
