/** The document on hooks of a repository, sentence by sentence: each row is the line of a promise, what it says, and a test. */
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createEmitter } from "../../examples/adapters/repository-hooks.mjs";
import { createEngine, createHandlerRegistry, type Engine, type RunResult } from "../../library/index.ts";
import { created } from "../library/workspace.ts";
import { allowAll, createProject } from "../lifecycle/project.ts";
import { createPrograms } from "../lifecycle/programs.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { root } from "../support/paths.ts";

const examples = join(root, "examples/repository-hooks");
const events = [
  "UserPromptSubmit",
  "PreAbilityCall",
  "PostAbilityCall",
  "SessionStart",
  "SessionEnd",
  "SessionStop",
];

/** A hook file; `more`: keys at its top. */
const file = (id: string, event: string, more = ""): string =>
  `id: ${id}\nevent_type: ${event}\nhandler: {kind: script, command: ${id}}\n${more}`;

type Said = { [id: string]: unknown };

/** An engine whose handlers say this; those that throw, fail. */
function engineOf(files: { [name: string]: string }, said: Said = {}, environment = "dev"): Engine {
  const entries = Object.entries(files).map(([name, text]) => [`.system/hooks/${name}.yaml`, text]);
  const folder = createFolder({ ".system/hooks/.keep": "", ...Object.fromEntries(entries) });
  const registry = createHandlerRegistry().registerHandler("command", ({ id }) => (payload) => {
    const answer = said[id];
    return typeof answer === "function" ? (answer as (given: unknown) => unknown)(payload) : answer;
  });
  return created({ plugins: [], hookFolders: [join(folder, ".system")], registry, config: { environment } });
}

function emit(engine: Engine, event: string, context: object = {}): Promise<RunResult> {
  return engine.dispatchAsync(event as "stop", { ability_id: "a", ...context });
}

const fails = (): never => {
  throw new Error("no");
};

/** The repository of the document, in a folder of its own, where all of its hooks are switched on. */
function repository(environment = "dev"): { folder: string; engine: Engine } {
  const folder = createPrograms({});
  cpSync(examples, folder, { recursive: true });
  const stop = join(folder, ".system/hooks/session_stop_build_check.yaml");
  writeFileSync(stop, readFileSync(stop, "utf8").replace("enabled: false", "enabled: true"));
  const hookFolders = [join(folder, ".system")];
  return { folder, engine: created({ plugins: [], hookFolders, config: { environment } }) };
}

function row(line: number, says: string, holds: () => Promise<void> | void): void {
  test(`line ${line}: ${says}`, holds);
}

/** The context of 2.3. */
const called = {
  event_type: "PostAbilityCall",
  session_id: "sess-123",
  ability_id: "billing_regression",
  operation_key: "workflow.billing.regression",
  status: "success",
  duration_ms: 187000,
  input_summary: "Run regression tests against non-prod billing",
  output_summary: "All 42 test cases passed",
  tool_call_path: ".system/implement/task-123/tool_call.md",
  timestamp: "2025-01-15T10:23:45Z",
};

describe("0 purpose", () => {
  row(9, "deterministic: the same event gives the same result", async () => {
    const engine = engineOf(
      { a: file("a", "SessionEnd"), b: file("b", "SessionEnd") },
      { a: { logs: [1] }, b: { logs: [2] } },
    );
    const runs = await Promise.all(Array.from({ length: 5 }, () => emit(engine, "SessionEnd")));
    expect(runs.map(({ result }) => result)).toEqual(Array.from({ length: 5 }, () => ({ logs: [1, 2] })));
  });
  row(16, "the system keeps working even if all hooks are disabled", async () => {
    const engine = engineOf({ a: file("a", "SessionStop", "enabled: false\n") }, { a: fails });
    expect(await emit(engine, "SessionStop")).toMatchObject({ ok: true, result: null, problems: [] });
  });
});

