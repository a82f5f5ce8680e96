/** `interlock dispatch --dialect` in the binary: what it answers by itself, the cold side would answer alike. */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { allowAll, createProject, type Project } from "./project.ts";

const rule = `name: house
extensions:
  hookApiVersion: 1
  hooks:
    - {id: house.wip, hook: commit.message.finalize, effects: [{type: text.forbidMatch, pattern: '^wip', message: say what it does}]}
`;

interface Answer {
  status: number | null;
  stdout: string;
  stderr: string;
}

type Variables = { [name: string]: string };

function run(project: Project, program: string, args: string[], input: string, more: Variables): Answer {
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: project.folder,
    XDG_CONFIG_HOME: join(project.folder, "user"),
    INTERLOCK_CONFIG: join(project.folder, "install.yaml"),
    ...more,
  };
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: project.top,
    env,
    input,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** The binary without a cold side: where it would ask that, it says that it cannot. Null then. */
function askBinary(project: Project, args: string[], input: string, more: Variables = {}): Answer | null {
  const answer = runAlone(project, args, input, more);
  return answer.stderr.includes("E-no-cold-side") ? null : answer;
}

function runAlone(project: Project, args: string[], input: string, more: Variables = {}): Answer {
  const alone = join(project.folder, "alone/bin/interlock");
  mkdirSync(dirname(alone), { recursive: true });
  copyFileSync(join(dist, "bin", "interlock"), alone);
  return run(project, alone, ["dispatch", ...args], input, more);
}

function askColdSide(project: Project, args: string[], input: string, more: Variables = {}): Answer {
  const script = join(dist, "lib/interlock/cold/cli.cjs");
  return run(project, process.execPath, [script, "dispatch", ...args], input, more);
}

function compiled(files: { [path: string]: string } = {}): Project {
  const project = createProject({
    "install.yaml": `${allowAll}plugins: {dirs: [house]}\n`,
    "house/plugin.yaml": rule,
    ...files,
  });
  expect(project.interlock(["compile", "-q"])).toMatchObject({ status: 0, stderr: "" });
  return project;
}

const claude = ["--dialect", "claude"];
const bash = (command: unknown, more: object = {}): string =>
  JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, ...more });
const nested = (levels: number): string =>
  `{"hook_event_name": "PreToolUse", "tool_name": "x", "tool_input": ${"[".repeat(levels)}${"]".repeat(levels)}}`;

type By = "the binary" | "the cold side";

