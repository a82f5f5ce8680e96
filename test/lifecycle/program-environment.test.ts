/** What a program gets of the world, and which programs get anything at all. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compilePlan } from "../../engine/compile/compile-plan.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { prepareCall } from "../../engine/core/programs/program-call.ts";
import { engineOf } from "../../library/engine-of.ts";
import { discoverExecutables } from "../../library/discover-programs.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import { whyUnguarded } from "../../shim/node/guarded.ts";
import { statPath } from "../../shim/node/read-files.ts";
import { created } from "../library/workspace.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { allowAll, createProject } from "./project.ts";
import { createPrograms } from "./programs.ts";

/** Says what it got: environment, folder, arguments and input. */
const reporter = `#!/usr/bin/env node
const { readFileSync } = require("node:fs");
const input = JSON.parse(readFileSync(0, "utf8"));
const group = readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ")[2] === String(process.pid);
console.log(JSON.stringify({ env: process.env, cwd: process.cwd(), args: process.argv.slice(2), input, group }));
`;

const manifest = (handler: string): string =>
  `extensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: p.x, hook: agent.end, handler: {type: command, command: [./report, --strict]${handler}}}\n`;

interface Report {
  env: { [name: string]: string };
  cwd: string;
  args: string[];
  input: object;
  group: boolean;
}

async function report(handler = "", env: { [name: string]: string } = {}, payload = {}): Promise<Report> {
  const folder = createPrograms({ "p/plugin.yaml": manifest(handler), "p/report": reporter, "work/x": "" });
  const PATH = process.env["PATH"] ?? "";
  const engine = created({ plugins: [join(folder, "p")], env: { PATH, ...env }, cwd: join(folder, "work") });
  const { result, problems } = await engine.dispatch("agent.end", payload);
  expect(problems).toEqual([]);
  const text = JSON.stringify(result).replaceAll(folder, "<folder>");
  return JSON.parse(text);
}

describe("a program", () => {
  test("gets one JSON object: hook, id, run_id, cwd and payload", async () => {
    const { input, args } = await report("", {}, { success: true, run_id: "r1" });
    expect(input).toMatchObject({
      hook: "agent.end",
      id: "p.x",
      run_id: "r1",
      cwd: "<folder>/work",
      payload: { success: true, run_id: "r1" },
    });
    expect(args).toEqual(["--strict"]);
  });

  test("runs in the folder of the engine, or in the payload's if that is one", async () => {
    const elsewhere = createFolder({ "a/b": "" });
    expect((await report()).cwd).toBe("<folder>/work");
    expect((await report("", {}, { cwd: join(elsewhere, "a") })).cwd).toBe(join(elsewhere, "a"));
    expect((await report("", {}, { cwd: "/does/not/exist" })).cwd).toBe("<folder>/work");
  });

  test("has a process group of its own", async () => expect((await report()).group).toBe(true));

  test("has the usual variables, those it asks for, and no other", async () => {
    const env = {
      HOME: "/h",
      LANG: "C.UTF-8",
      CI: "1",
      OTHER: "o",
      SECRET: "s",
      GIT_DIR: "/elsewhere",
      GIT_INDEX_FILE: "i",
      GIT_WORK_TREE: "w",
      GIT_AUTHOR_NAME: "Ann",
    };
    const { env: seen } = await report(", env: [CI, MISSING, GIT_AUTHOR_NAME]", env);
    const { PATH: _, HOOK_RUN: __, ...rest } = seen;
    expect(rest).toEqual({
      HOME: "/h",
      LANG: "C.UTF-8",
      CI: "1",
      GIT_AUTHOR_NAME: "Ann",
      CLAUDE_PROJECT_DIR: "<folder>/work",
    });
  });

  test("gets sealed values over the caller's", async () => {
    const folder = createPrograms({
      "config.yaml": "version: 1\nenv: {TOKEN: sealed}\nplugins: {dirs: [p]}\n",
      "p/plugin.yaml": `name: p\n${manifest(", env: [TOKEN]")}`,
      "p/report": reporter,
    });
    const engine = created({
      configFile: join(folder, "config.yaml"),
      env: { PATH: process.env["PATH"], TOKEN: "fake" },
    });
    expect((await engine.dispatch("agent.end", {})).result).toMatchObject({ env: { TOKEN: "sealed" } });
  });
});