describe("1 concepts", () => {
  for (const [line, event] of [
    [32, "UserPromptSubmit"],
    [33, "PreAbilityCall"],
    [34, "PostAbilityCall"],
    [76, "SessionStart"],
    [76, "SessionEnd"],
    [34, "SessionStop"],
  ] as const)
    row(line, `${event} is an event that hooks listen to`, async () => {
      const engine = engineOf({ a: file("a", event) }, { a: { usage_recorded: true } });
      expect([engine.has(event as "stop"), (await emit(engine, event)).result]).toEqual([
        true,
        { usage_recorded: true },
      ]);
    });
  row(36, "a hook binds one or more events to a handler", async () => {
    const engine = engineOf({ a: file("a", "[SessionStart, SessionStop]") }, { a: { logs: ["here"] } });
    const results = [];
    for (const event of events) results.push((await emit(engine, event)).result !== null);
    expect(results).toEqual([false, false, false, true, false, true]);
  });
  row(37, "which event_type it listens to: a name that is none is reported", () => {
    const folder = createFolder({ "hooks/a.yaml": file("a", "PostAbilityCal") });
    const { engine, diagnostics } = createEngine({ plugins: [], hookFolders: [folder] });
    expect([engine === null, diagnostics[0]?.severity, diagnostics[0]?.hint]).toEqual([
      false,
      "warning",
      "did you mean 'PostAbilityCall'?",
    ]);
  });
  row(41, "a handler gets structured context, and returns a structured result", async () => {
    const engine = engineOf({ a: file("a", "PostAbilityCall") }, { a: (given: object) => ({ seen: given }) });
    expect((await emit(engine, "PostAbilityCall", called)).result).toEqual({ seen: called });
  });
  row(50, "the stage of orchestration is part of the context", async () => {
    for (const stage of ["understand", "plan", "act", "review"]) {
      const engine = engineOf(
        { a: file("a", "SessionEnd") },
        { a: ({ stage: told }: { stage: string }) => ({ logs: [told] }) },
      );
      expect((await emit(engine, "SessionEnd", { stage })).result).toEqual({ logs: [stage] });
    }
  });
  row(66, "PreAbilityCall: precondition checks", async () => {
    const engine = engineOf({ a: file("a", "PreAbilityCall") }, { a: { error: "no database" } });
    expect((await emit(engine, "PreAbilityCall")).ok).toBe(false);
  });
  row(90, "the orchestrator invokes each handler with the context, in one order", async () => {
    const seen: unknown[] = [];
    const see = (id: string) => (given: object) => void seen.push([id, given]);
    const engine = engineOf(
      {
        b: file("b", "SessionStop"),
        a: file("a", "SessionStop"),
        c: file("c", "SessionStop", "priority: 50\n"),
      },
      { a: see("a"), b: see("b"), c: see("c") },
    );
    await emit(engine, "SessionStop", { session_id: "s" });
    expect(seen).toEqual(["c", "a", "b"].map((id) => [id, { ability_id: "a", session_id: "s" }]));
  });
  row(96, "it merges the results of the handlers", async () => {
    const engine = engineOf(
      { a: file("a", "SessionEnd"), b: file("b", "SessionEnd") },
      { a: { messages_to_user: ["one"], x: 1 }, b: { messages_to_user: ["two"], y: 2 } },
    );
    expect((await emit(engine, "SessionEnd")).result).toEqual({
      messages_to_user: ["one", "two"],
      x: 1,
      y: 2,
    });
  });
  row(98, "no hooks for an event: nothing special happens", async () => {
    for (const event of events)
      expect(await emit(engineOf({}), event)).toMatchObject({
        ok: true,
        result: null,
        trace: [],
        problems: [],
      });
  });
});

