/** Hooks of a repository, one YAML file each (seed 3): each of its features by its name there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allowAll, createProject, type Project } from "./project.ts";

/** A hook file as the document writes it. `more`: keys at the top. */
const hookFile = (id: string, event: string, more = ""): string => `id: ${id}
event_type: ${event}
enabled: true
summary: >
  Track every ability call,
  for later.
handler:
  kind: script
  command: ./scripts/hooks/${id}.sh
${more}`;

/** A command line, as YAML. */
const says = (who: string): string => `|\n    echo '{"who": "${who}"}'`;

const script = (answer: string): string => `#!/bin/sh\ncat > "seen-$(basename "$0")"\n${answer}\n`;

function withHook(event: string, answer: object | string, more = ""): Project {
  const line = typeof answer === "string" ? answer : `echo '${JSON.stringify(answer)}'`;
  return createProject({
    "repo/.interlock/hooks/my_hook.yaml": hookFile("my_hook", event, more),
    "repo/scripts/hooks/my_hook.sh": script(line),
  });
}

const call = {
  session_id: "sess-123",
  ability_id: "billing_regression",
  operation_key: "workflow.billing.regression",
  status: "success",
  duration_ms: 187000,
  input_summary: "Run regression tests",
  output_summary: "All 42 test cases passed",
  tool_call_path: ".system/implement/task-123/tool_call.md",
  timestamp: "2025-01-15T10:23:45Z",
};

describe("1.2 event types", () => {
  test.each([
    ["UserPromptSubmit", { user_message: "run it", files_touched: [], stage: "understand" }],
    ["PreAbilityCall", { ability_id: "a", operation_key: "k", planned_input_summary: "s" }],
    ["PostAbilityCall", call],
    ["SessionStart", {}],
    ["SessionEnd", {}],
    ["SessionStop", { changed_files: ["a.ts"] }],
  ])("%s reaches its handler with its context", async (event, payload) => {
    const project = withHook(event, { usage_recorded: true });
    const context = { session_id: "s", timestamp: "t", repository_root: "/r", ...payload };
    const { ok, result } = await project.dispatch(event, context);
    expect([ok, result]).toEqual([true, { usage_recorded: true }]);
    const seen = JSON.parse(readFileSync(join(project.top, "seen-my_hook.sh"), "utf8"));
    expect(seen).toMatchObject({ event_type: event, ...context });
  });

  test("1.3 no hooks for an event: nothing special happens", async () => {
    const { ok, result, trace } = await createProject({}).dispatch("SessionStart");
    expect([ok, result, trace]).toEqual([true, null, []]);
  });
});

describe("1.1 hooks", () => {
  test("a hook binds one or more events to a handler", async () => {
    const project = withHook("[SessionStart, SessionStop]", { usage_recorded: true });
    for (const event of ["SessionStart", "SessionStop"])
      expect((await project.dispatch(event)).result).toEqual({ usage_recorded: true });
    expect((await project.dispatch("SessionEnd")).result).toBeNull();
    const registration = JSON.parse(project.interlock(["hooks", "--registration"]).stdout) as object;
    expect(Object.keys(registration)).toEqual(["SessionStart", "SessionStop"]);
  });

  test("the system must keep working even if all hooks are disabled", async () => {
    const project = createProject({
      "repo/.interlock/hooks/my_hook.yaml": hookFile("my_hook", "SessionStop").replace(
        "enabled: true",
        "enabled: false",
      ),
    });
    expect(await project.dispatch("SessionStop")).toMatchObject({ ok: true, result: null, problems: [] });
  });

  test("6.2 a handler that is not executable says so", async () => {
    const project = createProject({
      "repo/.interlock/hooks/my_hook.yaml": `id: my_hook\nevent_type: SessionStop\nhandler: {kind: script, command: [./check]}\n`,
      "repo/check": "no program\n",
    });
    const { problems } = await project.dispatch("SessionStop");
    expect(problems[0]?.message).toMatch(/cannot be started: '.*check' is not executable/);
  });
});

