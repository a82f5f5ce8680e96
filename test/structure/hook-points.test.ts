import { describe, expect, test } from "vitest";
import {
  hookPointChoices,
  hookPointNames,
  hookPoints,
  type HookPoint,
  type Payload,
} from "../../engine/core/hook-points.ts";

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
  expect(new Set(hookPointChoices()).size).toBe(hookPointChoices().length);
});

test("the types of payloads derive from the table", () => {
  const labels: Payload<"issue.labels.finalize"> = { labels: ["bug"], metadata: { repo: "a/b" } };
  // @ts-expect-error a text is no list
  const wrong: Payload<"issue.labels.finalize"> = { labels: "bug", metadata: {} };
  expect(labels).not.toEqual(wrong);
});