describe("2.1 hook registry files", () => {
  row(111, "one file per hook, in `hooks` of a folder", () => {
    const { engine } = repository();
    expect(events.map((event) => engine.count(event as "stop"))).toEqual([1, 1, 1, 0, 0, 1]);
  });
  row(118, "the example definition is valid, to the letter", () => {
    const { diagnostics } = createEngine({ plugins: [], hookFolders: [join(examples, ".system")] });
    expect(diagnostics).toEqual([]);
  });
  row(120, "id names it", () => {
    expect(repository().engine.getHookByName("post_tool_use_tracker")?.point).toBe("ability.call.after");
  });
  row(122, "enabled: true and false", () => {
    const engine = engineOf({
      a: file("a", "SessionEnd", "enabled: true\n"),
      b: file("b", "SessionEnd", "enabled: false\n"),
    });
    expect(engine.getHookContributions("SessionEnd" as "stop").map(({ id }) => id)).toEqual(["a"]);
  });
  row(124, "summary says what it is for", () => {
    const [hook] = repository().engine.getHookContributions("PostAbilityCall" as "stop");
    expect(hook?.summary).toMatch(/^Track every ability\/tool call in a central log/);
  });
  row(129, "match is optional: without it the hook sees all calls", async () => {
    const engine = engineOf({ a: file("a", "PostAbilityCall") }, { a: { logs: ["ran"] } });
    for (const ability_id of ["x", "a/b", ""])
      expect((await emit(engine, "PostAbilityCall", { ability_id })).result).toEqual({ logs: ["ran"] });
  });
  const matching = async (match: string, context: object): Promise<boolean> => {
    const engine = engineOf(
      { a: file("a", "PostAbilityCall", `match: ${match}\n`) },
      { a: { logs: ["ran"] } },
    );
    return (await emit(engine, "PostAbilityCall", context)).result !== null;
  };
  row(130, 'ability_scope: "*" is all abilities, and a glob some', async () => {
    const held = [];
    for (const [scope, ability_id] of [
      ["*", "any"],
      ["*", "a/b"],
      ["billing_*", "billing_x"],
      ["billing_*", "auth_x"],
      ["{billing,auth}_?", "auth_x"],
      ["Billing_*", "billing_x"],
    ])
      held.push(await matching(`{ability_scope: "${scope}"}`, { ability_id }));
    expect(held).toEqual([true, true, true, false, true, false]);
  });
  row(131, "min_duration_ms: at least that long; 0 is any", async () => {
    expect([
      await matching("{min_duration_ms: 100}", { duration_ms: 100 }),
      await matching("{min_duration_ms: 100}", { duration_ms: 99 }),
      await matching("{min_duration_ms: 0}", {}),
    ]).toEqual([true, false, true]);
  });
  row(134, "kind: script with a command, which begins at the repository", async () => {
    const { engine, folder } = repository();
    expect((await emit(engine, "PostAbilityCall", called)).result).toEqual({ usage_recorded: true });
    expect(readFileSync(join(folder, ".system/logs/hooks.log"), "utf8")).toContain(
      '"ability_id": "billing_regression"',
    );
  });
  row(146, "effects is descriptive, not a programming language", async () => {
    const engine = engineOf(
      { a: file("a", "SessionEnd", "effects:\n  - append_to: x.md\n  - {run: rm}\n  - words\n") },
      { a: { logs: ["ran"] } },
    );
    expect((await emit(engine, "SessionEnd")).result).toEqual({ logs: ["ran"] });
  });
});

