/** Executables as hooks, as kodelet has them (seed 1): each of its features by its name there. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { created } from "../library/workspace.ts";
import { createPrograms } from "./programs.ts";
import { createProject, type Project } from "./project.ts";

/** Says which hook it is, and answers with this JSON. */
const answering = (event: string, answer: object): string =>
  `#!/bin/sh\ncase "$1" in\nhook) echo ${event} ;;\nrun) cat > /dev/null; echo '${JSON.stringify(answer)}' ;;\nesac\n`;

/** Answers with what it read. */
const echoing = (event: string): string =>
  `#!/bin/sh\nif [ "$1" = hook ]; then echo ${event}; else printf '{"seen": %s}' "$(cat)"; fi\n`;

const call = { tool_name: "file_edit", tool_input: { path: "a" } };

async function names(project: Project, ...all: string[]): Promise<(string | null)[]> {
  const { engine } = await project.engine();
  return all.map((name) => engine.getHookByName(name)?.point ?? null);
}

describe("the protocol", () => {
  test("<exe> hook names the event, <exe> run gets the payload and answers", async () => {
    const project = createProject({
      "repo/.interlock/hooks/guard": answering("before_tool_call", { blocked: true, reason: "no edits" }),
    });
    const { ok, result, problems } = await project.dispatch("before_tool_call", call);
    expect([ok, result]).toEqual([false, { block: true, blockReason: "no edits" }]);
    expect(problems[0]?.message).toBe("'guard' refuses at 'tool.call.before': no edits");
  });

  test('{"blocked": false} lets pass', async () => {
    const project = createProject({
      "repo/.interlock/hooks/guard": answering("before_tool_call", { blocked: false }),
    });
    expect((await project.dispatch("before_tool_call", call)).ok).toBe(true);
  });

  test("input replaces the tool's input", async () => {
    const project = createProject({
      "repo/.interlock/hooks/fix": answering("before_tool_call", { input: { path: "b" } }),
    });
    expect((await project.dispatch("before_tool_call", call)).payload?.["tool_input"]).toEqual({ path: "b" });
  });

  test("there is a time limit on hook, and on run", async () => {
    const project = createProject({
      "repo/.interlock/hooks/never": "#!/bin/sh\nsleep 30\n",
      "repo/.interlock/hooks/slow": `#!/bin/sh\n[ "$1" = hook ] && echo turn_end || sleep 30\n`,
    });
    const start = performance.now();
    const { warnings, engine } = await project.engine();
    expect(performance.now() - start).toBeLessThan(25_000);
    expect(warnings.map(({ message }) => message.replace(project.folder, ""))).toEqual([
      "'never': '/repo/.interlock/hooks/never hook' timed out after 5000ms",
    ]);
    expect(engine.points["turn.end"].mode).toBe("observe");
    expect(engine.getHookByName("slow")).toEqual({
      id: "slow",
      plugin: "local",
      point: "turn.end",
      kind: "command",
    });
  });
});

describe("BasePayload", () => {
  test("event, conv_id, cwd, invoked_by and recipe_name", async () => {
    const project = createProject({ "repo/.interlock/hooks/log": echoing("turn_end") });
    const payload = { conv_id: "c1", recipe_name: "code-review", invoked_by: "subagent", response: "done" };
    const { result } = await project.dispatch("turn_end", payload);
    expect(result?.["seen"]).toEqual({ event: "turn_end", cwd: project.top, ...payload });
  });

  test("recipe_name is left out if there is none", async () => {
    const project = createProject({ "repo/.interlock/hooks/log": echoing("turn_end") });
    const { result } = await project.dispatch("turn_end", { session_id: "s" });
    expect(result?.["seen"]).toEqual({
      event: "turn_end",
      conv_id: "s",
      cwd: project.top,
      invoked_by: "main",
    });
  });
});

describe("Discovery Precedence", () => {
  const says = (who: string): string => answering("turn_end", { who });
  const places = [
    "repo/.interlock/hooks/h",
    "repo/.interlock/plugins/acme@tools/hooks/h",
    "user/interlock/hooks/h",
    "user/interlock/plugins/acme@tools/hooks/h",
  ];
  test.each([
    ["repo-local standalone shadows the user's", [0, 2], "h", 0],
    ["repo-local plugins shadow the user's plugins", [1, 3], "acme/tools/h", 1],
    ["without a repo-local one, the user's standalone is used", [2, 3], "h", 2],
    ["without any other, the user's plugin is used", [3], "acme/tools/h", 3],
  ])("%s", async (_, present, name, expected) => {
    const files = Object.fromEntries(present.map((i) => [places[i] as string, says(places[i] as string)]));
    const project = createProject(files);
    const { engine } = await project.engine();
    expect(engine.getHookByName(name)).not.toBeNull();
    const { plugin } = engine.getHookByName(name) ?? { plugin: "" };
    const { result } = await engine.dispatch("turn_end", {}, { plugin });
    expect(result?.["who"]).toBe(places[expected]);
  });

  test("all four at once: a standalone hook and a plugin's have different names, and both run", async () => {
    const project = createProject(Object.fromEntries(places.map((place) => [place, says(place)])));
    const { engine } = await project.engine();
    expect(await names(project, "h", "acme/tools/h", "tools/h")).toEqual(["turn.end", "turn.end", null]);
    expect((await engine.dispatch("turn_end", {})).trace.map(({ id }) => id)).toEqual(["h", "acme/tools/h"]);
  });
});

