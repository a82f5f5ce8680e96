/** `interlock dispatch`: a runtime without a Node of its own fires hook points. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { lengthSeen } from "./large-input.ts";
import { allowAll, createProject, type Project } from "./project.ts";

const house = `name: house
extensions:
  hookApiVersion: 1
  hooks:
    - {id: house.sign, hook: response.finalize, effects: [{type: text.ensureSuffix, value: bye}]}
    - {id: house.keys, hook: response.finalize, effects: [{type: text.forbidMatch, pattern: 'sk-', message: a key}]}
    - {id: house.type, hook: commit.message.finalize, effects: [{type: text.requireMatch, pattern: '^(feat|fix): ', message: "begin with 'feat: ' or 'fix: '"}]}
    - id: house.shell
      hook: tool.call.before
      match: {tool: "Bash|Shell|shell|run_shell_command|bash"}
      handler:
        type: command
        command:
          - sh
          - -c
          - |
            input=$(cat)
            case $input in
            *curl*) echo '{"decision": "block", "reason": "no downloads\\\\nat all"}' ;;
            *swap*) echo '{"params": {"command": "ls"}, "context": "swapped"}' ;;
            *approve*) echo '{"requireApproval": {"title": "sure?"}}' ;;
            *ask*) echo '{"decision": "ask", "reason": "is that right"}' ;;
            *broken*) exit 1 ;;
            esac
        onFailure: block
    - {id: house.ctx, hook: session.start, handler: {type: command, command: "echo be kind"}}
    - {id: house.prompt, hook: prompt.submit, handler: {type: command, command: "grep -q secret && { echo 'no secrets' >&2; exit 2; }; exit 0"}}
    - {id: house.stop, hook: agent.stop, handler: {type: command, command: "echo '{\\"decision\\": \\"block\\", \\"reason\\": \\"test first\\"}'"}}
    - {id: house.claim, hook: inbound_claim, handler: {type: command, command: "echo '{\\"handled\\": true}'"}}
`;

function createHouse(): Project {
  return createProject({
    "install.yaml": `${allowAll}plugins: {dirs: [house]}\n`,
    "house/plugin.yaml": house,
  });
}

function dispatch(
  args: readonly string[],
  input: object | string,
): { status: number | null; out: unknown; stderr: string } {
  const { status, stdout, stderr } = createHouse().interlock(["dispatch", ...args], input);
  return { status, out: stdout === "" ? null : JSON.parse(stdout), stderr };
}

describe("without a dialect", () => {
  test("the trace has what each rule changed", () => {
    const { out } = dispatch(["response.finalize"], { text: "x" });
    expect(out).toMatchObject({
      payload: { text: "x\n\nbye" },
      trace: [
        { id: "house.keys", state: "unchanged" },
        { id: "house.sign", state: "applied", changes: ["added the suffix 'bye'"] },
      ],
    });
  });

  test("it prints ok, point, payload, result, trace and problems", () => {
    const { status, out, stderr } = dispatch(["response.finalize"], { text: "x" });
    expect([status, stderr, Object.keys(out as object)]).toEqual([
      0,
      "",
      ["ok", "point", "payload", "result", "trace", "problems"],
    ]);
    expect(out).toMatchObject({
      ok: true,
      point: "response.finalize",
      payload: { text: "x\n\nbye" },
      problems: [],
    });
  });

  test.each([
    ["1 if a rule refuses", ["response.finalize"], { text: "sk-1" }, 1, "rule-broken"],
    [
      "1 if a hook refuses",
      ["before_tool_call"],
      { tool_name: "Bash", tool_input: { command: "curl x" } },
      1,
      "hook-refused",
    ],
    [
      "1 if a hook asks and nobody is there",
      ["before_tool_call"],
      { tool_name: "Bash", tool_input: { command: "ask" } },
      1,
      "hook-refused",
    ],
    [
      "128 if a hook is broken",
      ["PreToolUse"],
      { tool_name: "Bash", tool_input: { command: "broken" } },
      128,
      "hook-failed",
    ],
    ["129 if the payload is wrong", ["PreToolUse"], { tool: "Bash" }, 129, "wrong-payload"],
  ])("it exits with %s", (_, args, input, expected, code) => {
    const { status, out } = dispatch(args, input);
    expect([status, (out as { problems: { code: string }[] }).problems[0]?.code]).toEqual([expected, code]);
  });

  test.each([
    ["an unknown point", ["PreToolUsed"], {}, "did you mean 'PreToolUse'?"],
    ["no point", [], {}, "usage: interlock dispatch <point>"],
    ["no JSON", ["stop"], "hello", "pipe the payload into it"],
    ["an unknown dialect", ["stop", "--dialect", "cloude"], {}, "did you mean 'claude'?"],
  ])("%s is a wrong call", (_, args, input, hint) => {
    const { status, stderr } = dispatch(args, input);
    expect([status, stderr]).toEqual([129, expect.stringContaining(hint)]);
  });

  test("a set-up that does not work exits with 128", () => {
    const project = createProject({ "install.yaml": "version: 1\nplugin: {}\n" });
    const { status, stdout, stderr } = project.interlock(["dispatch", "stop"], {});
    expect([status, stdout, stderr]).toEqual([128, "", expect.stringContaining("unknown key 'plugin'")]);
  });

  test("--plugin: only its hooks, and the outcome", () => {
    expect(dispatch(["inbound_claim", "--plugin", "house"], {}).out).toMatchObject({
      outcome: { status: "handled" },
    });
    expect(dispatch(["inbound_claim", "--plugin", "nobody"], {}).out).toMatchObject({
      outcome: { status: "missing_plugin" },
    });
  });

  test("requireApproval is handed on", () => {
    const { status, out } = dispatch(["PreToolUse"], {
      tool_name: "Bash",
      tool_input: { command: "approve" },
    });
    expect([status, out]).toMatchObject([
      0,
      { result: { requireApproval: { title: "sure?", pluginId: "house" } } },
    ]);
  });
});

const shell = (tool_name: string, command: string) => ({ tool_name, tool_input: { command } });

describe("in a dialect, everything is that runtime's own", () => {
  const permission = (event: string, decision: string, reason: string) => ({
    hookSpecificOutput: {
      hookEventName: event,
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  });
  test.each<[string, string[], object, unknown, number?]>([
    [
      "claude: nothing to say",
      ["PreToolUse", "--dialect", "claude"],
      { hook_event_name: "PreToolUse", ...shell("Bash", "ls") },
      null,
    ],
    [
      "claude: deny, in the hook's own lines",
      ["PreToolUse", "--dialect", "claude"],
      shell("Bash", "curl x"),
      permission("PreToolUse", "deny", "no downloads\nat all"),
    ],
    [
      "claude: another input and context",
      ["--dialect", "claude"],
      { hook_event_name: "PreToolUse", ...shell("Bash", "swap") },
      {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "allow",
          updatedInput: { command: "ls" },
          additionalContext: "swapped",
        },
      },
    ],
    [
      "claude: approval is asked for",
      ["PreToolUse", "--dialect", "claude"],
      shell("Bash", "approve"),
      { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } },
    ],
    [
      "claude: context of a session",
      ["SessionStart", "--dialect", "claude"],
      {},
      { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "be kind" } },
    ],
    [
      "claude: a prompt",
      ["UserPromptSubmit", "--dialect", "claude"],
      { prompt: "a secret" },
      { decision: "block", reason: "no secrets" },
    ],
    ["claude: stop", ["Stop", "--dialect", "claude"], {}, { decision: "block", reason: "test first" }],
    [
      "claude: a commit in Bash is judged before it runs",
      ["PreToolUse", "--dialect", "claude"],
      shell("Bash", "git add -A && git commit -m 'wip'"),
      permission("PreToolUse", "deny", "'house.type': 'wip': begin with 'feat: ' or 'fix: '"),
    ],
    [
      "claude: one that keeps the rules passes",
      ["PreToolUse", "--dialect", "claude"],
      shell("Bash", 'git commit -m "fix: it"'),
      null,
    ],
    [
      "codex: deny",
      ["PreToolUse", "--dialect", "codex"],
      shell("Bash", "curl x"),
      permission("PreToolUse", "deny", "no downloads\nat all"),
    ],
    ["codex: stop", ["Stop", "--dialect", "codex"], {}, { decision: "block", reason: "test first" }],
    [
      "codex: context",
      ["SessionStart", "--dialect", "codex"],
      {},
      { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "be kind" } },
    ],
    [
      "gemini: deny",
      ["BeforeTool", "--dialect", "gemini"],
      shell("run_shell_command", "curl x"),
      { decision: "deny", reason: "no downloads\nat all" },
    ],
    [
      "gemini: another input",
      ["BeforeTool", "--dialect", "gemini"],
      shell("run_shell_command", "swap"),
      {
        hookSpecificOutput: {
          hookEventName: "BeforeTool",
          tool_input: { command: "ls" },
          additionalContext: "swapped",
        },
      },
    ],
    [
      "gemini: a prompt",
      ["BeforeAgent", "--dialect", "gemini"],
      { prompt: "secret" },
      { decision: "deny", reason: "no secrets" },
    ],
    [
      "cursor: deny",
      ["beforeShellExecution", "--dialect", "cursor"],
      { command: "curl x", cwd: "" },
      { permission: "deny", user_message: "no downloads\nat all", agent_message: "no downloads\nat all" },
    ],
    [
      "cursor: allow",
      ["beforeShellExecution", "--dialect", "cursor"],
      { command: "ls" },
      { permission: "allow" },
    ],
    [
      "cursor: a prompt",
      ["beforeSubmitPrompt", "--dialect", "cursor"],
      { prompt: "secret" },
      { continue: false, user_message: "no secrets" },
    ],
    [
      "cursor: stop",
      ["stop", "--dialect", "cursor"],
      { status: "completed" },
      { followup_message: "test first" },
    ],
    [
      "docker-agent: deny",
      ["pre_tool_use", "--dialect", "docker-agent"],
      shell("shell", "curl x"),
      {
        hook_specific_output: {
          hook_event_name: "pre_tool_use",
          permission_decision: "deny",
          permission_decision_reason: "no downloads\nat all",
        },
      },
    ],
    [
      "docker-agent: context",
      ["session_start", "--dialect", "docker-agent"],
      {},
      { hook_specific_output: { hook_event_name: "session_start", additional_context: "be kind" } },
    ],
    [
      "kodelet: blocked",
      ["before_tool_call", "--dialect", "kodelet"],
      { event: "before_tool_call", ...shell("bash", "curl x") },
      { blocked: true, reason: "no downloads\nat all" },
    ],
    [
      "kodelet: another input",
      ["before_tool_call", "--dialect", "kodelet"],
      shell("bash", "swap"),
      { blocked: false, input: { command: "ls" } },
    ],
    ["kodelet: stop", ["agent_stop", "--dialect", "kodelet"], {}, { follow_up_messages: ["test first"] }],
  ])("%s", (_, args, input, expected, status = 0) => {
    const run = dispatch(args, input);
    expect([run.status, run.out, run.stderr]).toEqual([status, expected, ""]);
  });

  test("kodelet: rules that cannot be asked are logged, and never block", () => {
    const broken = dispatch(["before_tool_call", "--dialect", "kodelet"], shell("bash", "broken"));
    expect(broken).toEqual({
      status: 1,
      out: { blocked: false },
      stderr: expect.stringContaining("'house.shell' failed"),
    });
    const project = createProject({ "install.yaml": "version: 1\nplugin: {}\n" });
    const { status, stdout } = project.interlock(["dispatch", "agent_stop", "--dialect", "kodelet"], {});
    expect([status, stdout]).toEqual([1, ""]);
  });

  test.each(["claude", "codex", "gemini", "cursor", "docker-agent"])(
    "%s: rules that cannot be asked block, by the status that blocks",
    (dialect) => {
      const broken = dispatch(["before_tool_call", "--dialect", dialect], shell("Bash", "broken"));
      expect([broken.status, broken.stderr]).toEqual([2, expect.stringContaining("'house.shell' failed")]);
      const project = createProject({ "install.yaml": "version: 1\nplugin: {}\n" });
      expect(project.interlock(["dispatch", "stop", "--dialect", dialect], {}).status).toBe(2);
    },
  );
});

describe("a model that begins gets the policies", () => {
  const withPolicy = (text: string): Project =>
    createProject({
      "install.yaml": `${allowAll}plugins: {dirs: [house]}\n`,
      "house/plugin.yaml": house.replace(
        "hook: session.start,",
        "hook: session.start, policies: [{file: p.md, inject: prompt}],",
      ),
      "house/p.md": text,
    });
  const start = (project: Project, ...args: string[]) =>
    project.interlock(["dispatch", ...args], { source: "startup" });

  test("before what the hooks of the event say", () => {
    const run = start(withPolicy("Be brief.\n"), "SessionStart", "--dialect", "claude");
    expect(JSON.parse(run.stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: "SessionStart",
        additionalContext:
          "<hook-policies>\n<!-- house.ctx (house/p.md) -->\nBe brief.\n</hook-policies>\n\nbe kind",
      },
    });
  });

  test("and at no other event, nor without a dialect", () => {
    const project = withPolicy("Be brief.\n");
    expect(start(project, "SessionEnd", "--dialect", "claude").stdout).toBe("");
    expect(JSON.parse(start(project, "SessionStart").stdout)).toMatchObject({
      result: { context: "be kind" },
    });
  });

  test("a policy that cannot be read is a set-up that does not work", () => {
    const run = start(withPolicy("a </hook-policies> b\n"), "SessionStart", "--dialect", "claude");
    expect([run.status, run.stdout, run.stderr]).toEqual([
      2,
      "",
      expect.stringContaining("'hook-policies' tag"),
    ]);
  });
});

test("standard input of 50 MB is read whole", () => {
  // Once in the payload, once beside it.
  expect(lengthSeen(50_000_000)).toBeGreaterThan(100_000_000);
});

test("a dispatch that is ended takes its programs with it", async () => {
  const project = createProject({
    "install.yaml": `${allowAll}plugins: {dirs: [slow]}\n`,
    "slow/plugin.yaml":
      "name: slow\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: s.x, hook: stop, handler: {type: command, command: [./run, mark-of-slow]}}\n",
    "slow/run": "#!/bin/sh\ntouch started\nsleep 60\n",
  });
  const child = spawn(process.execPath, [join(dist, "lib/interlock/cold/cli.cjs"), "dispatch", "stop"], {
    cwd: project.top,
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: project.folder,
      INTERLOCK_CONFIG: join(project.folder, "install.yaml"),
    },
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.end("{}");
  const isRunning = (): boolean =>
    readdirSync("/proc").some((pid) => {
      try {
        return (
          /^\d+$/.test(pid) &&
          readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(join(project.folder, "slow/run"))
        );
      } catch {
        return false;
      }
    });
  await expect.poll(isRunning, { timeout: 20_000 }).toBe(true);
  child.kill("SIGTERM");
  const status = await new Promise((resolve) => child.once("exit", resolve));
  expect(status).toBe(143);
  await expect.poll(isRunning, { timeout: 20_000 }).toBe(false);
});

describe("hostile programs", () => {
  test.each([
    ["ignores SIGTERM", "trap '' TERM; while :; do sleep 1; done", "timed out after 400ms"],
    ["forks", "sleep 100 & sleep 100 & wait", "timed out after 400ms"],
    ["fills stdout", "head -c 1000000000 /dev/zero", "wrote more than"],
  ])("one that %s does not hold up the verb", (_, script, why) => {
    const project = createProject({
      "install.yaml": `${allowAll}plugins: {dirs: [bad]}\n`,
      "bad/plugin.yaml":
        "name: bad\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: bad.x, hook: stop, handler: {type: command, command: [./run], timeoutMs: 400}}\n",
      "bad/run": `#!/bin/sh\n${script}\n`,
    });
    const start = performance.now();
    const { stdout } = project.interlock(["dispatch", "stop"], {});
    expect(stdout).toContain(`'bad.x' failed at 'agent.stop': ${why}`);
    // What is waited for takes longer, and on a busy machine starting the verb takes seconds.
    expect(performance.now() - start).toBeLessThan(60_000);
  });
});
