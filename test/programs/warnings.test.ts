/** A program that warns: the command goes on, and the reason is shown, recorded and handed on. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { withGithub } from "../gh/with-github.ts";
import { allowAll, createProject, type Project } from "../lifecycle/project.ts";
import { createPushing } from "../push/pushing.ts";
import { Sandbox } from "../support/sandbox.ts";
import { created } from "../library/workspace.ts";
import { addProgram, sh, type ProgramForm } from "./with-program.ts";

const warns = sh(`echo '{"decision": "warn", "reason": "rather long"}'`);
const said =
  /^interlock: warning: 'acme\.check' warns: rather long \(.*\) \[E-program-warned\]\nhint: the command goes on/m;
const commit = ["commit", "-q", "--allow-empty", "-m", "fix: x"];

function withProgram(script: string, form: ProgramForm = {}): Sandbox {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, script, form);
  sandbox.readyPlan();
  return sandbox;
}

describe("git", () => {
  test.each([
    ["commit.message.finalize", "git commit -q --allow-empty -m x"],
    ["commit.message.finalize", "GIT_EDITOR='echo x >' git commit -q --allow-empty"],
    ["commit.message.prepare", "GIT_EDITOR='echo x >' git commit -q --allow-empty"],
    ["command.before", "git commit -q --allow-empty -m x"],
  ])("at %s: %s", (hook, line) => {
    const sandbox = withProgram(warns, { hook });
    const run = sandbox.shell(line);
    expect(run.stderr.match(/warns: rather long/g)).toHaveLength(1);
    expect(run).toMatchObject({ status: 0, stderr: expect.stringMatching(said) });
    expect(sandbox.message()).toBe("x\n");
  });

  test("at push.before", () => {
    const pushing = createPushing("version: 1\n");
    addProgram(pushing.sandbox, warns, { hook: "push.before" });
    pushing.sandbox.readyPlan();
    pushing.good();
    expect(pushing.run("git push -q origin main")).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(said),
    });
    expect(pushing.arrived()).toEqual(["Good"]);
  });

  test("it may change the text too", () => {
    const sandbox = withProgram(
      sh(`echo '{"permission": "warn", "reason": "rather long", "text": "fix: y"}'`),
    );
    expect(sandbox.git(commit).stderr).toMatch(said);
    expect(sandbox.message()).toBe("fix: y\n");
  });

  test("without a reason", () => {
    expect(withProgram(sh(`echo '{"decision": "warn"}'`)).git(commit).stderr).toContain(
      "warns: no reason given",
    );
  });

  test.each([
    [
      "a refusal beside it counts",
      `{"decision": "warn", "reason": "no", "block": true}`,
      "E-program-refused",
    ],
    ["an answer that makes no sense is a failure", `{"decision": "warn", "text": 5}`, "'text' is not a text"],
  ])("%s", (_, answer, why) => {
    const run = withProgram(sh(`echo '${answer}'`)).git(commit);
    expect(run.stderr).toContain(why);
    expect(run.status).not.toBe(0);
  });

  test("the record has it", () => {
    const sandbox = withProgram(warns, { config: "audit: {file: audit.log}\n" });
    sandbox.git(commit);
    const [event] = readFileSync(join(sandbox.config, "../audit.log"), "utf8").split("\n");
    expect(JSON.parse(event as string)).toMatchObject({
      SeverityText: "WARN",
      Attributes: {
        "interlock.outcome": "unchanged",
        "interlock.warned.rules": ["acme.check"],
        "interlock.warned.reasons": ["warns: rather long"],
      },
    });
  });

  test("a dry run that runs programs shows it, for people and programs", () => {
    const sandbox = withProgram(warns);
    const explain = (...flags: string[]) =>
      sandbox.interlock(["explain", "--run-programs", ...flags, "--", "git", ...commit]);
    expect(explain()).toMatchObject({ status: 0, stdout: expect.stringMatching(said) });
    expect(explain().stdout).toContain("  unchanged acme.check: warned: rather long");
    expect(JSON.parse(explain("--json").stdout)).toMatchObject({
      warnings: [{ code: "program-warned", id: "acme.check", message: "'acme.check' warns: rather long" }],
    });
  });

  test("a commit that exists breaks no rule by it", () => {
    const sandbox = withProgram(warns, { handler: "command: [./check], deterministic: true" });
    sandbox.git(commit);
    expect(sandbox.interlock(["verify", "HEAD"]).status).toBe(0);
  });
});

test.each([
  ["pull_request.description.finalize", ["pr", "create", "-t", "T", "-b", "B"]],
  ["issue.labels.finalize", ["issue", "create", "-t", "T", "-b", "B", "-l", "bug"]],
  ["commit.message.finalize", ["pr", "merge", "7", "-s", "-t", "Subject", "-b", "Body"]],
  ["command.before", ["pr", "create", "-t", "T", "-b", "B"]],
])("gh, at %s", async (hook, words) => {
  const { gh, box } = await withGithub("version: 1\nplugins:\n  dirs: [acme]\n", {
    "interlock/acme/plugin.yaml": `name: acme\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: acme.check, hook: ${hook}, handler: {type: command, command: [./check]}}\n`,
    "interlock/acme/check": warns,
  });
  chmodSync(join(box.folder, "interlock/acme/check"), 0o755);
  const run = await gh(words);
  expect(run.stderr).toMatch(said);
  expect([run.status, run.sent.length]).toEqual([0, 1]);
});

function createHouse(hook: string, script = warns): Project {
  return createProject({
    "install.yaml": `${allowAll}plugins: {dirs: [acme]}\n`,
    "acme/plugin.yaml": `name: acme\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: acme.check, hook: ${hook}, handler: {type: command, command: [./check]}}\n`,
    "acme/check": script,
  });
}

describe("interlock dispatch", () => {
  test.each([
    ["tool.call.before", { tool_name: "Bash" }, null],
    ["agent.run.before", {}, { outcome: "pass", pluginId: "acme" }],
    ["response.finalize", { text: "x" }, null],
    ["session.start", {}, null],
    ["command.before", { argv: ["git"], metadata: {} }, { outcome: "pass", pluginId: "acme" }],
  ])("at %s", (hook, payload, result) => {
    const { status, stdout } = createHouse(hook).interlock(["dispatch", hook], payload);
    const run = JSON.parse(stdout);
    expect(run).toMatchObject({
      ok: true,
      payload,
      problems: [
        {
          severity: "warning",
          code: "hook-warned",
          message: `'acme.check' warns at '${hook}': rather long`,
        },
      ],
    });
    expect([status, run.result === null || Object.keys(run.result).length === 0 ? null : run.result]).toEqual(
      [0, result],
    );
  });

  const text = "'acme.check' warns at 'tool.call.before': rather long";
  test.each([
    [
      "claude",
      "PreToolUse",
      { systemMessage: text, hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: text } },
      "",
    ],
    [
      "gemini",
      "BeforeTool",
      { systemMessage: text, hookSpecificOutput: { hookEventName: "BeforeTool", additionalContext: text } },
      "",
    ],
    ["cursor", "preToolUse", { permission: "allow", user_message: text, agent_message: text }, ""],
    [
      "docker-agent",
      "pre_tool_use",
      {
        system_message: text,
        hook_specific_output: { hook_event_name: "pre_tool_use", additional_context: text },
      },
      "",
    ],
    ["kodelet", "before_tool_call", { blocked: false }, `${text}\n`],
  ])("in the dialect of %s, the user and the model are told", (dialect, event, expected, onStderr) => {
    const house = createHouse("tool.call.before");
    const { status, stdout, stderr } = house.interlock(["dispatch", event, "--dialect", dialect], {
      tool_name: "Bash",
    });
    expect([status, JSON.parse(stdout), stderr]).toEqual([0, expected, onStderr]);
  });
});

test("a function of the library warns too", async () => {
  const engine = created({ plugins: [] });
  engine.register({
    hookName: "tool.call.before",
    pluginId: "house",
    id: "house.f",
    handler: () => ({ decision: "warn", reason: "rather long" }),
  });
  expect(await engine.dispatchAsync("tool.call.before", { tool_name: "Bash" })).toMatchObject({
    ok: true,
    problems: [{ code: "hook-warned", message: "'house.f' warns at 'tool.call.before': rather long" }],
  });
});

test("on Node, a program that does not read its input has not failed", () => {
  const sandbox = new Sandbox("version: 1\n");
  const script = join(sandbox.folder, "check");
  writeFileSync(script, sh("exec <&-; echo said"));
  chmodSync(script, 0o755);
  const host = createNodeHost({ argv: ["git"] });
  const ended = host.runHookProgram([encodeUtf8(script)], "/", [], "x".repeat(1_000_000), 30_000, false);
  expect(ended).toEqual({ status: 0, stdout: "said\n", stderr: "", failure: "" });
});
