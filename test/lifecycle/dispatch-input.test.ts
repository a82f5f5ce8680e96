/** What `interlock dispatch` is given: whatever stands on standard input. */
import { expect, test } from "vitest";
import { lengthSeen } from "./large-input.ts";
import { createProject } from "./project.ts";

test.each([
  ["100,000 levels", "[".repeat(100_000) + "]".repeat(100_000), "standard input has more than 1000 levels"],
  ["nothing", "", "standard input is not a JSON object"],
  ["a list", "[]", "standard input is not a JSON object"],
  ["half an object", '{"a": ', "standard input is not a JSON object"],
  ["a NUL", "{}\0", "standard input is not a JSON object"],
  [
    "a type that is wrong",
    '{"tool_name": 5}',
    "'tool_name' in the payload of 'tool.call.before' must be a text",
  ],
])("standard input that is wrong is a wrong call: %s", (_, input, said) => {
  const { status, stdout, stderr } = createProject({}).interlock(["dispatch", "tool.call.before"], input);
  expect(status).toBe(129);
  expect(stdout + stderr).toContain(said);
});

test("standard input of 5 MB is read whole", () => {
  const length = 5_000_000;
  // Once in the payload, once beside it.
  expect(lengthSeen(length)).toBeGreaterThan(2 * length);
});

test("what a runtime hands on and nobody can read is blocked, in its own way", () => {
  const deep = `{"tool_name": "Bash", "tool_input": ${"[".repeat(2000)}${"]".repeat(2000)}}`;
  const run = createProject({}).interlock(["dispatch", "PreToolUse", "--dialect", "claude"], deep);
  expect([run.status, run.stdout]).toEqual([2, ""]);
  expect(run.stderr).toContain("standard input has more than 1000 levels");
});