describe("a handler of a lower layer", () => {
  const hook = "id: x\nevent_type: agent.end\nhandler: {type: command, command: './r', env: [TOKEN]}\n";
  test("gets a variable only if a layer above lists it", async () => {
    const files = { "repo/.interlock/hooks/x.yaml": hook };
    expect(createProject(files).warnings()).toContain(
      "the repository layer may not read the environment variable 'TOKEN'",
    );
    const install = "version: 1\nlayers: {env: [TOKEN], repository: on}\nexecutableHooks: {allow: true}\n";
    expect(createProject({ ...files, "install.yaml": install }).complaints()).toBe("");
  });

  test("and is asked about one only if a layer above lists it", () => {
    const asks =
      "id: x\nevent_type: agent.end\nwhen: {envPresent: [TOKEN]}\nhandler: {type: command, command: './r'}\n";
    expect(createProject({ "repo/.interlock/hooks/x.yaml": asks }).warnings()).toContain("'TOKEN'");
    expect(createProject({ "user/interlock/hooks/x.yaml": asks }).warnings()).toBe("");
  });

  test("is disabled with a warning where the install does not allow it; a builtin needs no permission", async () => {
    const project = createProject({
      "install.yaml": "version: 1\n",
      "repo/.interlock/hooks/x.yaml":
        "id: x\nevent_type: agent.end\nhandler: {type: command, command: 'touch ran'}\n",
      "repo/.interlock/hooks/y.yaml":
        "id: y\nevent_type: agent.end\nhandler: {type: builtin, command: add_date}\n",
    });
    const { trace } = await project.dispatch("agent.end");
    expect(trace.map(({ id, state }) => [id, state])).toEqual([["y", "applied"]]);
    const { stdout, stderr } = project.interlock(["hooks", "--registration"]);
    // The layer is not trusted, so nothing of it counts.
    expect([JSON.parse(stdout), stderr]).toEqual([{}, ""]);
  });
});

describe("a repository that is not trusted", () => {
  const files = {
    "install.yaml": "version: 1\nexecutableHooks: {allow: true}\n",
    "repo/.interlock/hooks/run-me": '#!/bin/sh\ntouch "$HOME/ran-$1"\necho turn_end\n',
    "repo/.interlock/hooks/x.yaml":
      'id: x\nevent_type: turn_end\nhandler: {type: command, command: "touch $HOME/ran-yaml"}\n',
  };
  test("runs nothing, not even to ask what it is; then trust shows the programs, and they run", async () => {
    const project = createProject(files);
    const ran = (): string[] =>
      ["hook", "run", "yaml"].filter((name) => existsSync(join(project.folder, `ran-${name}`)));
    expect(project.interlock(["dispatch", "turn_end"], {}).status).toBe(0);
    expect(ran()).toEqual([]);
    const { stdout, status } = project.interlock(["trust"]);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining("hook    x of plugin 'local' at turn.end, runs 'touch $HOME/ran-yaml'\n"),
    ]);
    expect(stdout).toContain("program <folder>/repo/.interlock/hooks/run-me\n");
    expect(ran()).toEqual([]);
    expect(project.interlock(["dispatch", "turn_end"], {}).status).toBe(0);
    expect(ran()).toEqual(["hook", "run", "yaml"]);
  });

  test("and a changed program ends the trust", async () => {
    const project = createProject(files);
    project.interlock(["trust"]);
    writeFileSync(join(project.top, ".interlock/hooks/run-me"), '#!/bin/sh\ntouch "$HOME/changed"\n');
    project.interlock(["dispatch", "turn_end"], {});
    expect(existsSync(join(project.folder, "changed"))).toBe(false);
  });
});

