/** What docs/library.md and docs/lifecycle.md promise of `dispatch`, where functions do not behave. */
import { describe, expect, test, vi } from "vitest";
import type { Engine, EngineOptions, HookFunction } from "../../library/index.ts";
import { created } from "../library/workspace.ts";

type Handlers = { [plugin: string]: HookFunction };

/** The first has the highest priority. */
function engineWith(hookName: string, handlers: Handlers, options: EngineOptions = {}): Engine {
  const engine = created({ plugins: [], ...options });
  Object.entries(handlers).forEach(([pluginId, handler], i) =>
    engine.register({ hookName: hookName as "agent_end", pluginId, id: pluginId, priority: -i, handler }),
  );
  return engine;
}

const fail = (text: string) => () => {
  throw new Error(text);
};

describe("an event is a copy: a hook returns its answer", () => {
  const spoil: HookFunction = (event) => {
    const { tool_input, params, list, when } = event as never as {
      tool_input: { command: string };
      params?: { command: string };
      list: object[];
      when: Map<string, string>;
    };
    tool_input.command = "rm -rf /";
    if (params !== undefined) params.command = "rm -rf /";
    list.push({});
    when.set("a", "b");
  };
  const payload = () => ({
    tool_name: "Bash",
    tool_input: { command: "ls" },
    list: [{ a: 1 }],
    when: new Map([["k", "v"]]),
  });

  test("what is deep in it may be written to, and neither the caller nor another hook sees that", async () => {
    const seen: unknown[] = [];
    const engine = engineWith("tool.call.before", { spoil, next: (event) => void seen.push(event) });
    const given = payload();
    const { result, payload: left } = await engine.dispatch("tool.call.before", given);
    expect([result, given, left, seen]).toEqual([null, payload(), payload(), [payload()]]);
  });

  test("nor does what observes at the same time", async () => {
    const seen: unknown[] = [];
    const engine = engineWith("tool.call.after", { spoil, next: (event) => void seen.push(event) });
    await engine.dispatch("tool.call.after", payload());
    expect(seen).toEqual([payload()]);
  });

  test("after an approval no plugin gets round the freeze of params by writing to them", async () => {
    const ask: HookFunction = () => ({ params: { command: "ls -l" }, requireApproval: { title: "list?" } });
    const engine = engineWith("tool.call.before", { ask, spoil });
    const event = { toolName: "Bash", params: { command: "ls" }, list: [], when: new Map() };
    const { payload: left } = await engine.dispatch("tool.call.before", event);
    expect([left?.["tool_input"], event.params]).toEqual([{ command: "ls -l" }, { command: "ls" }]);
  });

  test("what a hook returned is its own: what it makes of it later changes nothing", async () => {
    const params = { command: "ls" };
    const engine = engineWith("tool.call.before", { p: () => ({ params }) });
    const { payload: left, result } = await engine.dispatch("tool.call.before", { tool_name: "Bash" });
    params.command = "rm -rf /";
    expect([left?.["tool_input"], result?.["params"]]).toEqual([{ command: "ls" }, { command: "ls" }]);
  });

  test("at synchronous points, too: the message of the hook before is not written to", () => {
    const made = { text: "mine" };
    const engine = engineWith("tool_result_persist", {
      first: () => ({ message: made }),
      second: (event) => void ((event["message"] as { text: string }).text = "spoilt"),
    });
    const given = { message: { text: "given" } };
    expect(engine.dispatch("tool_result_persist", given).payload).toEqual({ message: { text: "mine" } });
    expect([made, given]).toEqual([{ text: "mine" }, { message: { text: "given" } }]);
  });

  test("circles, great depth, functions and instances survive", async () => {
    class Channel {
      send = () => "sent";
    }
    const circle: { [name: string]: unknown } = { channel: new Channel(), at: new Date(5), shared: [] };
    circle["self"] = circle;
    circle["again"] = circle["shared"];
    let deep: object = {};
    for (let i = 0; i < 100_000; i++) deep = { deep };
    const seen: { [name: string]: unknown }[] = [];
    const engine = engineWith("reply.dispatch", { p: (event) => void seen.push(event) });
    const { problems } = await engine.dispatch("reply.dispatch", { ctx: circle, deep });
    const ctx = seen[0]?.["ctx"] as typeof circle;
    expect(problems).toEqual([]);
    expect([ctx === circle, ctx["self"] === ctx, ctx["again"] === ctx["shared"]]).toEqual([
      false,
      true,
      true,
    ]);
    expect([ctx["channel"] === circle["channel"], ctx["at"]]).toEqual([true, new Date(5)]);
  });
});

describe("plugin: only its hooks, also at synchronous points", () => {
  test.each(["tool_result_persist", "before_message_write"] as const)("%s", (point) => {
    const add =
      (text: string): HookFunction =>
      ({ message }) => ({ message: `${String(message)}${text}` });
    const engine = engineWith(point, { a: add("a"), b: add("b") });
    const { payload, outcome } = engine.dispatch(point, { message: "m" }, { plugin: "b" });
    expect([payload, outcome]).toEqual([{ message: "mb" }, { status: "handled", result: { message: "mb" } }]);
    const nobody = engine.dispatch(point, { message: "m" }, { plugin: "c" });
    expect([nobody.payload, nobody.outcome]).toEqual([{ message: "m" }, { status: "missing_plugin" }]);
  });
});

