import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ConfigFiles } from "../../engine/compile/files/config-files.ts";
import { renderPlan } from "../../engine/core/plan-file.ts";
import { inputsOf, type Plan } from "../../engine/core/plan.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { createWorkspace, installs, manifest } from "./workspace.ts";

const plugins = join(import.meta.dirname, "../../plugins");

function compiled(workspace: ReturnType<typeof createWorkspace>, files?: ConfigFiles): Plan {
  const { plan, diagnostics } = workspace.compile(files);
  expect(diagnostics.filter(({ severity }) => severity === undefined)).toEqual([]);
  return plan as Plan;
}

test("the shipped github plugin compiles to one contribution", () => {
  const workspace = createWorkspace({ "install.yaml": installs(`${plugins}/github`) });
  const plan = compiled(workspace);
  const [contribution] = plan.points["commit.message.finalize"] ?? [];
  expect(contribution).toMatchObject({
    id: "github.ensure-bot-coauthor",
    plugin: "github",
    source: `${plugins}/github/plugin.yaml:6`,
    when: { present: ["env.GITHUB_APP_BOT_NAME", "env.GITHUB_APP_BOT_EMAIL"] },
  });
  expect(contribution?.effects).toEqual([
    {
      type: "text.ensureTrailer",
      key: "Co-authored-by",
      value: ["", "env.GITHUB_APP_BOT_NAME", " <", "env.GITHUB_APP_BOT_EMAIL", ">"],
      dedupe: true,
      required: true,
      missing: "error",
      line: 14,
    },
  ]);
});

test("contributions run by priority, then plugin name, then hook id", () => {
  const hook = (id: string, priority: number): string =>
    manifest(id, (text) => text.replace("      hook:", `      priority: ${priority}\n      hook:`));
  const two = manifest("z.one") + manifest("a.two").split("\n").slice(3).join("\n");
  const workspace = createWorkspace({
    "install.yaml": installs("first"),
    "user.yaml": installs("second"),
    "first/late/plugin.yaml": hook("late.a", 200),
    "first/beta/plugin.yaml": two,
    "second/alpha/plugin.yaml": manifest("zz.last-id"),
    "second/early/plugin.yaml": hook("zzz.early", -5),
  });
  const order = compiled(workspace).points["commit.message.finalize"]?.map(({ id }) => id);
  expect(order).toEqual(["zzz.early", "zz.last-id", "a.two", "z.one", "late.a"]);
});

test("what a hook of a lower layer could undo is required of the higher one's, and of no other", () => {
  const at = (id: string, effect: string): string =>
    `extensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: ${id}, hook: commit.message.finalize, effects: [${effect}]}\n`;
  const kept = at("kept.a", "{type: text.ensureTrailer, key: Policy, value: kept}");
  const required = (lower: string): unknown[] => {
    const tree = { "user.yaml": installs("p"), "repository.yaml": installs("q"), "p/kept/plugin.yaml": kept };
    const plan = compiled(createWorkspace({ ...tree, "q/low/plugin.yaml": lower }));
    return (plan.points["commit.message.finalize"] ?? []).map(({ effects }) => effects[0]?.required);
  };
  expect(required(at("low.a", "{type: text.removeTrailer, key: Policy}"))).toEqual([true, false]);
  expect(required(at("low.a", "{type: text.forbidMatch, pattern: x, message: no x}"))).toEqual([false, true]);
  const off = at("low.a", "{type: text.removeTrailer, key: Policy}").replace(
    "low.a,",
    "low.a, enabled: false,",
  );
  expect(required(off)).toEqual([false, false]);
});

test("the same files give the same bytes, whatever order the folders are listed in", () => {
  const workspace = createWorkspace({
    "install.yaml": installs("p", "config: {b: 1, a: é}\n"),
    "p/one/plugin.yaml": manifest("one.x"),
    "p/two/plugin.yaml": manifest("two.x"),
    "p/three/plugin.yaml": manifest("three.x"),
  });
  const backwards: ConfigFiles = {
    ...nodeConfigFiles,
    listDirectory(path) {
      const names = nodeConfigFiles.listDirectory(path);
      return typeof names === "number" ? names : names.sort().reverse();
    },
  };
  expect(renderPlan(compiled(workspace, backwards))).toBe(renderPlan(compiled(workspace)));
});

test("the plan is ASCII, and its strings are the bytes of UTF-8", () => {
  const workspace = createWorkspace({ "install.yaml": "version: 1\nconfig: {name: Zoë}\nenv: {WHO: 名}\n" });
  const text = renderPlan(compiled(workspace));
  expect(text).toMatch(/^[\x00-\x7e]*$/);
  expect(text).toContain('"name":"Zo\\u00c3\\u00ab"');
  expect((JSON.parse(text.slice(text.indexOf("\n"))) as Plan).env["WHO"]).toBe("\u00e5\u0090\u008d");
});

