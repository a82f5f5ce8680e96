import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hookPoints } from "../../engine/core/hook-points.ts";
import { lifecyclePoints } from "../../engine/lifecycle/all-points.ts";
import type { HookPointKey } from "../../library/index.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { created, engineOf, manifest, signs } from "./workspace.ts";

const ids = (contributions: readonly { id: string }[]): string[] => contributions.map(({ id }) => id);

test("contributions are listed by priority, then plugin name, then hook id, whatever the order of the files", () => {
  const engine = engineOf({
    zebra: manifest(signs("z.late", "1", ", priority: 900"), signs("z.early", "2", ", priority: 1")),
    ant: manifest(signs("b", "3"), signs("a", "4")),
    bee: manifest(signs("a.bee", "5")),
  });
  expect(ids(engine.getHookContributions("pull_request.description.finalize"))).toEqual([
    "z.early",
    "a",
    "b",
    "a.bee",
    "z.late",
  ]);
});

test("they run in the order in which they are listed", () => {
  const engine = engineOf({
    b: manifest(signs("b", "two"), signs("first", "one", ", priority: 5")),
    a: manifest(signs("late", "three", ", priority: 500")),
  });
  const { payload, trace } = engine.dispatch("pull_request.description.finalize", { text: "x" });
  expect(ids(trace)).toEqual(ids(engine.getHookContributions("pull_request.description.finalize")));
  expect(payload?.text.split(/\n+/)).toEqual(["x", "By: one", "By: two", "By: three"]);
});

test("a contribution tells where it comes from and what it has", () => {
  const folder = createFolder({
    "p/local/plugin.yaml": manifest(
      "{id: h, hook: issue.labels.suggest, priority: 7, summary: words, policies: [{file: p.md, inject: prompt}]}",
    ),
    "p/local/p.md": "Label it.\n",
  });
  const engine = created({ plugins: [join(folder, "p")] });
  expect(engine.getHookContributions("issue.labels.finalize")).toEqual([
    {
      id: "h",
      point: "issue.labels.finalize",
      plugin: "local",
      priority: 7,
      summary: "words",
      source: `${folder}/p/local/plugin.yaml:4`,
      disabledBy: null,
      effects: [],
      policies: ["p.md"],
      handler: null,
    },
  ]);
});

test("has and count tell what is there, and nothing of what is switched off", () => {
  const engine = engineOf(
    { p: manifest(signs("on", "1"), signs("off", "2"), signs("never", "3", ", enabled: false")) },
    { disabledHooks: { p: ["off"] } },
  );
  expect([
    engine.has("pull_request.description.finalize"),
    engine.count("pull_request.description.finalize"),
  ]).toEqual([true, 1]);
  expect([engine.has("push.before"), engine.count("push.before")]).toEqual([false, 0]);
  const listed = engine.getHookContributions("pull_request.description.finalize", { disabled: true });
  expect(listed.map(({ id, disabledBy }) => [id, disabledBy?.replace(/^.*\/(?=p\/)/, "") ?? null])).toEqual([
    ["never", "p/plugin.yaml"],
    ["off", "createEngine()"],
    ["on", null],
  ]);
});

test("an alias names the same hook point in a manifest and in every call", () => {
  const hook = (id: string, point: string): string =>
    `{id: ${id}, hook: ${point}, effects: [{type: list.appendUnique, path: labels, values: [${id}]}]}`;
  const engine = engineOf({
    p: manifest(hook("a", "issue.labels.suggest"), hook("b", "issue.labels.finalize")),
  });
  for (const point of ["issue.labels.suggest", "issue.labels.finalize"] as const) {
    expect(engine.count(point)).toBe(2);
    expect(engine.has(point)).toBe(true);
    expect(engine.getHookContributions(point)).toHaveLength(2);
    expect(engine.dispatch(point, { labels: [] }).payload?.labels).toEqual(["a", "b"]);
  }
});

test("two engines in one process do not see each other", () => {
  const one = engineOf({ p: manifest(signs("same", "of one")) }, { env: { X: "1" } });
  const two = engineOf({ p: manifest(signs("same", "of two"), signs("more", "and more")) });
  expect([
    one.count("pull_request.description.finalize"),
    two.count("pull_request.description.finalize"),
  ]).toEqual([1, 2]);
  for (const text of ["x", "x"]) {
    expect(one.dispatch("pull_request.description.finalize", { text }).payload?.text).toBe("x\n\nBy: of one");
    expect(two.dispatch("pull_request.description.finalize", { text }).payload?.text).toMatch(
      /By: and more\nBy: of two/,
    );
  }
});

test("an engine does not change with its files, nor with what it gave out", () => {
  const folder = createFolder({ "p/a/plugin.yaml": manifest(signs("a", "1")) });
  const engine = created({ plugins: [join(folder, "p")] });
  mkdirSync(join(folder, "p", "b"));
  writeFileSync(join(folder, "p", "b", "plugin.yaml"), manifest(signs("b", "2")));
  engine.getHookContributions("pull_request.description.finalize").pop();
  expect(engine.count("pull_request.description.finalize")).toBe(1);
  expect(() => {
    (engine.getHookContributions("pull_request.description.finalize")[0] as { id: string }).id = "other";
  }).toThrow(TypeError);
  expect(created({ plugins: [join(folder, "p")] }).count("pull_request.description.finalize")).toBe(2);
});

test("points is the table of hook points, and cannot be changed", () => {
  const { points } = engineOf({ p: manifest(signs("a", "1")) });
  expect(points).toEqual({ ...hookPoints, ...lifecyclePoints });
  expect(() =>
    (points["pull_request.description.finalize"].aliases as unknown as string[]).push("x"),
  ).toThrow(TypeError);
});

describe("a name that is no hook point is a mistake in the program", () => {
  const name = "pull_request.description.finalise" as HookPointKey;
  test.each([
    ["has", (engine: ReturnType<typeof engineOf>) => engine.has(name)],
    ["count", (engine: ReturnType<typeof engineOf>) => engine.count(name)],
    ["getHookContributions", (engine: ReturnType<typeof engineOf>) => engine.getHookContributions(name)],
    ["renderHookPolicies", (engine: ReturnType<typeof engineOf>) => engine.renderHookPolicies([name])],
  ])("%s", (_, call) => {
    const engine = engineOf({ p: manifest(signs("a", "1")) });
    expect(() => call(engine)).toThrow(
      new TypeError(
        "unknown hook point 'pull_request.description.finalise'; did you mean 'pull_request.description.finalize'?",
      ),
    );
  });
});

test("renderHookPolicies gives one section, of all points or of some, by any of their names", () => {
  const folder = createFolder({
    "p/plugin.yaml": `name: p\n${manifest(
      "{id: a, hook: issue.labels.finalize, policies: [{file: a.md, inject: prompt}]}",
      "{id: b, hook: pull_request.description.finalize, policies: [{file: b.md, inject: prompt}]}",
    )}`,
    "p/a.md": "Label it – always.\n",
    "p/b.md": "Be short.\n",
  });
  const engine = created({ plugins: [join(folder, "p")] });
  expect(engine.renderHookPolicies(["issue.labels.suggest"])).toBe(
    "<hook-policies>\n<!-- a (p/a.md) -->\nLabel it – always.\n</hook-policies>\n",
  );
  expect(engine.renderHookPolicies()).toContain("Be short.");
  expect(engine.renderHookPolicies([])).toBe("");
  expect(engine.renderHookPolicies(["push.before"])).toBe("");
});
