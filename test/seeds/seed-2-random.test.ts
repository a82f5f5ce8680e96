/** 5,000 random dispatches over random configurations, against the reference. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { createEngine, createHandlerRegistry, renderDiagnostics } from "../../library/index.ts";
import { createFolder } from "../support/temporary-folder.ts";
import {
  dispatch,
  knownEvents,
  nameOf,
  type Answer,
  type Configuration,
  type Hook,
} from "./seed-2-reference.ts";
import { seeded, type Seeded } from "./seeded.ts";

const unknownEvents = ["pre_tool_usage", "on_coffee"];
const tools = ["shell", "edit_file", "read_file"];

function randomHook(random: Seeded): Hook {
  return {
    type: random.one(["command", "builtin"]),
    command: random.one(["one", "two", "three"]),
    ...(random.chance(50) ? { args: random.some(["a", "b"]) } : {}),
  };
}

/** Keys that are no part of a hook's identity. */
function written(hook: Hook, random: Seeded): object {
  return {
    ...hook,
    ...(random.chance(20) ? { timeout: 1 + random.below(50) } : {}),
    ...(random.chance(20) ? { name: "a hook" } : {}),
    ...(random.chance(10) ? { env: { A: "1" } } : {}),
  };
}

function randomConfiguration(random: Seeded): Configuration {
  const events = random.some([...knownEvents, ...unknownEvents]);
  return Object.fromEntries(
    events.map((event) => [
      event,
      Array.from({ length: random.below(4) }, () => {
        if (!event.endsWith("tool_use") || random.chance(30)) return randomHook(random);
        const matcher = random.one(["*", "", "shell", "shell|edit_file", undefined]);
        const hooks = Array.from({ length: 1 + random.below(3) }, () => randomHook(random));
        return { ...(matcher === undefined ? {} : { matcher }), hooks };
      }),
    ]),
  );
}

function asFile(configuration: Configuration, random: Seeded): string {
  const map = Object.entries(configuration).map(([event, entries]) => [
    event,
    entries.map((entry) =>
      "hooks" in entry
        ? { ...entry, hooks: entry.hooks.map((hook) => written(hook, random)) }
        : written(entry, random),
    ),
  ]);
  const hooks: unknown = Object.fromEntries(map);
  return stringify(random.chance(50) ? hooks : { hooks });
}

function randomAnswer(random: Seeded): Answer {
  return random.one<Answer>([
    null,
    { context: "one line" },
    { context: "two\nlines" },
    { context: "" },
    { block: "no" },
    { fails: true },
    { says: 5 },
    { says: [] },
    { says: "yes" },
    { says: {} },
    { says: null },
  ]);
}

function given(answer: Answer): unknown {
  if (answer === null) return undefined;
  if ("fails" in answer) throw new Error("no");
  if ("says" in answer) return answer.says;
  return "block" in answer ? { decision: "block", reason: answer.block } : answer;
}

test("5,000 dispatches over random configurations go as the reference says", async () => {
  const random = seeded(2519);
  let count = 0;
  const different: unknown[] = [];
  for (let round = 0; round < 100; round++) {
    const configurations = Array.from({ length: 1 + random.below(3) }, () => randomConfiguration(random));
    const files = configurations.map((each, i) => [`${i}/hooks/agent.yaml`, asFile(each, random)]);
    const folder = createFolder(Object.fromEntries(files));
    let answers: { [name: string]: Answer } = {};
    let ran: string[] = [];
    const registry = createHandlerRegistry();
    for (const type of ["command", "builtin"] as const)
      registry.registerHandler(type, ({ command, args }) => () => {
        const name = nameOf({ type, command: String(command), args: [...args] });
        ran.push(name);
        return given(answers[name] ?? null);
      });
    for (const name of ["one", "two", "three"]) registry.registerBuiltin(name, () => undefined);
    const hookFolders = configurations.map((_, i) => join(folder, String(i)));
    const { engine, diagnostics } = createEngine({ plugins: [], hookFolders, registry });
    if (engine === null) throw new Error(renderDiagnostics(diagnostics));
    const told = unknownEvents.filter((event) => configurations.some((each) => event in each));
    const said = JSON.stringify(diagnostics.map(({ severity, message }) => [severity, message]));
    expect(told.filter((event) => !said.includes(`["warning","unknown hook point '${event}'"]`))).toEqual([]);
    expect(diagnostics.some(({ severity }) => severity === "error")).toBe(false);
    for (let turn = 0; turn < 50; turn++, count++) {
      const names = configurations
        .flatMap((each) => Object.values(each).flat())
        .flatMap((entry) => ("hooks" in entry ? entry.hooks : [entry]))
        .map(nameOf);
      answers = Object.fromEntries(names.map((name) => [name, randomAnswer(random)]));
      ran = [];
      const event = random.one(knownEvents);
      const tool = random.one(tools);
      const dialect = random.chance(50);
      const { ok, result } = (await engine.dispatchAsync(
        event as "stop",
        event.endsWith("tool_use") ? { tool_name: tool } : {},
        dialect ? { dialect: "docker-agent" } : {},
      )) as { ok: boolean; result: { context?: string } | null };
      const actual = { allowed: ok, ran, context: result?.context ?? null };
      const expected = dispatch(configurations, event, tool, answers, dialect);
      if (JSON.stringify(actual) !== JSON.stringify(expected))
        different.push({ round, turn, event, tool, dialect, configurations, answers, actual, expected });
    }
  }
  expect([count, different.length, different[0]]).toEqual([5000, 0, undefined]);
}, 60_000);