describe("2.2 registration", () => {
  const layer = (name: string): string => `repo/.interlock/hooks/${name}`;
  const registered = (files: {
    [path: string]: string;
  }): { status: number | null; stdout: string; stderr: string } =>
    createProject(files).interlock(["hooks", "--registration"]);
  row(160, "the definitions are discovered by a scan of the folder", () => {
    const { stdout } = registered({
      [layer("b.yaml")]: file("b", "SessionEnd"),
      [layer("a.yml")]: file("a", "SessionStop"),
      [layer("c.txt")]: "no hook",
    });
    expect(Object.keys(JSON.parse(stdout) as object).sort()).toEqual(["SessionEnd", "SessionStop"]);
  });
  row(
    161,
    "each file is parsed, and its basic fields are checked: one that is wrong is reported, and leaves the others working",
    () => {
      const wrong: { [name: string]: string } = {
        "no yaml": "id: [x\n",
        "a list": "- id: x\n",
        "no handler": "id: x\nevent_type: SessionEnd\n",
        "an unknown event": file("x", "SessionEnded"),
        "an unknown key": file("x", "SessionEnd", "blokcing: true\n"),
        "a kind that is none": "id: x\nevent_type: SessionEnd\nhandler: {kind: sript, command: x}\n",
        "an id that is taken": file("good", "SessionEnd"),
      };
      const files = Object.values(wrong).map((text, i) => [`.system/hooks/wrong_${i}.yaml`, text]);
      const folder = createFolder({
        ".system/hooks/good.yaml": file("good", "SessionEnd"),
        ...Object.fromEntries(files),
      });
      const { engine, diagnostics } = createEngine({ plugins: [], hookFolders: [join(folder, ".system")] });
      expect(engine?.getHookContributions("SessionEnd" as "stop").map(({ id }) => id)).toEqual(["good"]);
      const named = files.filter(([path]) =>
        diagnostics.some(({ severity, source }) => severity === "warning" && source.includes(path as string)),
      );
      expect(named).toHaveLength(files.length);
    },
  );
  row(161, "the registration and the events go on beside a wrong file, too", async () => {
    const project = createProject({
      [layer("good.yaml")]: file("good", "SessionEnd").replace("command: good", "command: 'true'"),
      [layer("wrong.yaml")]: "id: [x\n",
    });
    const { status, stdout, stderr } = project.interlock(["hooks", "--registration"]);
    expect([status, Object.keys(JSON.parse(stdout) as object), stderr]).toEqual([
      0,
      ["SessionEnd"],
      expect.stringContaining("wrong.yaml"),
    ]);
    const dispatched = project.interlock(["dispatch", "SessionEnd"], {});
    expect([dispatched.status, dispatched.stdout]).toEqual([0, expect.stringContaining("wrong.yaml")]);
  });
  row(163, "enabled and environment filters are respected", () => {
    const files = {
      [layer("dev.yaml")]: file("dev_only", "SessionEnd", "environments: [dev]\n"),
      [layer("all.yaml")]: file("all", "SessionEnd"),
      [layer("off.yaml")]: file("off", "SessionEnd", "enabled: false\n"),
      [layer("token.yaml")]: file("token", "SessionEnd", "when: {envPresent: [NO_SUCH_TOKEN]}\n"),
    };
    const install = (environment: string): string =>
      `${allowAll.replace("repository: on", "repository: on, env: [NO_SUCH_TOKEN]")}config: {environment: ${environment}}\n`;
    const ids = (environment: string): string[] => {
      const { stdout } = registered({ ...files, "install.yaml": install(environment) });
      return ((JSON.parse(stdout) as { SessionEnd: { id: string }[] }).SessionEnd ?? []).map(({ id }) => id);
    };
    expect([ids("dev"), ids("prod")]).toEqual([["all", "dev_only"], ["all"]]);
  });
  row(165, "JSON describing hooks grouped by event_type, as in the example", () => {
    const project = createProject({ "install.yaml": `${allowAll}config: {environment: dev}\n` });
    const hooks = join(project.top, ".interlock/hooks");
    cpSync(join(examples, ".system/hooks"), hooks, { recursive: true });
    rmSync(join(hooks, "guardrail.yaml"));
    const stop = join(hooks, "session_stop_build_check.yaml");
    writeFileSync(stop, readFileSync(stop, "utf8").replace("enabled: false", "enabled: true"));
    const entry = (id: string): object => ({
      id,
      handler: { kind: "script", command: `./scripts/hooks/${id}.sh` },
    });
    expect(JSON.parse(project.interlock(["hooks", "--registration"]).stdout)).toEqual({
      UserPromptSubmit: [entry("skill_activation_prompt")],
      PostAbilityCall: [entry("post_tool_use_tracker")],
      SessionStop: [entry("session_stop_build_check")],
    });
  });
});