describe("2.1 hook registry files", () => {
  test("a handler runs in the repository, whose paths begin there", async () => {
    const project = withHook("SessionEnd", `echo "{\\"where\\": \\"$PWD\\"}"`);
    expect((await project.dispatch("SessionEnd")).result).toEqual({ where: project.top });
  });

  test("effects describes, and is no program", async () => {
    const project = withHook(
      "SessionEnd",
      { a: 1 },
      "effects:\n  - append_to: .system/logs/tool_call.md\n  - suggest_abilities\n",
    );
    expect((await project.dispatch("SessionEnd")).result).toEqual({ a: 1 });
  });

  test.each([
    [
      "ability_scope",
      'match: {ability_scope: "billing_*"}',
      { ability_id: "billing_x" },
      { ability_id: "auth_x" },
    ],
    ["ability_scope: *", 'match: {ability_scope: "*"}', { ability_id: "x" }, null],
    ["min_duration_ms", "match: {min_duration_ms: 100}", { duration_ms: 100 }, { duration_ms: 99 }],
    ["min_duration_ms: 0", "match: {min_duration_ms: 0}", { duration_ms: undefined }, null],
    ["recipe", "match: {recipe: [review, deploy]}", { recipe_name: "deploy" }, { recipe_name: "other" }],
    ["recipe, one", "match: {recipe: review}", { recipe_name: "review" }, {}],
  ])("match: %s", async (_, more, holds, fails) => {
    const project = withHook("PostAbilityCall", { ran: true }, `${more}\n`);
    expect((await project.dispatch("PostAbilityCall", { ...call, ...holds })).result).toEqual({ ran: true });
    if (fails === null) return;
    const { result, trace } = await project.dispatch("PostAbilityCall", { ...call, ...fails });
    expect([result, trace[0]?.state]).toEqual([null, "skipped"]);
  });

  test.each([
    [["services/billing/src/invoice.ts"], true],
    [["apps/web.ts"], true],
    [["docs/services/x.md"], false],
    [[], false],
  ])("match: only_if_changed_paths, with %j changed", async (changed_files, runs) => {
    const project = withHook(
      "SessionStop",
      { ran: true },
      'match:\n  only_if_changed_paths:\n    - "services/**"\n    - "apps/**"\n',
    );
    expect((await project.dispatch("SessionStop", { changed_files })).result).toEqual(
      runs ? { ran: true } : null,
    );
  });

  test.each([
    [
      "one of several events that is misspelled",
      hookFile("x", "[SessionEnd, PostAbilityCal]"),
      "did you mean 'PostAbilityCall'?",
    ],
    ["an event that is misspelled", hookFile("x", "PostAbilityCal"), "did you mean 'PostAbilityCall'?"],
    ["a key that is misspelled", hookFile("x", "SessionEnd", "blokcing: true\n"), "did you mean 'blocking'?"],
    ["no handler", "id: x\nevent_type: SessionEnd\n", "add it here: handler: {type: command"],
    ["an id that is none", hookFile("My Hook", "SessionEnd"), "small letters"],
    ["no map", "- id: x\n", "a map from events"],
    ["no YAML", "id: [x\n", "[E-yaml-syntax]"],
    ["nothing", "", "the file must be a map"],
  ])("%s is reported, and leaves all other files working", async (_, text, hint) => {
    const project = createProject({
      "repo/.interlock/hooks/x.yaml": text,
      "repo/.interlock/hooks/good.yaml": hookFile("good", "SessionEnd").replace(
        "./scripts/hooks/good.sh",
        says("good"),
      ),
    });
    expect([project.complaints(), project.warnings()]).toEqual(["", expect.stringContaining(hint)]);
    expect((await project.dispatch("SessionEnd")).result).toEqual({ who: "good" });
    const { status, stdout, stderr } = project.interlock(["hooks", "--registration"]);
    expect([status, Object.keys(JSON.parse(stdout))]).toEqual([0, ["SessionEnd"]]);
    expect(stderr).toContain(hint);
  });

  test("a mistake in a file for a command of git is an error: without its rule nothing is committed", () => {
    for (const text of [
      hookFile("x", "commit.message.finalize", "blokcing: true\n"),
      "id: x\nevent_type: [commit.message.finalize\n",
      "push.before: [{type: command, comand: x}]\n",
    ])
      expect(createProject({ "repo/.interlock/hooks/x.yaml": text }).complaints()).toContain("x.yaml");
  });
});

