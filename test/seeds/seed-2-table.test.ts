/** The document on hooks of a runtime by event, sentence by sentence: each row is the line of a promise, what it says, and a test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createExecutor } from "../../examples/adapters/docker-agent.mjs";
import { pointNames, pointOf, resolvePoint, type PointName } from "../../engine/lifecycle/all-points.ts";
import { dialects } from "../../engine/lifecycle/dialects/dialects.ts";
import {
  createEngine,
  createHandlerRegistry,
  type Engine,
  type HandlerRegistry,
  type RunResult,
} from "../../library/index.ts";
import { created } from "../library/workspace.ts";
import { createProject } from "../lifecycle/project.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { root } from "../support/paths.ts";

const older = ["pre_tool_use", "post_tool_use", "session_start", "session_end", "on_user_input", "stop"];
const newer = ["turn_start", "before_llm_call", "after_llm_call", "on_error", "on_max_iterations"];
const all = [...older, "notification", ...newer];
/** What docker-agent has added since. */
const today = [
  "permission_request",
  "tool_guard",
  "tool_input_transform",
  "tool_response_transform",
  "on_tool_approval_decision",
  "user_prompt_submit",
  "user_steering_messages_submit",
  "user_followup_submit",
  "turn_end",
  "pre_compact",
  "before_compaction",
  "after_compaction",
  "subagent_stop",
  "on_agent_switch",
  "on_session_resume",
  "worktree_create",
];

/** An engine of these files, which are in the order of their folders. */
function engineOf(files: readonly string[], registry?: HandlerRegistry): Engine {
  const entries = files.map((text, i): [string, string] => [`${i}/hooks/agent.yaml`, text]);
  const folder = createFolder(Object.fromEntries(entries));
  const hookFolders = files.map((_, i) => join(folder, String(i)));
  return created({ plugins: [], hookFolders, cwd: folder, ...(registry === undefined ? {} : { registry }) });
}

function fire(
  engine: Engine,
  event: string,
  payload: { [field: string]: unknown } = { tool_name: "shell" },
): Promise<RunResult> {
  return engine.dispatchAsync(event as "stop", payload, { dialect: "docker-agent" });
}

/** A registry whose commands say their own name. */
function echoing(): HandlerRegistry {
  return createHandlerRegistry().registerHandler("command", ({ command }) => () => ({
    context: String(command),
  }));
}

const context = ({ result }: RunResult): unknown => result?.["context"] ?? null;

/** Lines are those of the first copy of the text; it stands there twice. */
function row(line: number, says: string, holds: () => Promise<void> | void): void {
  test(`line ${line}: ${says}`, holds);
}