describe("2.3 execution contract", () => {
  row(207, "a JSON object on stdin for scripts", async () => {
    const { engine, folder } = repository();
    await emit(engine, "PostAbilityCall", called);
    expect(JSON.parse(readFileSync(join(folder, ".system/logs/hooks.log"), "utf8"))).toMatchObject(called);
  });
  row(207, "a structured argument for handlers in the process", async () => {
    const engine = engineOf({ a: file("a", "PostAbilityCall") }, { a: (given: object) => ({ given }) });
    expect((await emit(engine, "PostAbilityCall", called)).result).toEqual({ given: called });
  });
  row(208, "a JSON object on stdout is the result", async () => {
    const { engine } = repository();
    expect((await emit(engine, "UserPromptSubmit", { user_message: "x" })).result).toHaveProperty(
      "suggested_abilities",
    );
  });
  row(229, "logs and usage_recorded of the example", async () => {
    const said = {
      logs: [{ level: "info", message: "Recorded billing_regression run to tool_call.md" }],
      usage_recorded: true,
    };
    expect(
      (await emit(engineOf({ a: file("a", "PostAbilityCall") }, { a: said }), "PostAbilityCall")).result,
    ).toEqual(said);
  });
  row(241, "a handler that fails is non-fatal at every event, however it fails", async () => {
    for (const event of events)
      for (const answer of [fails, 5, "text", [], true]) {
        const { ok, problems } = await emit(engineOf({ a: file("a", event) }, { a: answer }), event);
        expect([event, ok, problems.map(({ severity }) => severity)]).toEqual([event, true, ["warning"]]);
      }
  });
  row(241, "exit status 2 is a failure, too, and the main flow goes on", async () => {
    const folder = createPrograms({
      ".system/hooks/a.yaml": `id: a\nevent_type: [${events.join(", ")}]\nhandler: {kind: script, command: "echo why >&2; exit 2"}\n`,
    });
    const engine = created({ plugins: [], hookFolders: [join(folder, ".system")] });
    for (const event of events) {
      const { ok, result, problems } = await emit(engine, event);
      expect([event, ok, result, problems[0]?.message]).toEqual([
        event,
        true,
        null,
        expect.stringContaining("exited with 2: why"),
      ]);
    }
  });
  row(242, "unless the hook is marked as blocking in its file", async () => {
    for (const event of events) {
      const engine = engineOf({ a: file("a", event, "blocking: true\n") }, { a: fails });
      expect([event, (await emit(engine, event)).ok]).toEqual([event, false]);
    }
    const folder = createPrograms({
      ".system/hooks/a.yaml": `id: a\nevent_type: [${events.join(", ")}]\nblocking: true\nhandler: {kind: script, command: "echo why >&2; exit 2"}\n`,
    });
    const engine = created({ plugins: [], hookFolders: [join(folder, ".system")] });
    for (const event of events) {
      const { ok, problems } = await emit(engine, event);
      expect([event, ok, problems[0]?.message]).toEqual([event, false, expect.stringContaining("why")]);
    }
  });
});