test("everything the plan was made from is an input, also what is absent", () => {
  const workspace = createWorkspace({
    "install.yaml": installs("p"),
    "p/one/plugin.yaml": manifest(
      "one.x",
      (text) => text + "      policies: [{file: doc/a.md, inject: prompt}]\n",
    ),
    "p/one/doc/a.md": "be kind",
    "p/empty/readme": "no plugin yet",
    "p/.hidden/plugin.yaml": "not: [looked, at",
    "p/file": "",
  });
  const inputs = inputsOf(compiled(workspace)).map(({ path, stamp }) => [
    path.slice(workspace.root.length + 1),
    stamp === "absent" ? "absent" : /^\d+:\d+:\d+:[0-7]+$/.test(stamp),
  ]);
  expect(inputs).toEqual([
    ["install.yaml", true],
    ["p", true],
    ["p/empty", true],
    ["p/empty/plugin.yaml", "absent"],
    ["p/file", true],
    ["p/one", true],
    ["p/one/doc/a.md", true],
    ["p/one/plugin.yaml", true],
    ["p/plugin.yaml", "absent"],
    // Where the repository's own are.
    ["plugins", "absent"],
    ["repository.yaml", "absent"],
    ["user.yaml", "absent"],
  ]);
});

test("config keys may be nested or dotted, and keep the digits they were written with", () => {
  const workspace = createWorkspace({
    "user.yaml": "version: 1\nconfig: {a: {b.c: 1.10}, d.e: true, f: 0x1F}\n",
  });
  expect(compiled(workspace).config).toEqual({ "a.b.c": "1.10", "d.e": "true", f: "0x1F" });
});

test("a hook is disabled by its manifest, or by the config of its layer or one above", () => {
  const disable = (plugin: string, id: string): string =>
    `  manifests: {${plugin}: {extensions: {disabledHooks: [${id}]}}}\n`;
  const workspace = createWorkspace({
    "install.yaml": installs("a", disable("low", "low.x")),
    "user.yaml": installs("b"),
    "a/off/plugin.yaml": manifest("off.x", (text) =>
      text.replace("      hook:", "      enabled: false\n      hook:"),
    ),
    "b/low/plugin.yaml": manifest("low.x"),
  });
  const by = compiled(workspace).points["commit.message.finalize"]?.map((c) => [c.id, c.disabledBy]);
  expect(by).toEqual([
    ["low.x", `${workspace.root}/install.yaml`],
    ["off.x", `${workspace.root}/a/off/plugin.yaml`],
  ]);
});

test("a hook with policies only is checked, and stays out of the plan", () => {
  const workspace = createWorkspace({
    "user.yaml": installs("p"),
    "p/style/plugin.yaml":
      "extensions: {hookApiVersion: 1, hooks: [{id: s.a, hook: response.finalize, policies: [{file: s.md, inject: prompt}]}]}",
    "p/style/s.md": "short",
  });
  expect(compiled(workspace).points).toEqual({});
  // Nothing fires its hook point, and a prompt gets its policies all the same.
  expect(workspace.complaints()).toBe("");
  expect(workspace.compile().hooks.map(({ id }) => id)).toEqual(["s.a"]);
});

test("effects at a hook point that no git command fires are noted", () => {
  const workspace = createWorkspace({
    "install.yaml": installs("p"),
    "p/a/plugin.yaml": manifest("a.b", (text) =>
      text
        .replace("commit.message", "response")
        .replace("text.ensureTrailer\n          key: Reviewed-on", "text.ensureSuffix")
        .replace("${config.review.url}", "x"),
    ),
  });
  expect(compiled(workspace).points["response.finalize"]).toHaveLength(1);
  expect(workspace.complaints()).toContain(
    "note: no git command fires 'response.finalize' in this version; a program can",
  );
});

test("other top-level keys of a manifest belong to the host and are left alone", () => {
  const workspace = createWorkspace({
    "user.yaml": installs("p"),
    "p/x/plugin.yaml":
      "name: other\nversion: 1.2.0\ncredentials: {type: oauth}\nskills: [a]\n" + manifest("x.y"),
  });
  expect(compiled(workspace).points["commit.message.finalize"]?.[0]?.plugin).toBe("other");
});

test("the install layer sets mode, failure policy, sealed values and the file of them", () => {
  const workspace = createWorkspace({
    "install.yaml":
      "version: 1\nmode: report\nonEngineFailure: pass\nenv: {B: x, A: y}\nenvFile: run/env\nplanDir: /tmp/plans\n",
  });
  const plan = compiled(workspace);
  expect(plan).toMatchObject({
    mode: "report",
    onEngineFailure: "pass",
    envFile: `${workspace.root}/run/env`,
  });
  expect(JSON.stringify(plan.env)).toBe('{"A":"y","B":"x"}');
});

test("without an install layer the user layer may set the mode", () => {
  expect(compiled(createWorkspace({ "user.yaml": "version: 1\nmode: report\n" })).mode).toBe("report");
});

test("a plugin folder may be a link", () => {
  const workspace = createWorkspace({
    "user.yaml": installs("p"),
    "p/.keep": "",
    "elsewhere/plugin.yaml": manifest("e.x"),
  });
  symlinkSync(`${workspace.root}/elsewhere`, `${workspace.root}/p/linked`);
  expect(compiled(workspace).points["commit.message.finalize"]?.[0]?.plugin).toBe("linked");
});