describe("Hook Naming and GetHookByName", () => {
  test("org/repo/name for org@repo; the folder's name where there is no org", async () => {
    const project = createProject({
      "user/interlock/plugins/jingkaihe@skills/hooks/validate-output": answering("before_tool_call", {}),
      "user/interlock/plugins/my-hooks/hooks/log": answering("turn_end", {}),
      "user/interlock/hooks/my-hook": answering("agent_stop", {}),
    });
    expect(
      await names(project, "jingkaihe/skills/validate-output", "my-hooks/log", "my-hook", "validate-output"),
    ).toEqual(["tool.call.before", "turn.end", "agent.stop", null]);
  });
});

describe("discoverFromDirectory", () => {
  test("files that are not executable and folders are ignored silently", async () => {
    const project = createProject({
      "repo/.interlock/hooks/policy.md": "Be kind.\n",
      "repo/.interlock/hooks/notes": "hook\n",
      "repo/.interlock/hooks/folder/inner": answering("turn_end", {}),
    });
    const { warnings, engine } = await project.engine();
    expect([warnings, engine.count("turn_end")]).toEqual([[], 0]);
  });

  test.each([
    [
      "prints nonsense",
      "#!/bin/sh\necho turn_ned\n",
      /printed 'turn_ned', which is no hook point/,
      "did you mean 'turn_end'?",
    ],
    ["prints nothing", "#!/bin/sh\n", /printed 'unknown error'|printed ''/, null],
    ["fails", "#!/bin/sh\nexit 7\n", /exited with 7/, null],
    [
      "is at a point where no program can run",
      "#!/bin/sh\necho tool_result_persist\n",
      /where none can run/,
      null,
    ],
  ])("an executable that %s is warned about, and the others are found", async (_, script, why, hint) => {
    const project = createProject({
      "repo/.interlock/hooks/bad": script,
      "repo/.interlock/hooks/good": answering("turn_end", {}),
    });
    const { warnings, engine } = await project.engine();
    expect(warnings.map(({ severity, code }) => [severity, code])).toEqual([["warning", "hook-program"]]);
    expect(warnings[0]?.message).toMatch(why);
    if (hint !== null) expect(warnings[0]?.hint).toBe(hint);
    expect(engine.getHookByName("good")).not.toBeNull();
  });

  test("one that answers nonsense does not shadow the one below it", async () => {
    const project = createProject({
      "repo/.interlock/hooks/h": "#!/bin/sh\necho nonsense\n",
      "user/interlock/hooks/h": answering("turn_end", { who: "user" }),
    });
    expect((await project.dispatch("turn_end")).result).toEqual({ who: "user" });
  });

  test("a hook that is no longer executable is no longer there", async () => {
    const project = createProject({ "repo/.interlock/hooks/h": answering("turn_end", {}) });
    chmodSync(join(project.top, ".interlock/hooks/h"), 0o644);
    expect(await names(project, "h")).toEqual([null]);
  });
});

describe("Recipe Integration: payload filtering", () => {
  const script = `#!/usr/bin/env python3
import sys, json
if sys.argv[1] == "hook":
    print("before_tool_call")
elif sys.argv[1] == "run":
    payload = json.load(sys.stdin)
    if payload.get("recipe_name", "") != "code-review":
        print(json.dumps({"blocked": False}))
        sys.exit(0)
    print(json.dumps({"blocked": payload.get("tool_name") == "file_edit", "reason": "reviews change nothing"}))
`;
  test.each([
    ["code-review", false],
    ["deploy", true],
    [undefined, true],
  ])("under the recipe %s", async (recipe_name, ok) => {
    const project = createProject({ "repo/.interlock/hooks/review": script });
    expect((await project.dispatch("before_tool_call", { ...call, recipe_name })).ok).toBe(ok);
  });
});

describe("programs that come with a repository", () => {
  const hook = { "repo/.interlock/hooks/h": answering("turn_end", {}) };
  test.each([
    ["nothing about it", "version: 1\n", false],
    ["allow: false", "version: 1\nexecutableHooks: {allow: false}\n", false],
    ["allow: true", "version: 1\nexecutableHooks: {allow: true}\n", true],
    ["its name", "version: 1\nexecutableHooks: {allow: [h]}\n", true],
    ["another name", "version: 1\nexecutableHooks: {allow: [g]}\n", false],
  ])("the install says %s", async (_, install, runs) => {
    const project = createProject({ ...hook, "install.yaml": install });
    const { engine, warnings } = await project.engine();
    expect([engine.has("turn_end"), warnings.map(({ code }) => code)]).toEqual([
      runs,
      runs ? [] : ["program-not-allowed"],
    ]);
  });

  test("the user's own run without that", async () => {
    const project = createProject({
      "user/interlock/hooks/h": answering("turn_end", {}),
      "install.yaml": "version: 1\n",
    });
    expect(await names(project, "h")).toEqual(["turn.end"]);
  });
});

test("a program finds them through the library: hookFolders, then discover", async () => {
  const folder = createPrograms({
    "a/.interlock/hooks/h": answering("turn_end", { who: "a" }),
    "a/.interlock/hooks/y.yaml":
      "id: y\nevent_type: turn_end\nhandler: {kind: script, command: 'pwd > here'}\n",
    "b/.interlock/hooks/h": answering("turn_end", { who: "b" }),
    "b/.interlock/plugins/acme@x/hooks/g": answering("turn_end", { also: true }),
    "b/.interlock/hooks/bad": "#!/bin/sh\n",
  });
  const engine = created({ hookFolders: [join(folder, "a/.interlock"), join(folder, "b/.interlock")] });
  expect(engine.count("turn_end")).toBe(1);
  expect((await engine.discover()).map(({ code }) => code)).toEqual(["hook-program"]);
  expect(await engine.discover()).toHaveLength(1);
  expect((await engine.dispatch("turn_end", {})).result).toEqual({ who: "a", also: true });
  expect(readFileSync(join(folder, "a/here"), "utf8")).toBe(`${join(folder, "a")}\n`);
});