describe("a generic dispatch, backed by a pluggable registry", () => {
  row(25, "a generic Dispatch/Has surface for every event", async () => {
    for (const event of all) {
      const engine = engineOf([`${event}: [{type: command, command: c}]`], echoing());
      expect([event, engine.has(event as "stop"), context(await fire(engine, event))]).toEqual([
        event,
        true,
        "c",
      ]);
    }
  });
  row(26, "5 new lifecycle events", () => {
    for (const event of newer) expect(Object.keys(dialects["docker-agent"].events)).toContain(event);
  });
  row(27, "every existing hooks YAML keeps parsing", async () => {
    for (const form of [
      "pre_tool_use:\n  - matcher: shell\n    hooks: [{type: command, command: c, timeout: 30}]",
      "hooks: {pre_tool_use: [{hooks: [{type: command, command: c}]}]}",
      "agents: {root: {hooks: {pre_tool_use: [{matcher: '*', hooks: [{type: command, command: c}]}]}}}",
    ])
      expect(context(await fire(engineOf([form], echoing()), "pre_tool_use"))).toBe("c");
  });
  row(32, "each hook's type is resolved against a registry of factories", async () => {
    const registry = createHandlerRegistry().registerHandler("http", ({ command }) => () => ({
      context: `got ${String(command)}`,
    }));
    expect(context(await fire(engineOf(["stop: [{type: http, command: x}]"], registry), "stop"))).toBe(
      "got x",
    );
  });
  row(34, "the default registry ships command and builtin", async () => {
    expect(createHandlerRegistry().kinds()).toEqual(["effects", "command", "builtin"]);
    const engine = engineOf([
      "session_start: [{type: command, command: echo shell}, {type: builtin, command: add_date}]",
    ]);
    expect(context(await fire(engine, "session_start"))).toMatch(/^shell\nToday's date: /);
  });
  row(36, "a builtin is called by its name", async () => {
    const registry = createHandlerRegistry().registerBuiltin("mine", () => ({ context: "mine" }));
    expect(context(await fire(engineOf(["stop: [{type: builtin, command: mine}]"], registry), "stop"))).toBe(
      "mine",
    );
    const wrong = createEngine({
      plugins: [],
      hookFolders: [createFolder({ "hooks/a.yaml": "stop: [{type: builtin, command: other}]" })],
    });
    expect(JSON.stringify(wrong.diagnostics)).toContain("there is no builtin 'other'");
  });
  row(37, "a new kind of handler is one call of Register; args are per hook", async () => {
    const registry = createHandlerRegistry().registerBuiltin("join", (_, { args }) => ({
      context: args.join("+"),
    }));
    const file =
      "stop: [{type: builtin, command: join, args: [a, b]}, {type: builtin, command: join, args: [c]}]";
    expect(context(await fire(engineOf([file], registry), "stop"))).toBe("a+b\nc");
  });
  row(39, "one Dispatch and one Has in place of methods for each event", () => {
    const engine = engineOf(["stop: []"]);
    expect(Object.keys(engine).filter((name) => /tool|session|turn|llm/i.test(name))).toEqual([]);
  });
  row(40, "Dispatch(ctx, event, input) and Has(event)", async () => {
    const executor = createExecutor(engineOf(["stop: [{type: command, command: c}]"], echoing()));
    expect([executor.has("stop"), executor.has("turn_start")]).toEqual([true, false]);
    expect(await executor.dispatch("stop", { stop_response: "done" })).toEqual({
      allowed: true,
      message: "",
      additionalContext: "c",
      systemMessage: "",
      modifiedInput: null,
    });
  });
  row(41, "a new event is one entry of the table: no point has code of its own", async () => {
    const engine = engineOf(["stop: []"]);
    const names = pointNames.filter((name) => !pointOf(name).isClosed && pointOf(name).mode !== "chain-sync");
    const runs = await Promise.all(
      names.map((name) => {
        const needed = Object.entries(pointOf(name).payload).filter(([, form]) => !form.endsWith("?"));
        return engine.dispatchAsync(name, Object.fromEntries(needed.map(([field]) => [field, "x"])));
      }),
    );
    expect(runs.filter(({ ok }) => !ok)).toEqual([]);
  });
  row(43, "builtins belong to a registry: no shared state, no pollution of another runtime", () => {
    createHandlerRegistry().registerBuiltin("private", () => undefined);
    const folder = createFolder({ "hooks/a.yaml": "stop: [{type: builtin, command: private}]" });
    const { diagnostics } = createEngine({ plugins: [], hookFolders: [folder] });
    expect(JSON.stringify(diagnostics)).toContain("there is no builtin 'private'");
  });
});

describe("the new events", () => {
  row(51, "turn_start: AdditionalContext for this call of the model", async () => {
    expect(
      context(await fire(engineOf(["turn_start: [{type: command, command: c}]"], echoing()), "turn_start")),
    ).toBe("c");
  });
  row(52, "turn_start: it is never persisted, and refreshed every turn", async () => {
    let turn = 0;
    const registry = createHandlerRegistry().registerBuiltin("count", () => ({ context: `turn ${++turn}` }));
    const engine = engineOf(["turn_start: [{type: builtin, command: count}]"], registry);
    const given = { session_id: "s" };
    const runs = [await fire(engine, "turn_start", given), await fire(engine, "turn_start", given)];
    expect(runs.map(context)).toEqual(["turn 1", "turn 2"]);
    expect(runs.map(({ payload }) => payload)).toEqual([given, given]);
  });
  row(54, "before_llm_call: observational", async () => {
    const file = "before_llm_call: [{type: command, command: exit 2}, {type: command, command: exit 1}]";
    expect((await fire(engineOf([file]), "before_llm_call", {})).ok).toBe(true);
  });
  row(55, "after_llm_call: carries the assistant's text as stop_response", async () => {
    const registry = createHandlerRegistry().registerBuiltin("seen", ({ stop_response }) => ({
      context: stop_response,
    }));
    const engine = engineOf(["after_llm_call: [{type: builtin, command: seen}]"], registry);
    expect(context(await fire(engine, "after_llm_call", { stop_response: "Done." }))).toBe("Done.");
  });
  row(57, "on_error: model failures and tool-call loops, alongside the notification event", async () => {
    const engine = engineOf(
      ["on_error: [{type: command, command: e}]\nnotification: [{type: command, command: n}]"],
      echoing(),
    );
    const told = { notification_level: "error", notification_message: "the model failed" };
    expect([
      context(await fire(engine, "on_error", told)),
      context(await fire(engine, "notification", told)),
    ]).toEqual(["e", "n"]);
  });
  row(60, "on_max_iterations: alongside the notification event", async () => {
    const engine = engineOf(
      ["on_max_iterations: [{type: command, command: m}]\nnotification: [{type: command, command: n}]"],
      echoing(),
    );
    expect([
      context(await fire(engine, "on_max_iterations", { max_iterations: 5 })),
      context(await fire(engine, "notification", {})),
    ]).toEqual(["m", "n"]);
  });
});

describe("the builtins", () => {
  row(65, "add_date at turn_start: Today's date: YYYY-MM-DD", async () => {
    const engine = engineOf(["agents: {root: {add_date: true}}"]);
    expect(context(await fire(engine, "turn_start", {}))).toMatch(/^Today's date: \d{4}-\d\d-\d\d$/);
  });
  row(66, "add_environment_info at session_start: working dir, OS, arch, git", async () => {
    const cwd = createFolder({ "x/y": "" });
    const engine = engineOf(["agents: {root: {add_environment_info: true}}"]);
    const told = String(context(await fire(engine, "session_start", { cwd })));
    expect(told).toContain(`Working directory: ${cwd}\n`);
    expect(told).toMatch(/git repo: No\n\tOperating System: .+\n\tCPU Architecture: /);
  });
  row(67, "add_prompt_files at turn_start: reads the files of its args", async () => {
    const cwd = createFolder({ "AGENTS.md": "Be kind.\n", "docs/style.md": "Be short.\n" });
    const engine = engineOf(["agents: {root: {add_prompt_files: [AGENTS.md, docs/style.md]}}"]);
    expect(context(await fire(engine, "turn_start", { cwd }))).toBe("Be kind.\n\nBe short.");
  });
  row(67, "add_prompt_files looks upwards: the nearest folder that has the file", async () => {
    const folder = createFolder({
      "AGENTS.md": "far",
      "a/AGENTS.md": "near",
      "a/b/c/x": "",
      "TOP.md": "top",
    });
    const engine = engineOf(["agents: {root: {add_prompt_files: [AGENTS.md, TOP.md, ../TOP.md]}}"]);
    const run = await fire(engine, "turn_start", { cwd: join(folder, "a/b/c") });
    expect(context(run)).toBe("near\n\ntop");
    expect(JSON.stringify(run.result?.["logs"])).toContain("../TOP.md");
  });
  row(69, "the flags add the builtins, with the same effect as before", () => {
    const engine = engineOf([
      "agents:\n  root:\n    add_prompt_files: [A.md]\n    add_date: true\n    add_environment_info: true",
    ]);
    const commands = (event: string): unknown[] =>
      engine.getHookContributions(event as "stop").map(({ handler }) => handler?.command);
    expect([commands("turn_start"), commands("session_start")]).toEqual([
      ["add_date", "add_prompt_files"],
      ["add_environment_info"],
    ]);
  });
  row(72, "users can also write the builtins explicitly", async () => {
    const cwd = createFolder({ "A.md": "A" });
    const engine = engineOf(["turn_start: [{type: builtin, command: add_prompt_files, args: [A.md]}]"]);
    expect(context(await fire(engine, "turn_start", { cwd }))).toBe("A");
  });
});

describe("the schema", () => {
  row(77, "the new events are keys beside the older ones", () => {
    const engine = engineOf(
      [all.map((event) => `${event}: [{type: command, command: c}]`).join("\n")],
      echoing(),
    );
    expect(all.filter((event) => !engine.has(event as "stop"))).toEqual([]);
  });
  row(79, "args is a list of texts", () => {
    const folder = createFolder({
      "hooks/a.yaml":
        "stop: [{type: builtin, command: add_date, args: [1]}]\nturn_start: [{type: builtin, command: add_date}]",
    });
    const { engine, diagnostics } = createEngine({ plugins: [], hookFolders: [folder] });
    expect([diagnostics[0]?.severity, engine?.has("stop"), engine?.has("turn_start")]).toEqual([
      "warning",
      false,
      true,
    ]);
  });
  row(81, "type accepts builtin alongside command", () => {
    const engine = engineOf(["stop: [{type: builtin, command: add_date}, {type: command, command: ls}]"]);
    expect(engine.count("stop")).toBe(2);
  });
  row(82, "the schema for editors is updated to match", () => {
    const schema = readFileSync(join(root, "docs/schema/plugin.schema.json"), "utf8");
    for (const name of [...newer, "add_prompt_files", '"args"', "working_dir"])
      expect(schema).toContain(name);
  });
});

describe("what users see", () => {
  const example = (): Engine => created({ plugins: [], hookFolders: [join(root, "examples/docker-agent")] });
  row(86, "one canonical example covers all twelve events", () => {
    expect(all.filter((event) => !example().has(event as "stop"))).toEqual([]);
  });
  row(87, "and both kinds of handlers", async () => {
    const kinds = all
      .flatMap((event) => example().getHookContributions(event as "stop"))
      .map(({ handler }) => handler?.kind);
    expect([...new Set(kinds)].sort()).toEqual(["builtin", "command"]);
    const cwd = createFolder({ "AGENTS.md": "Be kind." });
    const run = await fire(example(), "pre_tool_use", {
      tool_name: "shell",
      tool_input: { cmd: "rm -rf /" },
      cwd,
    });
    expect([run.ok, run.result?.["blockReason"]]).toEqual([false, "that removes everything"]);
    expect(context(await fire(example(), "turn_start", { cwd }))).toMatch(
      /^Build: green\nToday's date: [\d-]+\nBe kind\.$/,
    );
  });
  row(89, "the shims for each event are gone: every caller dispatches", async () => {
    const project = createProject({
      "repo/.interlock/hooks/a.yaml":
        "agents: {root: {hooks: {turn_start: [{type: command, command: echo hi}]}}}",
    });
    const { stdout } = project.interlock(["dispatch", "turn_start", "--dialect", "docker-agent"], {});
    expect(JSON.parse(stdout)).toEqual({
      hook_specific_output: { hook_event_name: "turn_start", additional_context: "hi" },
    });
  });
});

describe("what was fixed along the way", () => {
  row(94, "the working directory is the process's own if nobody passes one", async () => {
    const folder = createFolder({ "hooks/a.yaml": "agents: {root: {add_environment_info: true}}" });
    const engine = created({ plugins: [], hookFolders: [folder] });
    expect(context(await fire(engine, "session_start", {}))).toContain(
      `Working directory: ${process.cwd()}\n`,
    );
  });
  row(97, "the content of prompt files is the last of a turn's context", async () => {
    const cwd = createFolder({ "A.md": "the files" });
    const engine = engineOf([
      "agents: {root: {add_prompt_files: [A.md], add_date: true, hooks: {turn_start: [{type: command, command: echo first}]}}}",
    ]);
    expect(context(await fire(engine, "turn_start", { cwd }))).toMatch(
      /^first\nToday's date: .*\nthe files$/,
    );
  });
  row(100, "plain stdout of turn_start and session_start is AdditionalContext", async () => {
    for (const event of ["turn_start", "session_start"])
      expect(
        context(await fire(engineOf([`${event}: [{type: command, command: echo plain}]`]), event, {})),
      ).toBe("plain");
  });
  row(103, "hooks are the same by type, command and args", async () => {
    const hook = (more: string): string => `{type: command, command: c${more}}`;
    const engine = engineOf(
      [
        `stop: [${["", ", args: [a]", ", args: [b]", ", args: [a]", ", timeout: 9", ", on_error: ignore", ", env: {A: '1'}", ", working_dir: x"].map(hook).join(", ")}]`,
      ],
      echoing(),
    );
    expect((await fire(engine, "stop", {})).trace.filter(({ state }) => state === "applied")).toHaveLength(3);
  });
  row(104, "two add_prompt_files with different files are two invocations", async () => {
    const cwd = createFolder({ "a.md": "A", "b.md": "B" });
    const builtin = (file: string): string => `{type: builtin, command: add_prompt_files, args: [${file}]}`;
    const engine = engineOf([
      `turn_start: [${builtin("a.md")}, ${builtin("b.md")}]`,
      `turn_start: [${builtin("a.md")}]`,
    ]);
    expect(context(await fire(engine, "turn_start", { cwd }))).toBe("A\nB");
  });
  row(106, "merging keeps stop, notification and the new events of both, in their order", async () => {
    const file = (who: string): string =>
      all
        .map((event) => `${event}: [${[1, 2].map((n) => `{type: command, command: ${who}${n}}`).join(", ")}]`)
        .join("\n");
    const engine = engineOf([file("base"), file("cli")], echoing());
    for (const event of all)
      expect([event, context(await fire(engine, event))]).toEqual([event, "base1\nbase2\ncli1\ncli2"]);
  });
  row(
    106,
    "the order of an event does not depend on hooks of other events, nor on how many there are",
    async () => {
      const many = Array.from({ length: 11 }, (_, i) => `{type: command, command: c${i}}`).join(", ");
      const engine = engineOf(
        [
          `stop: [{type: command, command: x}]\nturn_start: [${many}]`,
          "turn_start: [{type: command, command: last}]",
        ],
        echoing(),
      );
      expect(context(await fire(engine, "turn_start", {}))).toBe(
        [...Array.from({ length: 11 }, (_, i) => `c${i}`), "last"].join("\n"),
      );
    },
  );
  row(107, "the same hook in two layers runs once; a file of the same name in both is merged", async () => {
    const project = createProject({
      "user/interlock/hooks/agent.yaml":
        "turn_start: [{type: command, command: echo both, timeout: 3}, {type: command, command: echo user}]",
      "repo/.interlock/hooks/agent.yaml":
        "turn_start: [{type: command, command: echo both}, {type: command, command: echo repository}]",
    });
    expect(context(await project.dispatch("turn_start"))).toBe("both\n\nuser\n\nrepository");
    expect(project.warnings()).toBe("");
  });
  row(109, "a hook that fails is a warning, at every event but where it must not pass", async () => {
    for (const event of all) {
      const registry = createHandlerRegistry().registerHandler("command", () => () => {
        throw new Error("no");
      });
      const { ok, problems } = await fire(
        engineOf([`${event}: [{type: command, command: c}]`], registry),
        event,
      );
      expect([event, ok, problems.map(({ severity }) => severity)]).toEqual([
        event,
        event !== "pre_tool_use",
        [event === "pre_tool_use" ? "error" : "warning"],
      ]);
    }
  });
});

describe("docker-agent as it is today", () => {
  test.each(today)("%s is an event, with a point of its own", (event) => {
    const point = resolvePoint(event) as PointName;
    expect(pointOf(point).aliases).toContain(event);
    expect(dialects["docker-agent"].events).toHaveProperty(event, point);
    expect(engineOf([`${event}: [{type: command, command: c}]`], echoing()).has(event as "stop")).toBe(true);
  });

  test.each([
    "permission_request",
    "tool_guard",
    "user_prompt_submit",
    "user_followup_submit",
    "pre_compact",
    "worktree_create",
  ])("%s can block", async (event) => {
    const engine = engineOf([`${event}: [{type: command, command: "echo no >&2; exit 2"}]`]);
    const { ok, result } = await fire(engine, event);
    expect([ok, result?.["blockReason"]]).toEqual([false, "no"]);
  });

  test("tool_response_transform changes what the tool said", async () => {
    const registry = createHandlerRegistry().registerBuiltin("hide", ({ tool_response }) => ({
      hook_specific_output: { updated_tool_response: String(tool_response).replace("secret", "***") },
    }));
    const engine = engineOf(
      ["tool_response_transform: [{matcher: shell, hooks: [{type: builtin, command: hide}]}]"],
      registry,
    );
    const { payload } = await fire(engine, "tool_response_transform", {
      tool_name: "shell",
      tool_response: "a secret",
    });
    expect(payload?.["tool_response"]).toBe("a ***");
  });

  test("a failing pre_tool_use fails closed, whatever its on_error is", async () => {
    for (const file of [
      "agents: {root: {hooks: {pre_tool_use: [{type: command, command: exit 1, on_error: ignore}]}}}",
      "pre_tool_use: [{type: command, command: exit 1, dialect: docker-agent}]",
    ]) {
      const engine = engineOf([file]);
      expect((await engine.dispatchAsync("pre_tool_use" as "stop", { tool_name: "shell" })).ok).toBe(false);
    }
    const project = createProject({
      "repo/.interlock/hooks/a.yaml": "pre_tool_use: [{type: command, command: exit 1}]",
    });
    expect((await project.dispatch("pre_tool_use", { tool_name: "shell" })).ok).toBe(true);
    const { status, stderr } = project.interlock(["dispatch", "pre_tool_use", "--dialect", "docker-agent"], {
      tool_name: "shell",
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining("exited with 1")]);
  });

  test("working_dir and env as a map reach the program", async () => {
    const folder = createFolder({
      "0/hooks/agent.yaml": `session_start: [{type: command, command: 'echo "$(basename "$PWD") $PROFILE $PRICE"', working_dir: sub, env: {PROFILE: "dev-\${env.STAGE}", PRICE: $5}}]`,
      "sub/x": "",
    });
    const engine = created({
      plugins: [],
      hookFolders: [join(folder, "0")],
      env: { STAGE: "one", PATH: "/usr/bin:/bin" },
    });
    expect(context(await fire(engine, "session_start", { cwd: folder }))).toBe("sub dev-one $5");
  });

  test("an unknown event is a warning that names it, and the others run", async () => {
    const folder = createFolder({
      "hooks/agent.yaml":
        "agents: {root: {hooks: {on_coffee: [{type: command, command: x}], stop: [{type: builtin, command: add_date}]}}}",
    });
    const { engine, diagnostics } = createEngine({ plugins: [], hookFolders: [folder] });
    expect(diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      ["warning", "unknown hook point 'on_coffee'"],
    ]);
    expect(engine?.count("stop")).toBe(1);
  });

  test("contexts are joined by a line's end in its dialect, by a blank line elsewhere", async () => {
    const file = "turn_start: [{type: command, command: a}, {type: command, command: b}]";
    const engine = engineOf([file], echoing());
    expect(context(await engine.dispatchAsync("turn_start", {}))).toBe("a\n\nb");
    expect(context(await fire(engine, "turn_start", {}))).toBe("a\nb");
  });
});