describe("a sealed install", () => {
  async function fire(handler: string, layer: "install" | "user"): Promise<string> {
    const folder = createPrograms({
      "c/config.yaml": "version: 1\nplugins: {dirs: [p]}\n",
      "c/p/plugin.yaml": `name: p\n${handler}`,
      "c/p/report": reporter,
    });
    const file = encodeUtf8(join(folder, "c/config.yaml"));
    const paths = { install: "", user: "", repository: "", [layer]: file };
    const { plan, hooks, programs } = compilePlan(paths, nodeConfigFiles, { planDirOf, sealedOf });
    if (plan === null) throw new Error("there is no plan");
    const env = (): undefined => undefined;
    const engine = engineOf({ plan, hooks, programs, policies: [], env, isSealed: true }, {});
    return (await engine.dispatch("agent.end", {})).problems[0]?.message ?? "ran";
  }

  test("runs no program of a lower layer", async () => {
    expect(await fire(manifest(""), "user")).toContain("it is of the user layer, which the caller can write");
  });

  test("runs none that others can write, nor one from the caller's PATH", async () => {
    expect(await fire(manifest(""), "install")).toMatch(
      /does not run in a sealed install: '.*' (belongs to|can be written to by)|^ran$/,
    );
    expect(await fire(manifest("").replace("./report", "report"), "install")).toContain(
      "'report' is not on the PATH",
    );
  });

  test("asks no executable what it is", async () => {
    const folder = createPrograms({ "u/hooks/h": '#!/bin/sh\ntouch "$HOME/ran"\necho turn_end\n' });
    mkdirSync(join(folder, "home"));
    const setting = { env: () => join(folder, "home"), cwd: folder, isSealed: true, allow: true };
    const { hooks, diagnostics } = await discoverExecutables(
      [{ layer: "user", folder: join(folder, "u") }],
      setting,
    );
    expect([hooks, diagnostics.map(({ code }) => code)]).toEqual([[], ["program-not-allowed"]]);
  });

  test("a sealed install runs what nobody but root could have written, links on the way included", () => {
    const folder = createFolder();
    symlinkSync("/bin/sh", join(folder, "link"));
    const setting = { isSealed: true, env: () => folder, own: [], asked: [], folder, isAtCommit: false };
    const prepare = (file: string, layer: "install" | "user" = "install") =>
      prepareCall({ words: [encodeUtf8(file)], layer }, setting, { stat: statPath, whyUnguarded });
    expect(prepare("/bin/sh")).toMatchObject({ file: "/bin/sh", folder: "/" });
    expect(prepare("sh"), "on the system's PATH, not the caller's").toMatchObject({ file: "/usr/bin/sh" });
    symlinkSync("/bin/sh", join(folder, "callers"));
    expect(prepare("callers")).toMatchObject({ failure: expect.stringContaining("not on the PATH") });
    expect(prepare(join(folder, "link"))).toMatchObject({
      failure: expect.stringContaining("can be written"),
    });
    expect(prepare("/bin/sh", "user")).toMatchObject({
      failure: expect.stringContaining("which the caller can write"),
    });
  });
});

