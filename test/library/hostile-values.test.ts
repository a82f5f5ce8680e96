/** Payloads and results that throw, turn in circles or lie: the outcome says so, and nothing is thrown. */
import { describe, expect, test } from "vitest";
import type { Engine, HookFunction } from "../../library/index.ts";
import { engineOf, manifest, signs } from "./workspace.ts";

function throwing(field: string): object {
  return Object.defineProperty({}, field, {
    enumerable: true,
    get() {
      throw new Error("do not look");
    },
  });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function circle(): object {
  const input: { [name: string]: unknown } = {};
  input["self"] = input;
  return input;
}

/** Of 100,000 levels. */
function deep(): object {
  let value = {};
  for (let i = 0; i < 100_000; i++) value = { value };
  return value;
}

const fromJson = (text: string): object => JSON.parse(text) as object;

interface Said {
  ok: boolean;
  problems?: readonly { severity: string; message: string }[];
  diagnostics?: readonly { severity: string; message: string }[];
}

/** By whichever way of dispatching the point has. */
async function fire(engine: Engine, point: string, payload: unknown, options?: unknown): Promise<unknown[]> {
  const call = engine.dispatch as unknown as (...given: unknown[]) => Said | Promise<Said>;
  const { ok, problems, diagnostics } = await call(point, payload, options);
  return [ok, ...(problems ?? diagnostics ?? []).map(({ severity, message }) => `${severity}: ${message}`)];
}

const plain = (): Engine => engineOf({ p: manifest(signs("a", "bye")) });

describe("a payload that", () => {
  const unread = "cannot be read: do not look";
  test.each<[string, string, object, string]>([
    ["throws at a text point", "response.finalize", throwing("text"), unread],
    ["throws at a lifecycle point", "tool.call.before", throwing("tool_name"), unread],
    ["throws at a synchronous point", "tool_result_persist", throwing("message"), unread],
    ["throws in a map", "commit.message.finalize", { text: "x", metadata: throwing("a") }, unread],
    ["is a revoked proxy", "tool.call.before", revoked(), "cannot be read: Cannot perform 'IsArray'"],
    [
      "has its fields in a prototype",
      "tool.call.before",
      fromJson('{"__proto__": {"tool_name": "Bash"}}'),
      "needs 'tool_name', a text",
    ],
    [
      "names the prototype at a text point",
      "response.finalize",
      fromJson('{"text": "x", "__proto__": {"text": "y"}}'),
      "has no field '__proto__'",
    ],
    ["is a promise", "tool.call.before", Promise.resolve({ tool_name: "x" }), "needs 'tool_name', a text"],
    ["has a promise in it", "response.finalize", { text: Promise.resolve("x") }, "must be a text"],
  ])("%s is refused", async (_, point, payload, why) => {
    const [ok, said, ...more] = await fire(plain(), point, payload);
    expect([ok, more]).toEqual([false, []]);
    expect(said).toMatch(/^error: /);
    expect(said).toContain(why);
  });

  test("has options that throw is refused", async () => {
    expect(await fire(plain(), "tool.call.before", { tool_name: "x" }, throwing("cwd"))).toEqual([
      false,
      "error: the options of 'dispatch' cannot be read: do not look",
    ]);
  });

  test.each<[string, unknown, string]>([
    ["turns in circles", circle(), "Converting circular structure to JSON"],
    ["has 100,000 levels", deep(), "Maximum call stack size exceeded"],
    ["has a BigInt in it", { n: 1n }, "Do not know how to serialize a BigInt"],
    ["throws further down", throwing("command"), "do not look"],
  ])("%s cannot be told to a program, which fails", async (_, tool_input, why) => {
    const engine = engineOf({
      p: manifest("{id: p.x, hook: tool.call.before, handler: {type: command, command: [cat]}}"),
    });
    expect(await fire(engine, "tool.call.before", { tool_name: "Bash", tool_input })).toEqual([
      true,
      `warning: 'p.x' failed at 'tool.call.before': the payload cannot be written as JSON: ${why}`,
    ]);
  });

  test("has 50 MB reaches a program whole", async () => {
    const engine = engineOf({
      p: manifest(
        '{id: p.x, hook: tool.call.before, handler: {type: command, command: "wc -c >&2; exit 2"}}',
      ),
    });
    const tool_input = "x".repeat(50_000_000);
    const [ok, said] = await fire(engine, "tool.call.before", { tool_name: "Bash", tool_input });
    // Once in the payload, once beside it.
    expect([ok, Number(/: (\d+)$/.exec(String(said))?.[1]) > 100_000_000]).toEqual([false, true]);
  });
});

describe("a function that", () => {
  const throws = (value: unknown) => () => {
    throw value;
  };
  const bad = Object.defineProperty(new Error("x"), "message", { get: throws(new Error("y")) });
  test.each<[string, string, HookFunction, string]>([
    ["gives what throws", "tool.call.before", () => throwing("block"), "do not look"],
    ["gives what throws, at a gate", "agent.run.before", () => throwing("outcome"), "do not look"],
    ["gives what throws, as a claim", "inbound_claim", () => throwing("handled"), "do not look"],
    ["gives what throws, at once", "tool_result_persist", () => throwing("message"), "do not look"],
    ["gives a promise where none may be", "tool_result_persist", async () => ({}), "it returned a promise"],
    ["throws nothing", "tool.call.before", throws(undefined), "undefined"],
    ["throws what is no text", "tool.call.before", throws(Object.create(null)), "unknown error"],
    ["throws an error without a text", "tool.call.before", throws(bad), "unknown error"],
    [
      "changes types",
      "tool.call.before",
      () => ({ payload: { tool_name: 5 } }),
      "its 'tool_name' is not a text",
    ],
    ["changes types by a result", "message_sending", () => ({ content: 5 }), "its 'content' is not a text"],
  ])("%s fails", async (_, point, handler, why) => {
    const engine = plain();
    engine.register({ hookName: point as "turn.end", pluginId: "p", id: "p.f", handler });
    const payload = { tool_name: "Bash", message: "m", content: "c" };
    const [ok, said] = await fire(engine, point, payload);
    expect(ok).toBe(point !== "agent.run.before");
    expect(said).toContain(`'p.f' failed at '`);
    expect(said).toContain(`': ${why}`);
  });

  test("writes to its payload has changed nothing for others", async () => {
    const engine = plain();
    const given = { tool_name: "Bash" };
    const seen: unknown[] = [];
    const register = (priority: number, handler: HookFunction): unknown =>
      engine.register({ hookName: "tool.call.before", pluginId: "p", priority, handler });
    register(2, (payload) => void (payload["tool_name"] = "Other"));
    register(1, ({ tool_name }) => void seen.push(tool_name));
    const { payload } = await engine.dispatch("tool.call.before", given);
    expect([seen, payload, given]).toEqual([["Bash"], { tool_name: "Bash" }, { tool_name: "Bash" }]);
  });
});
