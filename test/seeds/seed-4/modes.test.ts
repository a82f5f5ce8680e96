/** The hook runner's document, a row for each sentence that promises something: how handlers are called, and what is said of it. */
import { expect, vi } from "vitest";
import { createHookRunner } from "../../../library/index.ts";
import { ask, type Handler } from "./registered.ts";
import { testRows } from "./table.ts";
import { claims, outcomeFor, targeted } from "./targeted.ts";

testRows([
  [
    531,
    "a void hook doesn't return a value, and what handlers return is ignored",
    async () => expect((await ask("runGatewayStart", { p: { context: "x" } })).value).toBeUndefined(),
  ],
  [
    532,
    "All handlers are executed in parallel for performance",
    async () => {
      let running = 0;
      let release = (): void => undefined;
      const all = new Promise<void>((resolve) => (release = resolve));
      const handler: Handler = () => {
        if (++running === 3) release();
        return all;
      };
      await ask("runSessionStart", { a: handler, b: handler, c: handler });
      expect(running).toBe(3);
    },
  ],
  [
    543,
    "[hooks] running session_start (2 handlers)",
    async () =>
      expect((await ask("runSessionStart", { a: null, b: null })).log).toEqual([
        "debug: [hooks] running session_start (2 handlers)",
      ]),
  ],
  [
    541,
    "nothing is said of a hook that nobody has",
    async () => expect((await ask("runSessionStart", {})).log).toEqual([]),
  ],
  [
    563,
    "Handlers are executed sequentially in priority order, and results are merged",
    async () => {
      const order: string[] = [];
      const slow: Handler = async () => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push("slow");
        return { modelOverride: "m" };
      };
      const ran = await ask("runBeforeModelResolve", {
        a: slow,
        b: () => {
          order.push("quick");
          return { providerOverride: "p" };
        },
      });
      expect([order, ran.value, ran.log]).toEqual([
        ["slow", "quick"],
        { modelOverride: "m", providerOverride: "p" },
        ["debug: [hooks] running before_model_resolve (2 handlers, sequential)"],
      ]);
    },
  ],
  [
    584,
    "undefined and null are no results",
    async () => expect((await ask("runBeforeModelResolve", { a: undefined, b: null })).value).toBeUndefined(),
  ],
  [
    594,
    "a terminal result is logged with who decided and its priority, and the remaining handlers are skipped",
    async () => {
      const ran = await ask("runBeforeToolCall", { a: { block: true }, b: {} });
      expect([ran.asked, ran.log.at(-1)]).toEqual([
        ["a"],
        "debug: [hooks] before_tool_call block=true decided by a (priority=100); skipping remaining handlers",
      ]);
    },
  ],
  [
    608,
    "Run a sequential claim hook where the first `{ handled: true }` result wins",
    async () => {
      const ran = await ask("runInboundClaim", { a: { handled: false }, b: undefined, c: claims, d: claims });
      expect([ran.value, ran.asked, ran.log]).toEqual([
        { handled: true, reply: "r" },
        ["a", "b", "c"],
        ["debug: [hooks] running inbound_claim (4 handlers, first-claim wins)"],
      ]);
    },
  ],
  [
    656,
    "anything truthy is handled",
    async () =>
      expect((await ask("runInboundClaim", { a: { handled: "yes" } })).value).toEqual({ handled: "yes" }),
  ],
  [
    635,
    "targeted: it is said",
    async () => {
      const debug = vi.fn();
      await targeted(debug, vi.fn())["runInboundClaimForPlugin"]?.("yes", {}, {});
      expect(debug.mock.calls).toEqual([["[hooks] running inbound_claim for yes (1 handlers, targeted)"]]);
    },
  ],
  [
    685,
    "missing_plugin",
    async () => expect(await outcomeFor("nobody")).toEqual({ status: "missing_plugin" }),
  ],
  [
    682,
    "missing_plugin: one that is not loaded, though it has a handler",
    async () => expect(await outcomeFor("off")).toEqual({ status: "missing_plugin" }),
  ],
  [689, "no_handler", async () => expect(await outcomeFor("elsewhere")).toEqual({ status: "no_handler" })],
  [
    703,
    "handled, with its result",
    async () =>
      expect(await outcomeFor("yes")).toEqual({ status: "handled", result: { handled: true, reply: "r" } }),
  ],
  [
    703,
    "handled, though one failed before",
    async () => expect(await outcomeFor("fixes")).toMatchObject({ status: "handled" }),
  ],
  [
    711,
    "error: the first one; all are logged",
    async () => {
      const error = vi.fn();
      const { runInboundClaimForPluginOutcome: run } = targeted(vi.fn(), error);
      expect(await run?.("broken", {}, {})).toEqual({ status: "error", error: "first line" });
      expect(error).toHaveBeenCalledTimes(2);
    },
  ],
  [713, "declined", async () => expect(await outcomeFor("no")).toEqual({ status: "declined" })],
  [
    1379,
    "hasHooks",
    () => {
      const typedHooks = [{ hookName: "agent_end", pluginId: "p", handler: () => undefined }];
      const runner = createHookRunner({ plugins: [], typedHooks } as never);
      expect([runner.hasHooks("agent_end"), runner.hasHooks("llm_input")]).toEqual([true, false]);
    },
  ],
  [
    1383,
    "Get count of registered hooks for a given hook name",
    () => {
      const hook = { hookName: "agent_end", pluginId: "p", handler: () => undefined };
      const runner = createHookRunner({ plugins: [], typedHooks: [hook, hook] } as never);
      expect([runner.getHookCount("agent_end"), runner.getHookCount("llm_input")]).toEqual([2, 0]);
    },
  ],
]);
