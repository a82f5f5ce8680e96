/** The files in examples/ run as they are. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { pointNames, pointOf } from "../../engine/lifecycle/all-points.ts";
import { dialectNames, dialects, type DialectName } from "../../engine/lifecycle/dialects/dialects.ts";
import { createEngine, renderDiagnostics } from "../../library/index.ts";
import { created } from "../library/workspace.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { root } from "../support/paths.ts";
import { allowAll, createProject } from "./project.ts";

const examples = join(root, "examples");

function copyOf(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "interlock-example-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(examples, name), folder, { recursive: true });
  return folder;
}

describe("examples/hooks, the canonical file", () => {
  const { engine, diagnostics } = createEngine({ plugins: [join(examples, "hooks")] });
  if (engine === null) throw new Error(renderDiagnostics(diagnostics));

  test("is valid, and has a hook at every point", () => {
    expect(renderDiagnostics(diagnostics)).toBe("");
    expect(pointNames.filter((name) => engine.has(name) !== true)).toEqual([]);
    const kinds = pointNames
      .flatMap((name) => engine.getHookContributions(name))
      .map(({ handler, effects }) => handler?.kind ?? (effects.length > 0 ? "effects" : ""));
    expect([...new Set(kinds)].sort()).toEqual(["builtin", "command", "effects"]);
  });

  test.each(pointNames)("%s runs its hook", async (name) => {
    const needed = Object.entries(pointOf(name).payload).filter(([, form]) => !form.endsWith("?"));
    const payload = Object.fromEntries(
      needed.map(([field, form]) => [field, form === "list" ? ["x"] : "Bash"]),
    );
    const { ok, trace, problems } = await engine.dispatchAsync(name, payload);
    expect([ok, problems, trace.map(({ state }) => state === "failed")]).toEqual([true, [], [false]]);
  });

  test("and refuses what it should", async () => {
    const call = { tool_name: "Bash", tool_input: { command: "rm -rf /" } };
    expect(await engine.dispatch("PreToolUse", call)).toMatchObject({
      ok: false,
      result: { blockReason: "that removes everything" },
    });
  });
});

interface Script {
  event: string;
  payload: object;
  expected: object;
}

const shell = (tool_name: string, command: string) => ({ tool_name, tool_input: { command } });
const refused = (reason: string) => ({ ok: false, result: { block: true, blockReason: reason } });

/** Three scripts of each runtime, written as that runtime documents it, and what they say. */
const scripts: { [D in DialectName]: { [script: string]: Script[] } } = {
  claude: {
    "block-force-push": [
      {
        event: "PreToolUse",
        payload: shell("Bash", "git push --force"),
        expected: refused("use 'git push --force-with-lease', or ask a person"),
      },
      { event: "PreToolUse", payload: shell("Bash", "git push"), expected: { ok: true, result: null } },
    ],
    "protect-env-files": [
      {
        event: "PreToolUse",
        payload: { tool_name: "Write", tool_input: { file_path: "a/.env" } },
        expected: refused("a/.env holds secrets"),
      },
      {
        event: "PreToolUse",
        payload: { tool_name: "Write", tool_input: { file_path: "a" } },
        expected: { ok: true, result: null },
      },
    ],
    "project-context": [
      {
        event: "SessionStart",
        payload: { source: "startup" },
        expected: { result: { context: "The project is in <cwd>." } },
      },
    ],
  },
  codex: {
    "deny-rm": [
      {
        event: "PreToolUse",
        payload: shell("Bash", "rm -rf / "),
        expected: refused("that removes everything"),
      },
    ],
    "prompt-guard": [
      {
        event: "UserPromptSubmit",
        payload: { prompt: "use sk-0123abcd" },
        expected: refused("the prompt has an API key in it"),
      },
    ],
    "keep-going": [
      {
        event: "Stop",
        payload: { stop_hook_active: false },
        expected: refused("run the tests before you stop"),
      },
      { event: "Stop", payload: { stop_hook_active: true }, expected: { ok: true } },
    ],
  },
  gemini: {
    "security-check": [
      {
        event: "BeforeTool",
        payload: { tool_name: "write_file", tool_input: { file_path: "secrets/a" } },
        expected: {
          ok: false,
          result: {
            blockReason: "secrets are not written by an agent",
            messages_to_user: ["blocked a write"],
          },
        },
      },
      {
        event: "BeforeTool",
        payload: { tool_name: "write_file", tool_input: { file_path: "a" } },
        expected: { ok: true },
      },
    ],
    "dry-run": [
      {
        event: "BeforeTool",
        payload: shell("run_shell_command", "terraform apply x"),
        expected: { ok: true, payload: { tool_input: { command: "terraform plan x" } } },
      },
    ],
    "session-notes": [
      { event: "SessionStart", payload: {}, expected: { result: { context: "project: <cwd>" } } },
    ],
  },
  cursor: {
    "audit-shell": [
      {
        event: "beforeShellExecution",
        payload: shell("Shell", "curl x"),
        expected: refused("no downloads here"),
      },
      { event: "beforeShellExecution", payload: shell("Shell", "ls"), expected: { ok: true } },
    ],
    "redact-read": [
      {
        event: "beforeReadFile",
        payload: { tool_name: "Read", tool_input: { file_path: "a.pem", content: "" } },
        expected: refused("keys stay unread"),
      },
    ],
    "prompt-guard": [
      {
        event: "beforeSubmitPrompt",
        payload: { prompt: "the password is x" },
        expected: refused("take the password out"),
      },
      { event: "beforeSubmitPrompt", payload: { prompt: "hello" }, expected: { ok: true } },
    ],
  },
  "docker-agent": {
    "validate-shell": [
      {
        event: "pre_tool_use",
        payload: { tool_name: "shell", tool_input: { cmd: "sudo ls" } },
        expected: refused("no sudo in the sandbox"),
      },
    ],
    "branch-context": [
      { event: "turn_start", payload: {}, expected: { result: { context: "Build status: green" } } },
    ],
    "stop-loop": [
      { event: "pre_tool_use", payload: { tool_name: "x" }, expected: refused("the freeze is on") },
    ],
  },
  kodelet: {
    "block-edits": [
      {
        event: "before_tool_call",
        payload: { tool_name: "file_write", tool_input: {} },
        expected: refused("read only"),
      },
      {
        event: "before_tool_call",
        payload: { tool_name: "file_read", tool_input: {} },
        expected: { ok: true },
      },
    ],
    "follow-up": [
      {
        event: "agent_stop",
        payload: { conv_id: "c1" },
        expected: { ok: true, result: { follow_up_messages: ["summarise conversation c1"] } },
      },
    ],
    "rewrite-input": [
      {
        event: "before_tool_call",
        payload: { tool_name: "bash", tool_input: { command: "ls" } },
        expected: { payload: { tool_input: { command: "ls", timeout: 10 } } },
      },
    ],
  },
};

