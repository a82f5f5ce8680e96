/** Examples of gates, pushes and an agent's tools. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Workshop } from "./workshop.ts";

const hooks = {
  "command.before": `case $input in
*--force*) echo 'never by force' >&2; exit 2 ;;
*@word*) printf '{"argv": ["git", "commit", "-m", "other"]}' ;;
*@rebase*) printf '{"argv": ["git", "rebase"]}' ;;
*@warn*) printf '{"decision": "warn", "reason": "rather bold"}' ;;
esac`,
  "push.before": `case $input in
*refs/heads/main\\ 0000*) echo 'main stays' >&2; exit 2 ;;
*refs/heads/secret*) echo 'no secrets' >&2; exit 2 ;;
*example.org*upstream*|*upstream*example.org*) printf '{"decision": "warn", "reason": "elsewhere"}' ;;
esac`,
  "tool.call.before": `case $input in
*curl*) printf '{"decision": "block", "reason": "no downloads"}' ;;
*swap*) printf '{"params": {"command": "ls"}, "context": "swapped for %s"}' "$TEAM" ;;
*bold*) printf '{"decision": "warn", "reason": "rather bold"}' ;;
*broken*) exit 1 ;;
esac`,
  "session.start": "echo be kind",
};

function runOne(examples: string): { status: unknown; lines: string[]; stderr: string } {
  const box = new Workshop();
  const programs = Object.entries(hooks).map(([point, script]) => [
    `hooks/${point}`,
    `#!/bin/sh\ninput=$(cat)\n${script}\nexit 0\n`,
  ]);
  const declared = Object.keys(hooks).map(
    (point) =>
      `    - {id: gates.${point}, hook: ${point}, handler: {type: command, command: ["./hooks/${point}"], env: [TEAM]}}\n`,
  );
  const folder = box.folderOf("gates", {
    "plugin.yaml": `name: gates\nextensions:\n  hookApiVersion: 1\n  hooks:\n${declared.join("")}`,
    "examples.yaml": `examples:\n${examples}`,
    ...Object.fromEntries(programs),
  });
  for (const point of Object.keys(hooks)) chmodSync(join(folder, "hooks", point), 0o755);
  const { status, stdout, stderr } = box.plugin("test", folder);
  return { status, lines: stdout.split("\n").slice(0, -1), stderr: stderr.replaceAll(folder, "<plugin>") };
}

describe("hold", () => {
  test.each([
    ["a command that passes", "command.before", "given: [git, commit, -m, x], unchanged: true"],
    ["a command that is refused", "command.before", "given: [git, push, --force], refused: never by force"],
    [
      "a command that becomes another",
      "command.before",
      'given: [git, commit, -m, "@word"], becomes: [git, commit, -m, other]',
    ],
    [
      "a command that must not become another",
      "command.before",
      'given: [git, commit, -m, "@rebase"], refused: "may change what follows \'git commit\'"',
    ],
    [
      "a warning, and nothing changed",
      "command.before",
      'given: [git, commit, -m, "@warn"], unchanged: true, warned: rather bold',
    ],
    ["a command of gh", "command.before", "given: [gh, pr, create, --fill], unchanged: true"],
    ["a push of a new branch", "push.before", "given: [topic, feature:other], unchanged: true"],
    ["a push that is refused", "push.before", "given: [secret], refused: no secrets"],
    ["a deletion", "push.before", 'given: [":main"], unchanged: true'],
    ["a new main", "push.before", "given: [main], refused: main stays"],
    [
      "a push as git tells it",
      "push.before",
      `given: [refs/heads/main ${"a".repeat(40)} refs/heads/main ${"b".repeat(40)}], unchanged: true`,
    ],
    [
      "a push to somewhere",
      "push.before",
      "given: [topic], remote: upstream, remotes: [example.org/x], warned: elsewhere",
    ],
    [
      "a tool that may run",
      "tool.call.before",
      "given: {tool_name: Bash, tool_input: {command: ls}}, unchanged: true",
    ],
    [
      "a tool by another name of the point",
      "PreToolUse",
      "given: {tool_name: Bash, tool_input: {command: curl}}, refused: no downloads",
    ],
    [
      "another input",
      "tool.call.before",
      "given: {tool_name: Bash, tool_input: {command: swap}}, becomes: {tool_input: {command: ls}}",
    ],
    [
      "what the model is told, and a variable",
      "tool.call.before",
      "environment: {TEAM: core}, given: {tool_name: Bash, tool_input: {command: swap}}, result: {context: swapped for core}",
    ],
    [
      "a warning",
      "tool.call.before",
      "given: {tool_name: Bash, tool_input: {command: bold}}, warned: rather bold, unchanged: true",
    ],
    ["context", "session.start", "given: {}, result: {context: be kind}"],
  ])("%s", (name, hook, rest) => {
    const run = runOne(`  - {name: ${JSON.stringify(name)}, hook: ${hook}, ${rest}}\n`);
    expect(run).toEqual({
      status: 0,
      lines: [`ok      ${name}`, "interlock: 1 example passed, 0 failed"],
      stderr: "",
    });
  });
});

describe("fail", () => {
  test.each([
    [
      "command.before",
      'given: [git, commit, -m, "@word"], unchanged: true',
      [" git", " commit", " -m", "-@word", "+other"],
    ],
    ["command.before", "given: [git, x], refused: no", ["-refused: no", "+git", "+x"]],
    [
      "push.before",
      "given: [secret], unchanged: true",
      ["-secret", expect.stringMatching(/^\+refused: .*no secrets$/)],
    ],
    ["push.before", "given: [topic], warned: elsewhere", ["-warned: elsewhere"]],
    [
      "tool.call.before",
      "given: {tool_name: Bash, tool_input: {command: swap}}, unchanged: true",
      ['-tool_input: {"command":"swap"}', '+tool_input: {"command":"ls"}'],
    ],
    [
      "tool.call.before",
      "given: {tool_name: Bash, tool_input: {command: swap}}, result: {context: other}",
      ['-context: "other"', '+context: "swapped for "'],
    ],
    [
      "tool.call.before",
      "given: {tool_name: Bash}, refused: never",
      ["-refused: never", '+tool_name: "Bash"'],
    ],
    [
      "tool.call.before",
      "given: {tool_name: Bash, tool_input: {command: broken}}, unchanged: true",
      [
        '-tool_name: "Bash"',
        '-tool_input: {"command":"broken"}',
        "+refused: 'gates.tool.call.before' failed at 'tool.call.before': exited with 1",
      ],
    ],
  ])("at %s: %s", (hook, rest, difference) => {
    const run = runOne(`  - {name: it, hook: ${hook}, ${rest}}\n`);
    expect([run.status, run.stderr]).toEqual([1, ""]);
    expect(run.lines.slice(2, -1).map((line) => line.slice(10))).toEqual(difference);
  });
});

test.each([
  ["hook: tool.call.befor, given: {}, unchanged: true", "'tool.call.befor' is no hook point"],
  ["hook: tool.call.before, given: x, unchanged: true", "'given' must be a map at 'tool.call.before'"],
  ["hook: command.before, given: {}, unchanged: true", "'given' must be a list at 'command.before'"],
  ["hook: push.before, given: [a], becomes: [b]", "a push cannot become another one"],
  ["given: x, result: {a: 1}", "there is no 'result' at 'commit.message.finalize'"],
  ["hook: stop, given: {}", "an example needs one of"],
  ["hook: stop, given: {}, refused: x, warned: y", "an example cannot have 'refused' and 'warned'"],
])("a mistake has its place: %s", (rest, message) => {
  const run = runOne(`  - {name: it, ${rest}}\n`);
  expect([run.status, run.lines]).toEqual([128, []]);
  expect(run.stderr).toMatch(/^<plugin>\/examples\.yaml:2:\d+: error: /);
  expect(run.stderr).toContain(message);
});