describe("a refusal without a reason invents none in the result", () => {
  test.each<[string, { [plugin: string]: unknown }, object, string]>([
    ["tool.call.before", { a: { block: true } }, { block: true }, "no reason given"],
    [
      "tool.call.before",
      { a: { blockReason: "the reason" }, b: { block: true } },
      { block: true, blockReason: "the reason" },
      "the reason",
    ],
    [
      "tool.call.before",
      { a: { blockReason: "the reason" }, b: { block: true, blockReason: "another" } },
      { block: true, blockReason: "another" },
      "another",
    ],
    [
      "install.before",
      { a: { blockReason: "r" }, b: { decision: "deny" } },
      { block: true, blockReason: "r" },
      "r",
    ],
    ["message.sending", { a: { cancel: true } }, { cancel: true }, "no reason given"],
    [
      "message.sending",
      { a: { cancelReason: "the reason" }, b: { cancel: true } },
      { cancel: true, cancelReason: "the reason" },
      "the reason",
    ],
    ["agent.run.before", { a: { outcome: "block" } }, { outcome: "block", pluginId: "a" }, "no reason given"],
    [
      "agent.run.before",
      { a: { outcome: "pass", reason: "fine" }, b: { outcome: "block" } },
      { outcome: "block", pluginId: "b" },
      "no reason given",
    ],
    [
      "tool.call.before",
      { a: { decision: "ask" } },
      { block: true, blockReason: "it asks, and nobody is there to answer" },
      "it asks, and nobody is there to answer",
    ],
    [
      "tool.call.before",
      { a: { blockReason: "the reason" }, b: { decision: "ask" } },
      { block: true, blockReason: "it asks, and nobody is there to answer" },
      "it asks, and nobody is there to answer",
    ],
  ])("%s: %j", async (point, answers, expected, why) => {
    const handlers = Object.entries(answers).map(([plugin, answer]) => [plugin, () => answer] as const);
    const engine = engineWith(point, Object.fromEntries(handlers));
    const payload = { tool_name: "Bash", content: "c" };
    const { ok, result, problems } = await engine.dispatch(point as "agent_end", payload);
    expect([ok, result]).toEqual([false, expected]);
    expect(problems.map(({ message }) => message)).toEqual([
      `'${Object.keys(answers).at(-1)}' refuses at '${point}': ${why}`,
    ]);
  });
});

describe("catchErrors: false throws at once", () => {
  const later = vi.fn();
  test.each(["before_tool_call", "inbound_claim", "before_agent_run"])(
    "%s: no further hook runs",
    async (point) => {
      later.mockClear();
      const logger = { error: vi.fn() };
      const engine = engineWith(point, { p: fail("boom"), later }, { catchErrors: false, logger });
      const dispatched = engine.dispatch(point as "agent_end", { tool_name: "x" });
      await expect(dispatched).rejects.toMatchObject({
        message: `[hooks] ${point} handler from p failed: boom`,
        cause: new Error("boom"),
      });
      expect([later.mock.calls.length, logger.error.mock.calls.length]).toEqual([0, 0]);
    },
  );

  test.each(["tool_result_persist", "before_message_write"] as const)("%s: none either", (point) => {
    later.mockClear();
    const engine = engineWith(point, { p: fail("boom"), later }, { catchErrors: false });
    expect(() => engine.dispatch(point, { message: "m" })).toThrow(
      `[hooks] ${point} handler from p failed: boom`,
    );
    expect(later).not.toHaveBeenCalled();
  });

  test("a result that cannot be read is such a failure, and its cause is what was thrown", async () => {
    const unreadable = Object.defineProperty({}, "block", { enumerable: true, get: fail("do not look") });
    const engine = engineWith("before_tool_call", { p: () => unreadable }, { catchErrors: false });
    await expect(engine.dispatch("before_tool_call", { tool_name: "x" })).rejects.toMatchObject({
      message: "[hooks] before_tool_call handler from p failed: do not look",
      cause: new Error("do not look"),
    });
  });

  test("observers run at once; the first failure is thrown, without waiting for the others", async () => {
    const forever: HookFunction = () => new Promise(() => undefined);
    const engine = engineWith("session_end", { forever, p: fail("boom") }, { catchErrors: false });
    await expect(engine.dispatch("session_end", {})).rejects.toThrow("handler from p failed: boom");
  });
});

test.each([1_700_000_000_000, "2026-05-06T11:41:04Z"])("a timestamp may be %j", async (timestamp) => {
  const seen: unknown[] = [];
  const engine = engineWith("message_received", { p: (event) => void seen.push(event["timestamp"]) });
  const { ok, payload } = await engine.dispatch("message_received", { content: "hi", timestamp });
  expect([ok, payload?.["timestamp"], seen]).toEqual([true, timestamp, [timestamp]]);
});

test("a timestamp of another type is a wrong call", async () => {
  const { ok, problems } = await engineWith("message_received", {}).dispatch("message_received", {
    timestamp: true,
  });
  expect([ok, problems[0]?.message]).toEqual([
    false,
    "'timestamp' in the payload of 'message.received' must be a text or a number",
  ]);
});