describe.each(dialectNames)("scripts for %s run unchanged", (dialect) => {
  test("there are three of them", () => {
    expect(readdirSync(join(examples, "runtimes", dialect)).sort()).toEqual(
      Object.keys(scripts[dialect]).sort(),
    );
    expect(Object.keys(scripts[dialect])).toHaveLength(3);
  });

  const rows = Object.entries(scripts[dialect]).flatMap(([script, cases]) =>
    cases.map((each) => ({ script, ...each })),
  );
  test.each(rows)("$script at $event: $payload", async ({ script, event, payload, expected }) => {
    const path = join(examples, "runtimes", dialect, script);
    const command = dialect === "kodelet" ? `[${path}, run]` : `[${path}]`;
    const folder = createFolder({
      "p/plugin.yaml": `extensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: p.x, hook: ${event}, handler: {type: command, command: ${command}, dialect: ${dialect}, timeoutMs: 20000}}\n`,
    });
    expect(Object.hasOwn(dialects[dialect].events, event)).toBe(true);
    const engine = created({ plugins: [join(folder, "p")], cwd: folder });
    const result = await engine.dispatchAsync(event as "stop", payload as { [field: string]: unknown });
    expect(result.problems.filter(({ code }) => code === "hook-failed")).toEqual([]);
    expect(JSON.parse(JSON.stringify(result).replaceAll(folder, "<cwd>"))).toMatchObject(expected);
  });
});