describe("3 built-in hook points and examples", () => {
  const shown = readdirSync(join(examples, ".system/hooks"));
  row(255, "the three definitions of the document are examples, to the letter", () => {
    expect(shown.sort()).toEqual([
      "guardrail.yaml",
      "post_tool_use_tracker.yaml",
      "session_stop_build_check.yaml",
      "skill_activation_prompt.yaml",
    ]);
  });
  row(276, "UserPromptSubmit: abilities and messages are suggested", async () => {
    const context = {
      event_type: "UserPromptSubmit",
      session_id: "sess-789",
      user_message: "I need to run the full billing regression tests",
      files_touched: [],
      stage: "understand",
      timestamp: "2025-01-15T09:00:00Z",
    };
    const { ok, result } = await emit(repository().engine, "UserPromptSubmit", context);
    expect([ok, result]).toEqual([
      true,
      {
        suggested_abilities: [
          {
            id: "billing_regression",
            reason: "Matches 'billing regression tests' and regression workflow scope",
            confidence: 0.9,
          },
        ],
        messages_to_user: ["You can run the billing regression workflow ability to execute the full suite."],
      },
    ]);
  });
  row(304, "the hook only provides hints: nothing of the call changes", async () => {
    const given = { ability_id: "a", user_message: "x" };
    expect((await emit(repository().engine, "UserPromptSubmit", given)).payload).toEqual(given);
  });
  row(359, "update_matcher_suggestions are passed on", async () => {
    const said = {
      update_matcher_suggestions: [
        { ability_id: "code_review_agent", signal: "frequent_usage", weight: 0.7 },
      ],
    };
    expect(
      (await emit(engineOf({ a: file("a", "PostAbilityCall") }, { a: said }), "PostAbilityCall")).result,
    ).toEqual(said);
  });
  row(381, "enabled: false is opt-in", () => {
    const engine = created({ plugins: [], hookFolders: [join(examples, ".system")] });
    expect(engine.has("SessionStop" as "stop")).toBe(false);
  });
  row(388, "only_if_changed_paths: only if a changed file matches", async () => {
    const ran = async (changed_files: string[], repository_root?: string): Promise<boolean> =>
      (
        await emit(repository().engine, "SessionStop", {
          changed_files,
          ...(repository_root === undefined ? {} : { repository_root }),
        })
      ).result !== null;
    expect(await ran(["services/billing/src/invoice.ts", "services/billing/src/line_item.ts"])).toBe(true);
    expect([
      await ran(["docs/a.md"]),
      await ran([]),
      await ran(["Services/a"]),
      await ran(["./apps/web.ts"]),
    ]).toEqual([false, false, false, true]);
    expect([await ran(["/r/services/a"], "/r"), await ran(["/other/services/a"], "/r")]).toEqual([
      true,
      false,
    ]);
  });
  row(424, "follow_up_actions are passed on in both of the document's forms", async () => {
    const actions = [
      { kind: "open_file", path: "services/billing/src/invoice.ts" },
      { kind: "open_file", payload: { path: "x" } },
    ];
    const engine = engineOf({ a: file("a", "SessionStop") }, { a: { follow_up_actions: actions } });
    expect((await emit(engine, "SessionStop")).result).toEqual({ follow_up_actions: actions });
  });
});

describe("4.1 contexts", () => {
  row(444, "base fields, and those of each event", async () => {
    const base = { session_id: "s", timestamp: "t", repository_root: "/r", stage: "plan" };
    for (const [event, own] of [
      ["UserPromptSubmit", { user_message: "m", files_touched: ["a"] }],
      ["PreAbilityCall", { operation_key: "k", planned_input_summary: "p" }],
      [
        "PostAbilityCall",
        {
          operation_key: "k",
          status: "skipped",
          duration_ms: 1,
          input_summary: "i",
          output_summary: "o",
          tool_call_path: "t",
        },
      ],
      ["SessionStop", { changed_files: ["a"] }],
    ] as const) {
      const engine = engineOf({ a: file("a", event) }, { a: (given: object) => ({ given }) });
      const context = { ability_id: "a", event_type: event, ...base, ...own };
      expect((await emit(engine, event, context)).result).toEqual({ given: context });
    }
  });
  row(454, "a field of another type is refused, and named", async () => {
    for (const [event, wrong] of [
      ["UserPromptSubmit", { user_message: 5 }],
      ["UserPromptSubmit", { files_touched: "a" }],
      ["SessionStop", { changed_files: [1] }],
      ["PostAbilityCall", { duration_ms: "1" }],
      ["PreAbilityCall", { operation_key: {} }],
      ["SessionEnd", { session_id: 1 }],
    ] as const) {
      const engine = engineOf({ a: file("a", event) }, { a: { logs: ["ran"] } });
      const { ok, result, problems } = await emit(engine, event, wrong);
      expect([ok, result, problems[0]?.message]).toEqual([
        false,
        null,
        expect.stringContaining(`'${Object.keys(wrong)[0]}'`),
      ]);
    }
  });
  row(484, "contexts are extended with additional fields", async () => {
    const engine = engineOf(
      { a: file("a", "SessionEnd") },
      { a: ({ house_field }: { house_field: unknown }) => ({ logs: [house_field] }) },
    );
    expect((await emit(engine, "SessionEnd", { house_field: { x: 1 } })).result).toEqual({
      logs: [{ x: 1 }],
    });
  });
});

