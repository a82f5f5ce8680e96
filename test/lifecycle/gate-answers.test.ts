/** An invalid answer to a gate blocks: what functions return, and what programs print. */
import { expect, test } from "vitest";
import { created, manifest } from "../library/workspace.ts";
import { createPrograms } from "./programs.ts";

test.each([
  [{ outcome: "pass" }, true],
  [undefined, true],
  [{ decision: "allow" }, false],
  [{ permission: "allow" }, false],
  [{ outcome: "allow" }, false],
  [{}, false],
  [null, false],
  ["pass", false],
  [true, false],
])("before_agent_run with a function that returns %j: %s", async (answer, passes) => {
  const engine = created({ plugins: [] });
  engine.register({ hookName: "before_agent_run", pluginId: "p", handler: () => answer });
  expect((await engine.dispatchAsync("agent.run.before", {})).ok).toBe(passes);
});

test.each([
  ["agent.run.before", '{"outcome": "pass"}', true],
  ["agent.run.before", "", true],
  ["agent.run.before", "all is well", true],
  ["agent.run.before", '{"logs": []}', true],
  ["agent.run.before", '{"decision": "allow"}', false],
  ["agent.run.before", "null", false],
  ["agent.run.before", '"pass"', false],
  ["agent.run.before", "true", false],
  ["command.before", "null", false],
  ["command.before", '"pass"', false],
  ["command.before", '{"decision": "allow"}', true],
])("%s with a program that prints %j: %s", async (point, printed, passes) => {
  const folder = createPrograms({
    "p/plugin.yaml": manifest(`{id: p.x, hook: ${point}, handler: {type: command, command: [./x]}}`),
    "p/x": `#!/bin/sh\ncat > /dev/null\nprintf '%s' '${printed}'\n`,
  });
  const engine = created({ plugins: [`${folder}/p`] });
  const payload = point === "command.before" ? { argv: ["git", "commit"] } : {};
  expect((await engine.dispatchAsync(point as "agent.end", payload)).ok).toBe(passes);
});