describe("2.2 registration", () => {
  test("enabled: false: it is not run, nor registered", async () => {
    const project = createProject({
      "repo/.interlock/hooks/x.yaml": hookFile("x", "SessionStop").replace("enabled: true", "enabled: false"),
    });
    expect((await project.dispatch("SessionStop")).trace).toEqual([]);
    expect(JSON.parse(project.interlock(["hooks", "--registration"]).stdout)).toEqual({});
  });

  test.each([
    ["dev", true],
    ["prod", false],
  ])("environment filters: environments: [dev, ci], in %s", async (environment, runs) => {
    const project = createProject({
      "install.yaml": `${allowAll}config: {environment: ${environment}}\n`,
      "repo/.interlock/hooks/my_hook.yaml": hookFile("my_hook", "SessionStop", "environments: [dev, ci]\n"),
      "repo/scripts/hooks/my_hook.sh": script("echo '{\"ran\": true}'"),
    });
    const { result, trace } = await project.dispatch("SessionStop");
    expect(result).toEqual(runs ? { ran: true } : null);
    if (!runs) expect(trace[0]?.detail).toBe("the environment is 'prod', not 'dev' or 'ci'");
  });

  test("JSON describing hooks grouped by event_type", () => {
    const project = createProject({
      "repo/.interlock/hooks/skill_activation_prompt.yaml": hookFile(
        "skill_activation_prompt",
        "UserPromptSubmit",
      ),
      "repo/.interlock/hooks/post_tool_use_tracker.yaml": hookFile(
        "post_tool_use_tracker",
        "PostAbilityCall",
      ),
      "user/interlock/hooks/session_stop_build_check.yaml": hookFile(
        "session_stop_build_check",
        "SessionStop",
      ),
      "repo/.interlock/hooks/e": "#!/bin/sh\necho turn_end\n",
    });
    const { status, stdout, stderr } = project.interlock(["hooks", "--registration"]);
    const entry = (id: string) => ({ id, handler: { kind: "script", command: `./scripts/hooks/${id}.sh` } });
    expect([status, stderr, JSON.parse(stdout)]).toEqual([
      0,
      "",
      {
        UserPromptSubmit: [entry("skill_activation_prompt")],
        PostAbilityCall: [entry("post_tool_use_tracker")],
        SessionStop: [entry("session_stop_build_check")],
        turn_end: [
          { id: "e", handler: { kind: "command", command: ["<folder>/repo/.interlock/hooks/e", "run"] } },
        ],
      },
    ]);
  });

  test("a repository's file shadows the user's of the same id; nothing shadows the install's", async () => {
    const files = (text: string) => ({
      "user/interlock/hooks/x.yaml": text,
      "repo/.interlock/hooks/x.yaml": hookFile("x", "SessionEnd").replace(
        "./scripts/hooks/x.sh",
        says("repository"),
      ),
    });
    const project = createProject(
      files(hookFile("x", "SessionEnd").replace("./scripts/hooks/x.sh", says("user"))),
    );
    expect((await project.dispatch("SessionEnd")).result).toEqual({ who: "repository" });
    const base =
      "name: base\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: x, hook: SessionEnd, handler: {type: builtin, command: add_date}}\n";
    const taken = createProject({
      "install.yaml": `${allowAll}plugins: {dirs: [base]}\n`,
      "base/plugin.yaml": base,
      ...files("turn_start: []\n"),
    });
    expect(taken.warnings()).toContain("hook id 'x' is already taken, at '<folder>/base/plugin.yaml:5'");
    const { trace } = await taken.dispatch("SessionEnd");
    expect(trace.map(({ plugin }) => plugin)).toEqual(["base"]);
  });
});