describe("4.2 results", () => {
  const merged = async (...answers: object[]): Promise<unknown> => {
    const files = answers.map((_, i) => [`h${i}`, file(`h${i}`, "PostAbilityCall")]);
    const said = answers.map((answer, i) => [`h${i}`, answer]);
    return (await emit(engineOf(Object.fromEntries(files), Object.fromEntries(said)), "PostAbilityCall"))
      .result;
  };
  for (const [line, field, one, two] of [
    [494, "logs", { level: "debug", message: "m" }, { level: "error", message: "n" }],
    [496, "messages_to_user", "one", "two"],
    [498, "suggested_abilities", { id: "a", reason: "r" }, { id: "b", reason: "r", confidence: 0.5 }],
    [504, "suggested_documents", { path: "a", reason: "r", stage: "act" }, { path: "b", reason: "r" }],
    [519, "follow_up_actions", { kind: "open_file", payload: {} }, { kind: "create_task", payload: {} }],
  ] as const)
    row(line, `${field} of all handlers, in their order`, async () => {
      expect(await merged({ [field]: [one] }, {}, { [field]: [two] })).toEqual({ [field]: [one, two] });
    });
  row(511, "new_intent is there by its name, and all of them beside it", async () => {
    const [first, second] = [
      { scope: "s", topic: "t", stage: "plan", intent: "i", signals: {} },
      { intent: "j" },
    ];
    expect(await merged({ new_intent: first })).toEqual({ new_intent: first, new_intents: [first] });
    expect(await merged({ new_intent: first }, { new_intent: second })).toEqual({
      new_intent: second,
      new_intents: [first, second],
    });
  });
  row(524, "usage_recorded: true and false", async () => {
    expect([
      await merged({ usage_recorded: false }),
      await merged({ usage_recorded: true }, { usage_recorded: false }),
      await merged({ usage_recorded: false }, { usage_recorded: true }),
      await merged({ logs: [1] }),
    ]).toEqual([
      { usage_recorded: false },
      { usage_recorded: true },
      { usage_recorded: true },
      { logs: [1] },
    ]);
  });
  row(526, "error", async () => {
    expect(await merged({ error: "late" }, { error: "later" })).toEqual({ error: "late" });
  });
  row(530, "the orchestrator logs, surfaces, passes on and queues: the adapter", async () => {
    const heard: unknown[] = [];
    const to = Object.fromEntries(
      ["log", "tell", "suggestAbilities", "suggestDocuments", "route", "queue"].map((name) => [
        name,
        (said: unknown) => void heard.push([name, said]),
      ]),
    );
    const said = {
      logs: [{ level: "info", message: "m" }],
      messages_to_user: ["hi"],
      suggested_abilities: [{ id: "a" }],
      suggested_documents: [{ path: "d" }],
      new_intent: { intent: "i" },
      follow_up_actions: [{ kind: "open_file" }],
    };
    const engine = engineOf({ a: file("a", "SessionStop") }, { a: said });
    const { ok } = await createEmitter(engine, to)("SessionStop", { session_id: "s" });
    expect([ok, heard]).toEqual([
      true,
      [
        ["log", said.logs[0]],
        ["tell", "hi"],
        ["suggestAbilities", said.suggested_abilities],
        ["suggestDocuments", said.suggested_documents],
        ["route", said.new_intent],
        ["queue", said.follow_up_actions[0]],
      ],
    ]);
  });
  row(536, "follow_up_actions are passed on, and never run by interlock itself", async () => {
    const { folder, engine } = repository();
    await emit(engine, "SessionStop", { changed_files: ["services/a"] });
    expect(readdirSync(folder).sort()).toEqual([".system", "scripts"]);
  });
});