describe("a lower layer may only add", () => {
  const base = `name: base
extensions:
  hookApiVersion: 1
  hooks:
    - id: base.guard
      hook: tool.call.before
      priority: 1
      match: {tool: Bash}
      handler: {type: command, command: "grep -q 'rm -rf' && { echo 'not that' >&2; exit 2; }; echo '{\\"asked\\": true}'"}
`;
  const change = (answer: object): string =>
    `id: x\nevent_type: PreToolUse\nhandler:\n  type: command\n  command: |\n    echo '${JSON.stringify(answer)}'\n`;
  const withChange = (answer: object) =>
    createProject({
      "install.yaml":
        "version: 1\nlayers: {repository: on}\nexecutableHooks: {allow: true}\nplugins: {dirs: [base]}\n",
      "base/plugin.yaml": base,
      "repo/.interlock/hooks/x.yaml": change(answer),
    });

  test.each([
    [
      "by another input",
      { params: { command: "rm -rf /" } },
      { tool_name: "Bash", tool_input: { command: "ls" } },
    ],
    [
      "by another payload",
      { payload: { tool_input: { command: "rm -rf /" } } },
      { tool_name: "Bash", tool_input: {} },
    ],
    [
      "by another tool",
      { payload: { tool_name: "Bash" } },
      { tool_name: "Other", tool_input: { command: "rm -rf /" } },
    ],
  ])("what an upper layer allowed cannot be exchanged behind it: %s", async (_, answer, payload) => {
    const { ok, problems } = await withChange(answer).dispatch("PreToolUse", payload);
    expect([ok, problems[0]?.message]).toEqual([
      false,
      "'base.guard' refuses at 'tool.call.before': not that",
    ]);
  });

  test("a change that the upper layer has nothing against stands", async () => {
    const { ok, payload } = await withChange({ params: { command: "ls -l" } }).dispatch("PreToolUse", {
      tool_name: "Bash",
      tool_input: { command: "ls" },
    });
    expect([ok, payload?.["tool_input"]]).toEqual([true, { command: "ls -l" }]);
  });

  const call = { tool_name: "Bash", tool_input: { command: "ls" } };
  const guard = (answer: string): string =>
    base.replace(/command: "grep.*/, `command: [sh, -c, "cat >/dev/null; echo '${answer}'"]}`);

  test("what the upper layer makes of it has the last word, and is said once", async () => {
    const project = createProject({
      "install.yaml": `${allowAll}plugins: {dirs: [base]}\n`,
      "base/plugin.yaml": guard(String.raw`{\"params\": {\"command\": \"safe\"}, \"context\": \"c\"}`),
      "repo/.interlock/hooks/x.yaml": change({ params: { command: "unsafe" }, context: "d" }),
    });
    const { ok, payload, result } = await project.dispatch("PreToolUse", call);
    expect([ok, payload?.["tool_input"]]).toEqual([true, { command: "safe" }]);
    expect(result).toEqual({ params: { command: "safe" }, context: "c\n\nd" });
  });

  test.each(["Bash", "Other"])(
    "hooks of the upper layer that do the same are asked again once, about what it is now: %s",
    async (tool) => {
      const counted = join(createFolder(), "counted");
      const counting = base.replace(/command: "grep.*/, `command: [sh, -c, "echo x >>${counted}"]}`);
      const second = counting
        .slice(counting.indexOf("    - id"))
        .replace("base.guard", "base.second")
        .replace("tool: Bash", `tool: ${tool}`);
      const project = createProject({
        "install.yaml": `${allowAll}plugins: {dirs: [base]}\n`,
        "base/plugin.yaml": counting + second,
        "repo/.interlock/hooks/x.yaml": change({
          payload: { tool_name: tool, tool_input: { command: "ls -l" } },
        }),
      });
      expect((await project.dispatch("PreToolUse", call)).ok).toBe(true);
      expect(readFileSync(counted, "utf8")).toBe("x\nx\n");
    },
  );

  test.each([
    ["a prototype that says so", '{"__proto__": {"block": true}, "context": "x"}'],
    ["a nested one", '{"hookSpecificOutput": {"__proto__": {"block": true}, "additionalContext": "x"}}'],
  ])("nothing that it says keeps later hooks from being asked: %s", async (_, answer) => {
    const project = createProject({
      "install.yaml": `${allowAll}plugins: {dirs: [base]}\n`,
      "base/plugin.yaml": base.replace("priority: 1", "priority: 500"),
      "repo/.interlock/hooks/x.yaml": `id: x\nevent_type: PreToolUse\nhandler:\n  type: command\n  command: |\n    echo '${answer}'\n`,
    });
    const { ok, problems } = await project.dispatch("PreToolUse", {
      ...call,
      tool_input: { command: "rm -rf /" },
    });
    expect([ok, problems[0]?.message]).toEqual([
      false,
      "'base.guard' refuses at 'tool.call.before': not that",
    ]);
  });
});

test("an envFile that cannot be read refuses every dispatch", async () => {
  const folder = createPrograms({
    "config.yaml": "version: 1\nenvFile: env\nplugins: {dirs: [p]}\n",
    "p/plugin.yaml": `name: p\n${manifest("")}`,
    env: "no assignment\n",
  });
  const { ok, problems } = await created({ configFile: join(folder, "config.yaml") }).dispatch(
    "agent.end",
    {},
  );
  expect([ok, problems[0]?.code]).toEqual([false, "env-file-unreadable"]);
});