describe("where only git has rules", () => {
  const events: [string, string[], string, By][] = [
    ["a harmless command", claude, bash("ls"), "the binary"],
    ["the event in the command line", ["PreToolUse", ...claude], bash("ls"), "the binary"],
    ["the option with '='", ["--dialect=claude"], bash("ls"), "the binary"],
    ["a command in which 'commit' is no command", claude, bash("grep -r 'git commit' docs"), "the binary"],
    [
      "a git command that commits nothing",
      claude,
      bash("git log commit && git -C commit status"),
      "the binary",
    ],
    ["a commit without a message", claude, bash("git commit --amend --no-edit"), "the binary"],
    ["a commit that keeps the rules", claude, bash("cd sub && git commit -m 'fix: x'"), "the cold side"],
    ["a commit that breaks a rule", claude, bash("git commit -m 'wip: x'"), "the cold side"],
    ["the same, quoted oddly", claude, bash(`g"it" com'mi't -m "wip: x"`), "the cold side"],
    ["the same, escaped", claude, bash("\\git comm\\\nit -m wip"), "the cold side"],
    [
      "the same, as 'cmd'",
      claude,
      bash(undefined, { tool_input: { cmd: "git commit -m wip" } }),
      "the cold side",
    ],
    [
      "the same, as 'params'",
      claude,
      bash("", { tool_input: undefined, params: { command: "git commit -m wip" } }),
      "the cold side",
    ],
    ["letters beyond ASCII", claude, bash("echo 'é 日本 \u00a0'"), "the binary"],
    ["another tool", claude, bash("", { tool_name: "Read", tool_input: { file_path: "x" } }), "the binary"],
    ["an input that is no object", claude, bash("", { tool_input: 5 }), "the binary"],
    ["a command that is no text", claude, bash(["git", "commit", "-m", "wip"]), "the binary"],
    [
      "after the call",
      claude,
      bash("ls", { hook_event_name: "PostToolUse", tool_response: {} }),
      "the binary",
    ],
    ["a prompt", claude, '{"hook_event_name": "UserPromptSubmit", "prompt": "x"}', "the binary"],
    ["the end", claude, '{"hook_event_name": "Stop"}', "the binary"],
    [
      "the beginning, at which policies are told",
      claude,
      '{"hook_event_name": "SessionStart"}',
      "the cold side",
    ],
    ["an event of another dialect", claude, '{"hook_event_name": "stop"}', "the cold side"],
    ["an event that there is not", claude, '{"hook_event_name": "PreTool"}', "the cold side"],
    ["no event", claude, "{}", "the cold side"],
    ["gemini", ["--dialect", "gemini"], bash("ls", { hook_event_name: "BeforeTool" }), "the binary"],
    ["codex", ["--dialect", "codex"], bash("ls"), "the binary"],
    ["docker-agent", ["pre_tool_use", "--dialect", "docker-agent"], bash("ls"), "the binary"],
    [
      "cursor",
      ["--dialect", "cursor"],
      '{"hook_event_name": "beforeShellExecution", "command": "ls"}',
      "the binary",
    ],
    [
      "cursor, with a commit",
      ["--dialect", "cursor"],
      '{"hook_event_name": "beforeShellExecution", "command": "git commit -m wip"}',
      "the cold side",
    ],
    [
      "cursor, a prompt",
      ["--dialect", "cursor"],
      '{"hook_event_name": "beforeSubmitPrompt", "prompt": "x"}',
      "the binary",
    ],
    [
      "cursor, a file",
      ["--dialect", "cursor"],
      '{"hook_event_name": "afterFileEdit", "file_path": "x", "edits": []}',
      "the binary",
    ],
    [
      "kodelet",
      ["--dialect", "kodelet"],
      '{"event": "before_tool_call", "tool_name": "bash", "tool_input": {}}',
      "the binary",
    ],
    [
      "kodelet, after the call",
      ["--dialect", "kodelet"],
      '{"event": "after_tool_call", "tool_name": "bash", "tool_output": "x"}',
      "the binary",
    ],
    ["no tool", claude, '{"hook_event_name": "PreToolUse"}', "the cold side"],
    ["a tool that is no text", claude, bash("ls", { tool_name: 5 }), "the cold side"],
    [
      "the tool's name in another spelling",
      claude,
      '{"hook_event_name": "PreToolUse", "toolName": "x"}',
      "the binary",
    ],
    ["a base field that is no text", claude, bash("ls", { sessionId: 5 }), "the cold side"],
    [
      "what a copy would inherit from",
      claude,
      '{"hook_event_name": "PreToolUse", "__proto__": {"tool_name": "x"}}',
      "the cold side",
    ],
    [
      "a field twice",
      claude,
      `{"hook_event_name": "Stop", "hook_event_name": "PreToolUse"}`,
      "the cold side",
    ],
    ["as many levels as may be", claude, nested(999), "the binary"],
    ["one more", claude, nested(1000), "the cold side"],
    ["nothing", claude, "", "the cold side"],
    ["no JSON", claude, "{hook_event_name: 'Stop'}", "the cold side"],
    ["JSON with something behind it", claude, '{"hook_event_name": "Stop"} x', "the cold side"],
    ["a comma too many", claude, '{"hook_event_name": "Stop",}', "the cold side"],
    ["a number with a zero before it", claude, '{"hook_event_name": "Stop", "x": 01}', "the cold side"],
    ["a control character in a text", claude, '{"hook_event_name": "Stop", "x": "\u0001"}', "the cold side"],
    ["a byte order mark", claude, '\ufeff{"hook_event_name": "Stop"}', "the cold side"],
    ["half a surrogate pair", claude, '{"hook_event_name": "Stop", "x": "\\ud800"}', "the binary"],
    ["a large event", claude, bash("x".repeat(300_000)), "the cold side"],
    ["a dialect that there is not", ["--dialect", "cloude"], bash("ls"), "the cold side"],
    ["no dialect", ["PreToolUse"], bash("ls"), "the cold side"],
    ["the hooks of one plugin", [...claude, "--plugin", "house"], bash("ls"), "the cold side"],
    ["help", [...claude, "--help"], "", "the cold side"],
  ];

  /** With what the binary has read of standard input. */
  const handedOver = ["a commit that breaks a rule", "nothing", "a large event", "help"];

  test("each event gets the answer of the cold side, by whom it may", () => {
    const project = compiled();
    const answered = events.map(([what, args, input]) => {
      const own = askBinary(project, args, input);
      if (own !== null || handedOver.includes(what)) {
        const answer = own ?? run(project, join(dist, "bin", "interlock"), ["dispatch", ...args], input, {});
        expect(answer, what).toEqual(askColdSide(project, args, input));
      }
      return [what, own === null ? "the cold side" : "the binary"];
    });
    expect(answered).toEqual(events.map(([what, , , by]) => [what, by]));
  });

  test.each<[string, Variables]>([
    ["base fields", { INTERLOCK_BASE: '{"conv_id": "x"}' }],
    ["base fields that are wrong", { INTERLOCK_BASE: "x" }],
    ["a variable that there is not", { INTERLOCK_DRYRUN: "1" }],
  ])("with %s, the cold side is asked", (_, more) =>
    expect(askBinary(compiled(), claude, bash("ls"), more)).toBeNull(),
  );

  test("without any configuration there is nothing to say", () => {
    const more = { INTERLOCK_CONFIG: "", XDG_CONFIG_HOME: "/nowhere" };
    const project = createProject({});
    const elsewhere = { ...project, top: project.folder };
    expect(askBinary(elsewhere, claude, bash("ls"), more)).toEqual(
      askColdSide(elsewhere, claude, bash("ls"), more),
    );
  });
});

