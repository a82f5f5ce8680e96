/** The registry of handlers and the events of docker-agent (seed 2): each of its features by its name there. */
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { pointOf, pointNames, resolvePoint, type PointName } from "../../engine/lifecycle/all-points.ts";
import {
  createEngine,
  createHandlerRegistry,
  renderDiagnostics,
  type Engine,
  type EngineOptions,
} from "../../library/index.ts";
import { created, manifest } from "../library/workspace.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { createProject } from "./project.ts";
import { createPrograms } from "./programs.ts";

/** An engine of one plugin whose `extensions.hooks` is this. */
function engineOf(
  hooks: string,
  options: EngineOptions = {},
  files: { [path: string]: string } = {},
): Engine {
  const text = hooks.replace(/^/gm, "    ");
  const folder = createPrograms({
    "p/plugin.yaml": `extensions:\n  hookApiVersion: 1\n  hooks:\n${text}\n`,
    ...files,
  });
  return created({ plugins: [join(folder, "p")], cwd: folder, ...options });
}

const twelve =
  "pre_tool_use post_tool_use session_start session_end on_user_input stop notification turn_start before_llm_call after_llm_call on_error on_max_iterations".split(
    " ",
  );

describe("the twelve events", () => {
  test.each(twelve)("%s fires a hook of both handler kinds", async (event) => {
    const engine = engineOf(
      `${event}:\n  - {type: command, command: "echo '{\\"context\\": \\"c\\"}'"}\n  - {type: builtin, command: add_date}`,
    );
    const { result, trace } = await engine.dispatchAsync(event as "stop", { tool_name: "t" });
    expect(result?.["context"]).toMatch(/^c\n\nToday's date: \d{4}-\d\d-\d\d$/);
    expect(trace.map(({ state }) => state)).toEqual(["applied", "applied"]);
  });
});

describe("Handler and Registry", () => {
  test("adding a handler kind is one call", async () => {
    const registry = createHandlerRegistry();
    registry.registerHandler("http", ({ command, args, id }) => (payload) => ({
      context: `${id} ${String(command)} ${args.join()} ${String(payload["n"])}`,
    }));
    const engine = engineOf("turn_start: [{type: http, command: https://x, args: [a, b]}]", { registry });
    expect((await engine.dispatch("turn_start", { n: 1 })).result).toEqual({
      context: "p.turn_start.1 https://x a,b 1",
    });
  });

  test("the kinds that there are", async () => {
    const registry = createHandlerRegistry();
    expect(registry.kinds()).toEqual(["effects", "command", "builtin"]);
    registry.registerHandler("http", () => () => undefined);
    registry.registerHandler("command", ({ command }) => () => ({ context: `not run: ${String(command)}` }));
    expect(registry.kinds()).toEqual(["effects", "command", "builtin", "http"]);
    const engine = engineOf("turn_start: [{type: command, command: echo hi}]", { registry });
    expect((await engine.dispatch("turn_start", {})).result).toEqual({ context: "not run: echo hi" });
    expect(() => registry.registerHandler("effects", () => () => undefined)).toThrow(TypeError);
  });

  test("registerBuiltin: by name, with args", async () => {
    const registry = createHandlerRegistry().registerBuiltin("greet", (_, { args }) => ({
      context: `hello ${args.join(" and ")}`,
    }));
    const engine = engineOf("turn_start: [{type: builtin, command: greet, args: [you, me]}]", { registry });
    expect((await engine.dispatch("turn_start", {})).result).toEqual({ context: "hello you and me" });
  });

  test("a registry is private: another engine does not know its kinds", () => {
    const registry = createHandlerRegistry().registerBuiltin("greet", () => undefined);
    const hooks = "turn_start: [{type: builtin, command: greet}]";
    expect(engineOf(hooks, { registry }).count("turn_start")).toBe(1);
    expect(() => engineOf(hooks)).toThrow("there is no builtin 'greet'");
  });

  test("script is another name of command; effects stay what they are", async () => {
    const engine = engineOf(
      "- {id: a, hook: turn_start, handler: {type: script, command: 'echo hi'}}\n- {id: b, hook: response.finalize, effects: [{type: text.ensureSuffix, value: bye}]}",
    );
    expect((await engine.dispatch("turn_start", {})).result).toEqual({ context: "hi" });
    expect((await engine.dispatchAsync("response.finalize", { text: "x" })).payload).toEqual({
      text: "x\n\nbye",
    });
  });

  test.each([
    ["registerHandler", () => createHandlerRegistry().registerHandler("", () => () => undefined)],
    ["registerBuiltin", () => createHandlerRegistry().registerBuiltin("x", undefined as never)],
  ])("%s says what it takes", (_, call) => expect(call).toThrow(TypeError));
});

describe("Dispatch and Has", () => {
  test("every point of the table is dispatched by one call, without a method of its own", async () => {
    const engine = engineOf("turn_start: []");
    for (const name of pointNames.filter((each) => !pointOf(each).isClosed)) {
      const needed = Object.entries(pointOf(name).payload).filter(([, form]) => !form.endsWith("?"));
      const payload = Object.fromEntries(needed.map(([field]) => [field, "x"]));
      expect([name, (await engine.dispatchAsync(name, payload)).ok, engine.has(name)]).toEqual([
        name,
        true,
        false,
      ]);
    }
  });

  test("Has is true where there is a hook", () => {
    const engine = engineOf("stop: [{type: builtin, command: add_date}]");
    expect([engine.has("stop"), engine.has("agent.stop"), engine.has("session_end")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("the builtins", () => {
  test("add_date: Today's date: YYYY-MM-DD", async () => {
    vi.useFakeTimers({ now: new Date(2026, 3, 7), toFake: ["Date"] });
    const engine = engineOf("turn_start: [{type: builtin, command: add_date}]");
    const { result } = await engine.dispatch("turn_start", {});
    vi.useRealTimers();
    expect(result).toEqual({ context: "Today's date: 2026-04-07" });
  });

  test.each([
    ["a git repo", true, "Yes"],
    ["no git repo", false, "No"],
  ])("add_environment_info: working dir, OS, arch, in %s", async (_, isRepository, answer) => {
    const cwd = createFolder({ "x/y": "" });
    if (isRepository) mkdirSync(join(cwd, ".git"));
    const engine = engineOf("session_start: [{type: builtin, command: add_environment_info}]");
    const { result } = await engine.dispatch("session_start", {}, { cwd: join(cwd, "x") });
    expect(result?.["context"]).toContain(`Working directory: ${join(cwd, "x")}\n`);
    expect(result?.["context"]).toContain(`Is directory a git repo: ${answer}\n`);
    expect(result?.["context"]).toMatch(/Operating System: Linux\n\tCPU Architecture: (x64|arm64)\n/);
  });

  test("add_prompt_files reads the files of its args, in the folder of the dispatch", async () => {
    const cwd = createFolder({ "AGENTS.md": "Be kind.\n", "docs/style.md": "Be short.\n" });
    const engine = engineOf(
      "turn_start: [{type: builtin, command: add_prompt_files, args: [AGENTS.md, docs/style.md]}]",
    );
    expect((await engine.dispatch("turn_start", { cwd })).result).toEqual({
      context: "Be kind.\n\nBe short.",
    });
  });

  test.each(["missing.md", "../secret", "/etc/hostname", "link"])(
    "add_prompt_files: '%s' is reported, and no error",
    async (name) => {
      const cwd = createFolder({ "a/AGENTS.md": "Be kind.\n", secret: "s\n" });
      symlinkSync("../secret", join(cwd, "a", "link"));
      const engine = engineOf(
        `turn_start: [{type: builtin, command: add_prompt_files, args: ['${name}', AGENTS.md]}]`,
      );
      const { ok, result } = await engine.dispatch("turn_start", {}, { cwd: join(cwd, "a") });
      expect([ok, result?.["context"]]).toEqual([true, "Be kind."]);
      expect(JSON.stringify(result?.["logs"])).toContain(`prompt file '${name}'`);
    },
  );
});

describe("the flags AddDate, AddEnvironmentInfo and AddPromptFiles", () => {
  const flags = "add_date: true\nadd_environment_info: true\nadd_prompt_files: [AGENTS.md]";
  test("beside the events of a manifest, each adds its builtin at its point", () => {
    const engine = engineOf(`${flags}\nstop: []`);
    expect(
      ["turn_start", "session_start"].map((point) =>
        engine.getHookContributions(point as "stop").map(({ handler }) => handler),
      ),
    ).toEqual([
      [
        { kind: "builtin", command: "add_date", args: [] },
        { kind: "builtin", command: "add_prompt_files", args: ["AGENTS.md"] },
      ],
      [{ kind: "builtin", command: "add_environment_info", args: [] }],
    ]);
  });

  test("beside `hooks` in extensions, too; false adds none", () => {
    const folder = createFolder({
      "plugin.yaml":
        "name: p\nextensions: {hookApiVersion: 1, add_date: true, add_environment_info: false}\n",
    });
    const engine = created({ plugins: [folder] });
    expect([engine.count("turn_start"), engine.count("session_start")]).toEqual([1, 0]);
  });

  test("under agents.root of a hooks file, as docker-agent writes it", async () => {
    const project = createProject({
      "repo/.interlock/hooks/agent.yaml": `agents:\n  root:\n    model: openai/gpt-5\n    add_date: true\n    hooks:\n      turn_start:\n        - {type: command, command: "echo from the file"}\n`,
    });
    const { result } = await project.dispatch("turn_start");
    expect(result?.["context"]).toMatch(/^from the file\nToday's date: /);
  });
});

describe("plain stdout", () => {
  test.each(["session_start", "turn_start", "UserPromptSubmit"])(
    "of %s programs is context",
    async (event) => {
      const engine = engineOf(`${event}: [{type: command, command: echo the build is red}]`);
      expect((await engine.dispatchAsync(event as "stop", {})).result).toEqual({
        context: "the build is red",
      });
    },
  );

  test("of others is logged, and changes nothing", async () => {
    const engine = engineOf("pre_tool_use: [{type: command, command: echo looks fine}]");
    const { ok, result } = await engine.dispatch("pre_tool_use", { tool_name: "shell" });
    expect([ok, result]).toEqual([true, { logs: [{ level: "info", message: "looks fine" }] }]);
  });
});

describe("deduplication by (type, command, args)", () => {
  test("the same builtin with other args is another hook; with the same it runs once", async () => {
    const cwd = createFolder({ "a.md": "A", "b.md": "B" });
    const builtin = (file: string): string => `{type: builtin, command: add_prompt_files, args: [${file}]}`;
    const engine = engineOf(`turn_start: [${builtin("a.md")}, ${builtin("b.md")}, ${builtin("a.md")}]`);
    const { result, trace } = await engine.dispatch("turn_start", {}, { cwd });
    expect(result).toEqual({ context: "A\n\nB" });
    expect(trace.map(({ id, state, detail }) => [id, state, detail])).toContainEqual([
      "p.turn_start.3",
      "skipped",
      "'p.turn_start.1' does the same",
    ]);
  });

  test("of the same command with two policies for failures, the stricter one runs", async () => {
    const hook = (id: string, policy: string): string =>
      `{id: ${id}, hook: tool.call.before, handler: {type: command, command: [sh, -c, "exit 3"], onFailure: ${policy}}}`;
    const folder = createFolder({
      "p/a/plugin.yaml": manifest(hook("a.one", "ignore"), hook("a.two", "block")),
    });
    const engine = created({ plugins: [join(folder, "p")] });
    const { ok, trace } = await engine.dispatch("tool.call.before", { tool_name: "shell" });
    expect([ok, trace.map(({ id, state }) => [id, state])]).toEqual([
      false,
      [
        ["a.one", "skipped"],
        ["a.two", "failed"],
      ],
    ]);
  });

  test("the same command twice runs once, also from two plugins", async () => {
    const hook = (id: string): string =>
      manifest(`{id: ${id}, hook: agent.end, handler: {type: command, command: "echo '{\\"logs\\": [1]}'"}}`);
    const folder = createFolder({ "p/a/plugin.yaml": hook("a.x"), "p/b/plugin.yaml": hook("b.x") });
    const { result } = await created({ plugins: [join(folder, "p")] }).dispatch("agent.end", {});
    expect(result).toEqual({ logs: [1] });
  });

  test("a relative program is another one in another plugin", async () => {
    const hook = (id: string): string =>
      manifest(`{id: ${id}, hook: agent.end, handler: {type: command, command: [./run]}}`);
    const run = (who: string): string => `#!/bin/sh\necho '{"logs": ["${who}"]}'\n`;
    const folder = createPrograms({
      "p/a/plugin.yaml": hook("a.x"),
      "p/a/run": run("a"),
      "p/b/plugin.yaml": hook("b.x"),
      "p/b/run": run("b"),
    });
    const { result } = await created({ plugins: [join(folder, "p")] }).dispatch("agent.end", {});
    expect(result).toEqual({ logs: ["a", "b"] });
  });
});

describe("MergeHooks: all layers are merged over the one table", () => {
  test.each(twelve)("%s keeps the hooks of install, user and repository", async (event) => {
    const file = (who: string): string =>
      `${event}: [{type: command, command: "echo '{\\"logs\\": [\\"${who}\\"]}'"}]\n`;
    const project = createProject({
      "install.yaml":
        "version: 1\nlayers: {repository: on}\nexecutableHooks: {allow: true}\nplugins: {dirs: [base]}\n",
      "base/plugin.yaml": `name: base\nextensions:\n  hookApiVersion: 1\n  hooks:\n    ${file("install")}`,
      "user/interlock/hooks/mine.yaml": file("user"),
      "repo/.interlock/hooks/ours.yaml": file("repository"),
    });
    const { result } = await project.dispatch(event, { tool_name: "t" });
    expect([...((result?.["logs"] ?? []) as string[])].sort()).toEqual(["install", "repository", "user"]);
  });
});

describe("HookDefinition", () => {
  test("matcher: a pattern for the tool's whole name", async () => {
    const engine = engineOf(
      "pre_tool_use:\n  - matcher: shell|edit_file\n    hooks: [{type: command, command: 'exit 2'}]",
    );
    const ok = async (tool_name: string): Promise<boolean> =>
      (await engine.dispatch("pre_tool_use", { tool_name })).ok;
    expect([await ok("shell"), await ok("edit_file"), await ok("shell2"), await ok("read")]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test("timeout is in seconds", async () => {
    const engine = engineOf("stop: [{type: command, command: sleep 9, timeout: 0.2}]");
    expect((await engine.dispatch("stop", {})).problems[0]?.message).toContain("timed out after 200ms");
  });

  test("every file that was valid stays valid: a list of contributions beside nothing else", () => {
    const { diagnostics } = createEngine({
      plugins: [
        createFolder({
          "plugin.yaml": `name: p\n${manifest("{id: a, hook: response.finalize, effects: [{type: text.ensurePrefix, value: x}]}")}`,
        }),
      ],
    });
    expect(renderDiagnostics(diagnostics)).toBe("");
  });
});

describe("what was fixed along the way", () => {
  test("the working directory is the process's own if nobody names one", async () => {
    const folder = createFolder({
      "plugin.yaml":
        "name: p\nextensions: {hookApiVersion: 1, hooks: {session_start: [{type: builtin, command: add_environment_info}]}}\n",
    });
    const { result } = await created({ plugins: [folder] }).dispatch("session_start", {});
    expect(result?.["context"]).toContain(`Working directory: ${process.cwd()}`);
  });

  test("after_llm_call carries the assistant's text as stop_response", async () => {
    const engine = engineOf("after_llm_call: [{type: command, command: 'cat > seen; exit 0'}]");
    const cwd = createFolder({});
    await engine.dispatch("after_llm_call", { stop_response: "Done." }, { cwd });
    expect(JSON.parse(readFileSync(join(cwd, "seen"), "utf8"))).toMatchObject({
      stop_response: "Done.",
      hook: "llm.call.after",
    });
  });
});

test("every name of another system means one point", () => {
  for (const event of twelve) expect(pointOf(resolvePoint(event) as PointName).aliases).toContain(event);
});
