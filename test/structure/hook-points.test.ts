import { describe, expect, test } from "vitest";
import {
  isCorePoint,
  pointChoices,
  pointNames,
  pointOf,
  resolvePoint,
} from "../../engine/lifecycle/all-points.ts";
import { dialectNames, dialects } from "../../engine/lifecycle/dialects/dialects.ts";
import { hookPointNames, hookPoints, type HookPoint, type Payload } from "../../engine/core/hook-points.ts";

describe.each(hookPointNames)("%s", (name) => {
  const point: HookPoint = hookPoints[name];

  test("works first on what its mode says", () => {
    const [first] = Object.values(point.payload);
    expect(first).toBe(point.mode === "text" ? "text" : "list");
    if (point.mode === "text") expect(Object.keys(point.payload)[0]).toBe("text");
  });

  test("has a time limit, and a gate fails closed", () => {
    expect(point.timeLimitMs).toBeGreaterThan(0);
    if (point.mode === "gate") expect(point.failure).toBe("block");
  });
});

test("a name means one hook point", () => {
  const names = hookPointNames.flatMap((name) => [name, ...hookPoints[name].aliases]);
  expect(new Set(names).size).toBe(names.length);
});

test("the types of payloads derive from the table", () => {
  const labels: Payload<"issue.labels.finalize"> = { labels: ["bug"], metadata: { repo: "a/b" } };
  // @ts-expect-error a text is no list
  const wrong: Payload<"issue.labels.finalize"> = { labels: "bug", metadata: {} };
  expect(labels).not.toEqual(wrong);
});

describe.each(pointNames.filter((name) => !isCorePoint(name)))("%s", (name) => {
  const point = pointOf(name);

  test("has a dotted name of its own, and names elsewhere", () => {
    expect(name).toMatch(/^[a-z]+(?:[._][a-z]+)+$/);
    expect(point.aliases.length).toBeGreaterThan(0);
    for (const alias of point.aliases) expect(resolvePoint(alias)).toBe(name);
  });

  test("can refuse what it stops on, and changes fields that it has", () => {
    if (point.mode === "gate") expect([point.refuses, point.failure]).toEqual(["outcome", "block"]);
    if (point.mode === "observe") expect(point.refuses).toBeNull();
    for (const field of Object.keys(point.merge.stop ?? {})) expect(point.refuses).toBe(field);
    for (const target of Object.values(point.rewrites)) expect(Object.keys(point.payload)).toContain(target);
  });
});

test("a name means one point among all of them", () => {
  const names = pointNames.flatMap((name) => [name, ...pointOf(name).aliases]);
  expect(names.sort()).toEqual(pointChoices().sort());
  expect(new Set(names).size).toBe(names.length);
});

test("every event of a dialect is a name of its point", () => {
  for (const dialect of dialectNames)
    for (const [event, point] of Object.entries(dialects[dialect].events))
      expect([event, resolvePoint(event)]).toEqual([event, point]);
});
