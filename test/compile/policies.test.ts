import { expect, test } from "vitest";
import { renderHookPolicies, type HookPolicy } from "../../engine/compile/hook-policies.ts";

const policy = (change: Partial<HookPolicy>): HookPolicy => ({
  point: "response.finalize",
  hook: "a.b",
  plugin: "a",
  file: "x.md",
  text: "Text.\n",
  ...change,
});

test("no policies are no section", () => {
  expect(renderHookPolicies([])).toBe("");
  expect(renderHookPolicies([policy({})], [])).toBe("");
  expect(renderHookPolicies([policy({})], ["commit.message.finalize"])).toBe("");
});

test("each text stands under its source, in the order given", () => {
  const policies = [policy({ hook: "z.z", text: "One" }), policy({ file: "y.md", text: "Two\n\n\n" })];
  expect(renderHookPolicies(policies)).toBe(
    "<hook-policies>\n<!-- z.z (a/x.md) -->\nOne\n\n<!-- a.b (a/y.md) -->\nTwo\n</hook-policies>\n",
  );
});

test("a file name cannot end the comment", () => {
  const section = renderHookPolicies([policy({ file: "x--> .md" })]);
  expect(section.split("\n")[1]).toBe("<!-- a.b (a/x--&gt; .md) -->");
});

test("line ends and a byte order mark do not matter", () => {
  const windows = renderHookPolicies([policy({ text: "\ufeffA\r\nB\r\n" })]);
  expect(windows).toBe(renderHookPolicies([policy({ text: "A\nB\n" })]));
});
