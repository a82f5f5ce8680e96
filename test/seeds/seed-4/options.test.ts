/** The hook runner's document, a row for each sentence that promises something: options, order, limits, failures. */
import { expect, vi } from "vitest";
import { createHookRunner } from "../../../library/index.ts";
import { ask, errorsIn, fail, forever, type Handler } from "./registered.ts";
import { testRows } from "./table.ts";
import { outcomeFor, targeted } from "./targeted.ts";

const failed = (name: string, text: string): string => `[hooks] ${name} handler from p failed: ${text}`;

testRows([
  [
    184,
    "HookRunnerLogger: debug?, warn, error",
    async () => {
      const logger = { warn: vi.fn(), error: vi.fn() };
      await ask("runAgentEnd", { p: fail("x") }, { options: { logger } });
      expect(logger.error.mock.calls).toEqual([[failed("agent_end", "x")]]);
    },
  ],
  [
    196,
    "If true, errors in hooks will be caught and logged instead of thrown",
    async () => {
      const caught = await ask("runMessageSent", { p: fail("boom") }, { options: { catchErrors: true } });
      expect([caught.error, errorsIn(caught)]).toEqual([
        undefined,
        [`error: ${failed("message_sent", "boom")}`],
      ]);
      const thrown = await ask("runMessageSent", { p: fail("boom") }, { options: { catchErrors: false } });
      expect([thrown.error?.message, thrown.error?.cause, errorsIn(thrown)]).toEqual([
        failed("message_sent", "boom"),
        new Error("boom"),
        [],
      ]);
    },
  ],
  [
    199,
    "Optional per-hook failure policy",
    async () => {
      const options = { failurePolicyByHook: { before_tool_call: "fail-closed" } };
      const { error, asked } = await ask("runBeforeToolCall", { p: fail("x"), q: {} }, { options });
      expect([error?.message, asked]).toEqual([failed("before_tool_call", "x"), ["p"]]);
    },
  ],
  [
    200,
    "Defaults to fail-open unless explicitly overridden for a hook name",
    async () => {
      const { error, asked } = await ask("runBeforeToolCall", { p: fail("x"), q: {} });
      expect([error, asked]).toEqual([undefined, ["p", "q"]]);
    },
  ],
  [
    204,
    "a timed-out void hook is logged and the runner continues, but the underlying work is not cancelled",
    async () => {
      const done = vi.fn();
      const late: Handler = async () => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        done();
      };
      const ran = await ask(
        "runMessageSent",
        { p: late },
        { options: { voidHookTimeoutMsByHook: { message_sent: 5 } } },
      );
      expect(errorsIn(ran)).toEqual([`error: ${failed("message_sent", "timed out after 5ms")}`]);
      await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
    },
  ],
  [
    209,
    "a timed-out modifying hook is logged and skipped",
    async () => {
      const options = { modifyingHookTimeoutMsByHook: { agent_turn_prepare: 5 } };
      const ran = await ask(
        "runAgentTurnPrepare",
        { p: forever, q: { prependContext: "next" } },
        { options },
      );
      expect([ran.value, errorsIn(ran)]).toEqual([
        { prependContext: "next", appendContext: undefined },
        [`error: ${failed("agent_turn_prepare", "timed out after 5ms")}`],
      ]);
    },
  ],
  ...(
    [
      [215, "agent_end: 30_000", "runAgentEnd", "voidHookTimeoutMsByHook", 30_000],
      [218, "before_agent_run: 15_000", "runBeforeAgentRun", "modifyingHookTimeoutMsByHook", 15_000],
      [219, "before_prompt_build: 15_000", "runBeforePromptBuild", "modifyingHookTimeoutMsByHook", 15_000],
    ] as const
  ).map(([line, sentence, method, , limit]): [number, string, () => Promise<void>] => [
    line,
    `${sentence} is the default limit`,
    async () => {
      vi.useFakeTimers();
      try {
        const ran = ask(
          method,
          { p: forever },
          { options: { failurePolicyByHook: { before_agent_run: "fail-open" } } },
        );
        await vi.advanceTimersByTimeAsync(limit - 1);
        let isOver = false;
        void ran.then(() => (isOver = true));
        await vi.advanceTimersByTimeAsync(0);
        expect(isOver).toBe(false);
        await vi.advanceTimersByTimeAsync(1);
        expect(errorsIn(await ran)[0]).toContain(`timed out after ${limit}ms`);
      } finally {
        vi.useRealTimers();
      }
    },
  ]),
  [
    256,
    "Get hooks for a specific hook name, sorted by priority (higher first)",
    async () => {
      const order: unknown[] = [];
      const hook = (pluginId: string, priority?: number): object => ({
        hookName: "before_dispatch",
        pluginId,
        priority,
        handler: () => void order.push(pluginId),
      });
      const typedHooks = [
        hook("none"),
        hook("low", -1),
        hook("zero", 0),
        hook("high", 9),
        hook("high too", 9),
      ];
      const runner = createHookRunner({ plugins: [], typedHooks } as never);
      await runner.runBeforeDispatch({ content: "" }, {});
      expect(order).toEqual(["high", "high too", "none", "zero", "low"]);
    },
  ],
  [
    271,
    "only the hooks of that plugin",
    async () => {
      const [debug, error] = [vi.fn(), vi.fn()];
      const { runInboundClaimForPlugin: run } = targeted(debug, error);
      expect([await run?.("yes", {}, {}), await run?.("no", {}, {}), await run?.("nobody", {}, {})]).toEqual([
        { handled: true, reply: "r" },
        undefined,
        undefined,
      ]);
    },
  ],
  [
    274,
    "Create a hook runner for a specific registry, which is read anew at every run",
    () => {
      const typedHooks: object[] = [];
      const runner = createHookRunner({ plugins: [], typedHooks } as never);
      expect(runner.hasHooks("agent_end")).toBe(false);
      typedHooks.push({ hookName: "agent_end", pluginId: "p", handler: () => undefined });
      expect([runner.hasHooks("agent_end"), runner.getHookCount("agent_end")]).toEqual([true, 1]);
    },
  ],
  [
    283,
    "before_agent_run: fail-closed",
    async () => {
      const ran = await ask("runBeforeAgentRun", { p: fail("boom") });
      expect([ran.error?.message, ran.error?.cause]).toEqual([
        failed("before_agent_run", "boom"),
        new Error("boom"),
      ]);
    },
  ],
  [
    284,
    "unless its policy is overridden",
    async () => {
      const options = { failurePolicyByHook: { before_agent_run: "fail-open" } };
      expect((await ask("runBeforeAgentRun", { p: fail("boom") }, { options })).error).toBeUndefined();
    },
  ],
  [
    463,
    "thrown at once: no further handler runs",
    async () => {
      const options = { catchErrors: false };
      for (const method of ["runBeforeToolCall", "runInboundClaim", "runToolResultPersist"])
        expect((await ask(method, { p: fail("x"), q: {} }, { options })).asked).toEqual(["p"]);
    },
  ],
  [
    467,
    "an outcome's error is one line",
    async () => expect(await outcomeFor("broken")).toEqual({ status: "error", error: "first line" }),
  ],
  [
    467,
    "that line is whole, and as it was thrown",
    async () => {
      const line = `${"x".repeat(600)}\u001b[31m\u0007`;
      const handler = fail(`  ${line}\r\nmore`);
      const registry = {
        plugins: [{ id: "p", status: "loaded" }],
        typedHooks: [{ hookName: "inbound_claim", pluginId: "p", handler }],
      };
      const outcome = createHookRunner(registry as never).runInboundClaimForPluginOutcome(
        "p",
        {} as never,
        {} as never,
      );
      expect(await outcome).toEqual({ status: "error", error: line });
    },
  ],
  [
    280,
    "options are read with `options.logger`: null has none",
    () =>
      expect(() => createHookRunner({ plugins: [], typedHooks: [] }, null as never)).toThrow(
        "Cannot read properties of null (reading 'logger')",
      ),
  ],
  ...[0, -5, Number.NaN, Infinity, "5"].map((limit): [number, string, () => Promise<void>] => [
    477,
    `a limit of ${limit} is none: the next one counts`,
    async () => {
      const options = { voidHookTimeoutMsByHook: { message_sent: 5 } };
      const hook = { timeoutMs: limit, handler: forever };
      const ran = await ask("runMessageSent", { p: hook }, { options });
      expect(errorsIn(ran)[0]).toContain("timed out after 5ms");
    },
  ]),
  [
    480,
    "a limit is rounded down",
    async () => {
      const ran = await ask("runMessageSent", { p: { timeoutMs: 3.7, handler: forever } });
      expect(errorsIn(ran)[0]).toContain("timed out after 3ms");
    },
  ],
  ...["runMessageSent", "runBeforeDispatch", "runMessageSending"].map(
    (method): [number, string, () => Promise<void>] => [
      486,
      `${method}: the hook's own limit comes before the runner's`,
      async () => {
        const slow = Object.fromEntries(
          ["message_sent", "before_dispatch", "message_sending"].map((n) => [n, 60_000]),
        );
        const options = { voidHookTimeoutMsByHook: slow, modifyingHookTimeoutMsByHook: slow };
        const ran = await ask(method, { p: { timeoutMs: 4, handler: forever } }, { options });
        expect(errorsIn(ran)[0]).toContain("timed out after 4ms");
      },
    ],
  ),
]);