describe("examples/kodelet-plugin, from the document on plugin hooks", () => {
  test.each([
    [
      "validate-diff",
      "before_tool_call",
      { tool_name: "file_edit" },
      { ok: true, result: { checked: true } },
    ],
    ["post-review-slack", "turn_end", { conv_id: "c" }, { ok: true, result: { success: true } }],
    [
      "review-validator",
      "before_tool_call",
      { tool_name: "file_edit", recipe_name: "code-review" },
      { ok: false },
    ],
    [
      "deploy-notifier",
      "turn_end",
      { recipe_name: "deploy" },
      { ok: true, result: { logs: [{ level: "info", message: "notified ops" }, { level: "info" }] } },
    ],
  ])("%s", async (name, event, payload, expected) => {
    const project = createProject({});
    cpSync(join(examples, "kodelet-plugin"), join(project.folder, "user/interlock/plugins/acme@review"), {
      recursive: true,
    });
    const { engine } = await project.engine();
    expect(engine.getHookByName(`acme/review/${name}`)).not.toBeNull();
    const own = readFileSync(join(examples, "kodelet-plugin/hooks", name), "utf8");
    expect(own).toContain(event);
    expect(
      await engine.dispatchAsync(event as "stop", payload as { [field: string]: unknown }, {
        plugin: "acme/review",
      }),
    ).toMatchObject(expected);
  });
});

test.each([
  ["docker-agent.mjs", "docs/runtimes/docker-agent.md"],
  ["repository-hooks.mjs", "docs/programs.md"],
])("examples/adapters/%s has as many lines as %s says", (adapter, page) => {
  const lines = readFileSync(join(examples, "adapters", adapter), "utf8").split("\n").length - 1;
  expect(readFileSync(join(root, page), "utf8")).toContain(`${lines} lines`);
});

describe("examples/repository, from the document on repository hooks", () => {
  test.each([
    ["PostAbilityCall", { ability_id: "x" }, { ok: true, result: { usage_recorded: true } }],
    [
      "UserPromptSubmit",
      { user_message: "run the billing regression tests" },
      {
        ok: true,
        result: { suggested_abilities: [{ id: "billing_regression" }], new_intents: [{ stage: "plan" }] },
      },
    ],
    ["UserPromptSubmit", { user_message: "hello" }, { ok: true, result: null }],
    [
      "SessionStop",
      { changed_files: ["services/a.ts"] },
      { ok: true, result: { follow_up_actions: [{ kind: "open_file" }, { kind: "open_file" }] } },
    ],
    [
      "PreAbilityCall",
      { ability_id: "write_production" },
      { ok: false, result: { error: "blocked_by_policy" } },
    ],
    [
      "pre_tool_use",
      { tool_name: "shell", tool_input: { cmd: "rm -rf /" } },
      { ok: false, result: { blockReason: "not that" } },
    ],
    ["pre_tool_use", { tool_name: "shell", tool_input: { cmd: "ls" } }, { ok: true }],
  ])("%s with %j", async (event, payload, expected) => {
    const project = createProject({ "install.yaml": `${allowAll}config: {environment: dev}\n` });
    cpSync(copyOf("repository"), project.top, { recursive: true });
    expect(await project.dispatch(event, payload)).toMatchObject(expected);
  });
});