describe("the cold side is asked", () => {
  const answers = (project: Project): Answer | null => askBinary(project, claude, bash("ls"));
  const hook = (point: string, more = ""): string =>
    `${rule}    - {id: house.own, hook: ${point}, handler: {type: command, command: "exit 0"}${more}}\n`;

  test.each<[string, { [path: string]: string }, By]>([
    ["a plugin's hook is there", { "house/plugin.yaml": hook("tool.call.before") }, "the cold side"],
    ["it is at another point", { "house/plugin.yaml": hook("tool.call.after") }, "the binary"],
    [
      "it is switched off",
      { "house/plugin.yaml": hook("tool.call.before", ", enabled: false") },
      "the binary",
    ],
    [
      "a file of the repository is there",
      {
        "repo/.interlock/hooks/x.yaml":
          "id: x\nevent_type: PreToolUse\nhandler: {kind: script, command: 'exit 0'}\n",
      },
      "the cold side",
    ],
    [
      "a file of the user is there",
      {
        "user/interlock/hooks/x.yaml":
          "id: x\nevent_type: PreToolUse\nhandler: {kind: script, command: 'exit 0'}\n",
      },
      "the cold side",
    ],
  ])("if %s", (_, files, by) => {
    const own = answers(compiled(files));
    expect(own === null ? "the cold side" : "the binary").toBe(by);
  });

  test.each(["repo/.interlock/hooks", "user/interlock/plugins/acme@x/hooks"])(
    "if an executable is in %s, which nobody but itself knows the point of",
    (folder) => {
      const project = compiled({ [`${folder}/program`]: "#!/bin/sh\necho before_tool_call\n" });
      const program = join(project.folder, folder, "program");
      chmodSync(program, 0o644);
      expect(answers(project)).not.toBeNull();
      chmodSync(program, 0o755);
      expect(answers(project)).toBeNull();
    },
  );

  test("if the values of a session cannot be read", () => {
    const project = compiled({ "install.yaml": `${allowAll}plugins: {dirs: [house]}\nenvFile: values\n` });
    expect(answers(project)).not.toBeNull();
    writeFileSync(join(project.folder, "values"), "no value\n");
    expect(answers(project)).toBeNull();
  });

  test("if a file has changed since the plan was made; that keeps a plan for the next", () => {
    const project = compiled();
    expect(answers(project)).not.toBeNull();
    writeFileSync(join(project.folder, "house/plugin.yaml"), `${rule}# changed\n`);
    expect(answers(project)).toBeNull();
    expect(project.interlock(["dispatch", ...claude], bash("ls"))).toMatchObject({ status: 0, stderr: "" });
    expect(answers(project)).not.toBeNull();
  });
});

describe("nothing that an agent writes gets a call past the hooks", () => {
  const refusing = `${rule}    - {id: house.no, hook: tool.call.before, handler: {type: command, command: "echo no >&2; exit 2"}}\n`;
  const dispatch = (project: Project, input: string, more: Variables): Answer =>
    run(project, join(dist, "bin", "interlock"), ["dispatch", ...claude], input, more);

  test.each<[string, string]>([
    ["here-documents without a line end", "<<a".repeat(80_000)],
    ["signs of here-documents", `${"<".repeat(240_000)}\n`],
    ["quotes like those before a message", '"$(cat '.repeat(34_000)],
  ])("a command line of %s is read in time", (_, line) => {
    const project = compiled({ "house/plugin.yaml": refusing });
    const { status, stdout } = dispatch(project, bash(`ls commit ${line}`), { INTERLOCK_TIMEOUT_MS: "2000" });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('"deny"') });
  });

  test("what takes longer than the limit blocks the call", () => {
    // A hundred times as much as the limit, which the kernel looks at only now and then.
    const event = bash(`commit ${"ls; ".repeat(50_000)}`);
    const { status, stderr } = dispatch(compiled(), event, { INTERLOCK_TIMEOUT_MS: "1" });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("E-script-timeout") });
  });
});

test("without a cold side, a call that needs it is blocked in a dialect, and without one ends as a broken set-up", () => {
  const project = compiled();
  const commit = bash("git commit -m 'wip: x'");
  expect(runAlone(project, claude, commit)).toMatchObject({ status: 2, stdout: "" });
  expect(runAlone(project, claude, commit).stderr).toContain("[E-no-cold-side]");
  expect(runAlone(project, ["tool.call.before"], "{}")).toMatchObject({ status: 128, stdout: "" });
});