describe("2.3 execution contract", () => {
  test("a handler that fails is not fatal", async () => {
    const { ok, problems } = await withHook("PreAbilityCall", "exit 1").dispatch("PreAbilityCall", call);
    expect([ok, problems.map(({ severity }) => severity)]).toEqual([true, ["warning"]]);
  });

  test("unless it is marked as blocking", async () => {
    const { ok } = await withHook("PreAbilityCall", "exit 1", "blocking: true\n").dispatch(
      "PreAbilityCall",
      call,
    );
    expect(ok).toBe(false);
  });
});

describe("4.2 HookResult: how results are merged", () => {
  const results = [
    {
      logs: [{ level: "info", message: "one" }],
      messages_to_user: ["a"],
      suggested_abilities: [{ id: "x", reason: "r", confidence: 0.9 }],
      suggested_documents: [{ path: "d.md", reason: "r" }],
      new_intent: { scope: "s", intent: "i" },
      follow_up_actions: [{ kind: "open_file", path: "services/invoice.ts" }],
      usage_recorded: true,
      update_matcher_suggestions: [{ ability_id: "x", weight: 0.7 }],
      house_field: 1,
    },
    {
      logs: [{ level: "warn", message: "two" }],
      messages_to_user: ["b"],
      suggested_abilities: [{ id: "y", reason: "r" }],
      new_intent: { intent: "j" },
      follow_up_actions: [{ kind: "open_file", payload: { path: "services/login.ts" } }],
      other_field: { kept: true },
    },
  ];
  async function merged(): Promise<{ [field: string]: unknown }> {
    const project = createProject({
      "repo/.interlock/hooks/a.yaml": hookFile("a", "UserPromptSubmit"),
      "repo/scripts/hooks/a.sh": script(`echo '${JSON.stringify(results[0])}'`),
      "repo/.interlock/hooks/b.yaml": hookFile("b", "UserPromptSubmit"),
      "repo/scripts/hooks/b.sh": script(`echo '${JSON.stringify(results[1])}'`),
    });
    return (await project.dispatch("UserPromptSubmit", { user_message: "x" })).result ?? {};
  }
  test.each([
    [
      "logs",
      [
        { level: "info", message: "one" },
        { level: "warn", message: "two" },
      ],
    ],
    ["messages_to_user", ["a", "b"]],
    [
      "suggested_abilities",
      [
        { id: "x", reason: "r", confidence: 0.9 },
        { id: "y", reason: "r" },
      ],
    ],
    ["suggested_documents", [{ path: "d.md", reason: "r" }]],
    ["new_intents", [{ scope: "s", intent: "i" }, { intent: "j" }]],
    ["new_intent", { intent: "j" }],
    [
      "follow_up_actions",
      [
        { kind: "open_file", path: "services/invoice.ts" },
        { kind: "open_file", payload: { path: "services/login.ts" } },
      ],
    ],
    ["usage_recorded", true],
    ["update_matcher_suggestions", [{ ability_id: "x", weight: 0.7 }]],
    ["house_field", 1],
    ["other_field", { kept: true }],
  ])("%s", async (field, expected) => {
    expect((await merged())[field]).toEqual(expected);
  });

  test("follow_up_actions are shown, never run", async () => {
    const project = withHook("SessionStop", {
      follow_up_actions: [{ kind: "run_command", payload: { command: "touch ran" } }],
    });
    await project.dispatch("SessionStop");
    expect(() => readFileSync(join(project.top, "ran"))).toThrow("ENOENT");
  });
});

describe("4.3.4 soft guardrails", () => {
  const answer = {
    messages_to_user: ["This ability would write to production."],
    error: "blocked_by_policy",
  };
  test.each(["PreAbilityCall", "SessionStop"])("an error refuses at %s, with its messages", async (event) => {
    const { ok, result, problems } = await withHook(event, answer).dispatch(event, call);
    expect([ok, result]).toMatchObject([false, { ...answer, block: true, blockReason: "blocked_by_policy" }]);
    expect(problems[0]?.message).toContain("blocked_by_policy");
  });

  test("an error after the fact is handed on", async () => {
    const { ok, result } = await withHook("PostAbilityCall", { error: "late" }).dispatch(
      "PostAbilityCall",
      call,
    );
    expect([ok, result]).toEqual([true, { error: "late" }]);
  });
});