describe("4.3 patterns", () => {
  row(545, "the logging handler, to the letter: it writes the context, and says usage_recorded", async () => {
    const { engine, folder } = repository();
    const { result } = await emit(engine, "PostAbilityCall", called);
    expect(result).toEqual({ usage_recorded: true });
    expect(JSON.parse(readFileSync(join(folder, ".system/logs/hooks.log"), "utf8"))).toMatchObject({
      status: "success",
    });
  });
  row(597, "a new_intent at UserPromptSubmit and SessionStop", async () => {
    const new_intent = {
      scope: "execution.quality_gates",
      topic: "pre_commit_checks",
      stage: "plan",
      intent: "ensure_code_quality_before_commit",
      signals: { cli_command: "make dev_check" },
    };
    for (const event of ["UserPromptSubmit", "SessionStop"])
      expect(
        (await emit(engineOf({ a: file("a", event) }, { a: { new_intent } }), event)).result,
      ).toMatchObject({ new_intent });
  });
  row(625, "a soft guardrail may only warn", async () => {
    const said = { messages_to_user: ["careful"] };
    expect(
      await emit(engineOf({ a: file("a", "PreAbilityCall") }, { a: said }), "PreAbilityCall"),
    ).toMatchObject({ ok: true, result: said });
  });
  row(626, "or mark the call as blocked by an error, with its messages", async () => {
    const { ok, result } = await emit(repository().engine, "PreAbilityCall", {
      operation_key: "deploy.production.eu",
    });
    expect([ok, result]).toMatchObject([
      false,
      {
        error: "blocked_by_policy",
        messages_to_user: ["This ability would write to production. In this environment, it is blocked."],
      },
    ]);
    const stop = engineOf({ a: file("a", "SessionStop") }, { a: { error: "unsaved" } });
    expect((await emit(stop, "SessionStop")).ok).toBe(false);
  });
});

describe("5 flows, and 6 maintenance", () => {
  row(649, "a prompt, a suggestion, and the record of the call", async () => {
    const { engine, folder } = repository();
    const { result } = await emit(engine, "UserPromptSubmit", {
      user_message: "Run the full billing regression tests for me.",
    });
    expect(result).toHaveProperty("suggested_abilities");
    await emit(engine, "PostAbilityCall", called);
    expect(readFileSync(join(folder, ".system/logs/hooks.log"), "utf8").split("\n")).toHaveLength(2);
  });
  row(725, "a hook is enabled in dev environments only", async () => {
    const files = { a: file("a", "SessionStop", "environments: [dev]\n") };
    const said = { a: { logs: ["ran"] } };
    expect([
      (await emit(engineOf(files, said, "dev"), "SessionStop")).result,
      (await emit(engineOf(files, said, "prod"), "SessionStop")).result,
    ]).toEqual([{ logs: ["ran"] }, null]);
  });
  row(777, "a script without the right permissions says so", async () => {
    const folder = createFolder({
      ".system/hooks/a.yaml":
        "id: a\nevent_type: SessionEnd\nhandler: {kind: script, command: [./scripts/a.sh]}\n",
      "scripts/a.sh": "#!/bin/sh\n",
    });
    const engine = created({ plugins: [], hookFolders: [join(folder, ".system")] });
    expect((await emit(engine, "SessionEnd")).problems[0]?.message).toContain("is not executable");
  });
  row(783, "match patterns can be narrowed to paths", async () => {
    const engine = engineOf(
      { a: file("a", "SessionStop", "match: {only_if_changed_paths: ['src/**/*.{ts,tsx}', '*.md']}\n") },
      { a: { logs: ["ran"] } },
    );
    const held = [];
    for (const path of ["src/a.ts", "src/x/y/b.tsx", "src/a.js", "README.md", "docs/a.md"])
      held.push((await emit(engine, "SessionStop", { changed_files: [path] })).result !== null);
    expect(held).toEqual([true, true, false, true, false]);
  });
  row(788, "matching can filter by operation_key, or environment", async () => {
    const engine = engineOf(
      { a: file("a", "PreAbilityCall", "match: {operation_key: [workflow.*, agent.review]}\n") },
      { a: { logs: ["ran"] } },
    );
    const held = [];
    for (const operation_key of ["workflow.billing.regression", "agent.review", "agent.code", undefined])
      held.push((await emit(engine, "PreAbilityCall", { operation_key })).result !== null);
    expect(held).toEqual([true, true, false, false]);
  });
  row(793, "optional by default: everything works without any hooks", async () => {
    const engine = created({ plugins: [], hookFolders: [createFolder({ x: "" })] });
    for (const event of events) expect((await emit(engine, event)).ok).toBe(true);
  });
});
