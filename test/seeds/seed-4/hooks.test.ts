/** The hook runner's document, a row for each sentence that promises something: each hook by its name. */
import { expect, test } from "vitest";
import { createHookRunner } from "../../../library/index.ts";
import { ask, errorsIn, fail, type Handler } from "./registered.ts";
import { testRows, type Row } from "./table.ts";

/** Every run with its line, by how its handlers are called. */
const observing: readonly [line: number, method: string][] = [
  [808, "runModelCallStarted"],
  [819, "runModelCallEnded"],
  [830, "runAgentEnd"],
  [841, "runLlmInput"],
  [849, "runLlmOutput"],
  [871, "runBeforeCompaction"],
  [880, "runAfterCompaction"],
  [891, "runBeforeReset"],
  [942, "runMessageReceived"],
  [1010, "runMessageSent"],
  [1111, "runAfterToolCall"],
  [1234, "runSessionStart"],
  [1244, "runSessionEnd"],
  [1284, "runSubagentSpawned"],
  [1294, "runSubagentEnded"],
  [1307, "runGatewayStart"],
  [1317, "runGatewayStop"],
  [1335, "runCronChanged"],
];

const modifying: readonly [line: number, method: string][] = [
  [729, "runBeforeModelResolve"],
  [744, "runBeforePromptBuild"],
  [757, "runAgentTurnPrepare"],
  [772, "runBeforeAgentStart"],
  [856, "runBeforeAgentFinalize"],
  [983, "runMessageSending"],
  [1073, "runBeforeToolCall"],
  [1254, "runSubagentSpawning"],
  [1269, "runSubagentDeliveryTarget"],
  [1325, "runHeartbeatPromptContribution"],
  [1349, "runBeforeInstall"],
];

const claiming: readonly [line: number, method: string][] = [
  [793, "runBeforeAgentReply"],
  [904, "runInboundClaim"],
  [953, "runBeforeDispatch"],
  [968, "runReplyDispatch"],
];

const event = { timestamp: 1_700_000_000, runId: "own", message: { nested: { deep: 1 } } };
const ctx = { agentId: "main" };

/** A handler gets the very objects of the caller. */
async function expectAsGiven(method: string): Promise<void> {
  const seen: unknown[] = [];
  const see: Handler = (...given) => void seen.push(...given);
  await ask(method, { p: see }, { event, ctx });
  expect([seen[0] === event, seen[1] === ctx, seen.length]).toEqual([true, true, 2]);
}

/** What one writes into the event, the next one sees: nothing is copied. */
async function expectInTurn(method: string): Promise<void> {
  let isOver = false;
  const first: Handler = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isOver = true;
  };
  const seen: boolean[] = [];
  await ask(method, { first, second: () => void seen.push(isOver) }, { event, ctx });
  expect(seen).toEqual([true]);
}

async function expectAtOnce(method: string): Promise<void> {
  let running = 0;
  const seen: number[] = [];
  const handler: Handler = async () => {
    running++;
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(running);
  };
  expect((await ask(method, { a: handler, b: handler }, { event, ctx })).value).toBeUndefined();
  expect(seen).toEqual([2, 2]);
}

const blocks = (line: number, sentence: string, method: string, answer: object, label: string): Row => [
  line,
  sentence,
  async () => {
    const ran = await ask(method, { a: answer, b: {} });
    expect([ran.asked, ran.log.at(-1)]).toEqual([
      ["a"],
      `debug: [hooks] ${ran.log[0]?.split(" ")[3]} ${label} decided by a (priority=100); skipping remaining handlers`,
    ]);
  },
];

const invalid = { outcome: "block", reason: "before_agent_run returned an invalid decision" };

const decides = (line: number, sentence: string, answers: object, expected: object | undefined): Row => [
  line,
  sentence,
  async () => expect((await ask("runBeforeAgentRun", answers as never)).value).toEqual(expected),
];

testRows([
  ...observing.map(([line, method]): Row => [
    line,
    `${method}: in parallel (fire-and-forget)`,
    () => expectAtOnce(method),
  ]),
  ...[...modifying, ...claiming].map(([line, method]): Row => [
    line,
    `${method}: one after the other`,
    () => expectInTurn(method),
  ]),
  ...[...observing, ...modifying, ...claiming].map(([line, method]): Row => [
    line,
    `${method}: event and context are the caller's own`,
    () => expectAsGiven(method),
  ]),
  ...claiming.map(([line, method]): Row => [
    line,
    `${method}: First handler to return { handled: true } wins`,
    async () => {
      const { value, asked } = await ask(method, { a: {}, b: { handled: true, n: 1 }, c: { handled: true } });
      expect([value, asked]).toEqual([{ handled: true, n: 1 }, ["a", "b"]]);
    },
  ]),
  ...["runBeforeAgentStart", "runAgentEnd", "runBeforeAgentFinalize"].map((method): Row => [
    722,
    `${method}: the context's runId is in the event if it has none, and the caller's event stays`,
    async () => {
      const seen: unknown[] = [];
      const see: Handler = (given) => void seen.push(given);
      const given = { messages: [] };
      await ask(method, { p: see }, { event: given, ctx: { runId: "r" } });
      await ask(method, { p: see }, { event: { runId: "own" }, ctx: { runId: "r" } });
      expect([seen, given]).toEqual([[{ messages: [], runId: "r" }, { runId: "own" }], { messages: [] }]);
    },
  ]),
  blocks(1003, "message_sending: cancel ends it", "runMessageSending", { cancel: true }, "cancel=true"),
  blocks(1104, "before_tool_call: a block ends it", "runBeforeToolCall", { block: true }, "block=true"),
  blocks(
    1349,
    "higher-priority hooks can block before lower ones run",
    "runBeforeInstall",
    { block: true },
    "block=true",
  ),
  blocks(
    1059,
    "before_agent_run: a block ends it",
    "runBeforeAgentRun",
    { outcome: "block", reason: "r" },
    "gate-decision",
  ),
  decides(
    1021,
    "Returns the most-restrictive pass/block decision from all handlers",
    { a: { outcome: "pass" }, b: { outcome: "block", reason: "r" } },
    { decision: { outcome: "block", reason: "r" }, pluginId: "b" },
  ),
  decides(
    1050,
    "the first pass is kept",
    { a: { outcome: "pass" }, b: { outcome: "pass" } },
    {
      decision: { outcome: "pass" },
      pluginId: "a",
    },
  ),
  decides(1022, "Handlers that return void are treated as pass", { a: undefined, b: undefined }, undefined),
  ...[null, "pass", {}, { outcome: "maybe" }, 5].map((answer) =>
    decides(
      1043,
      `an invalid decision blocks: ${JSON.stringify(answer)}`,
      { a: () => answer, b: { outcome: "pass" } },
      {
        decision: invalid,
        pluginId: "a",
      },
    ),
  ),
]);

const sync = [
  ["runToolResultPersist", "tool_result_persist", { sync: 1122, message: 1126, guard: 1141, failed: 1157 }],
  ["runBeforeMessageWrite", "before_message_write", { sync: 1173, message: 1179, guard: 1194, failed: 1215 }],
] as const;

for (const [method, name, line] of sync) {
  const options = { catchErrors: false };
  const promised = `[hooks] ${name} handler from a returned a Promise; this hook is synchronous and the result was ignored.`;
  testRows([
    [
      line.sync,
      `${method} is synchronous`,
      () => {
        const typedHooks = [{ hookName: name, pluginId: "p", handler: () => ({ message: "new" }) }];
        const runner = createHookRunner({ plugins: [], typedHooks } as never);
        expect(runner[method]({ message: "m" }, {})).toEqual({ message: "new" });
      },
    ],
    [
      line.message,
      `${method}: { message } replaces the message passed to the next handler`,
      async () => {
        const seen: unknown[] = [];
        const add: Handler = (given) => {
          seen.push(given);
          return { message: `${(given as { message: string }).message}!` };
        };
        const { value } = await ask(method, { a: add, b: add }, { event: { message: "m", agentId: "x" } });
        expect([value, seen]).toEqual([
          { message: "m!!" },
          [
            { message: "m", agentId: "x" },
            { message: "m!", agentId: "x" },
          ],
        ]);
      },
    ],
    [
      line.guard,
      `${method}: Guard against accidental async handlers`,
      async () => {
        const answers = { a: async () => ({ message: "x" }), b: { message: "y" } };
        const ran = await ask(method, answers, { event: { message: "m" } });
        expect([ran.value, ran.log]).toEqual([{ message: "y" }, [`warn: ${promised}`]]);
      },
    ],
    [
      line.guard,
      `${method}: a promise is thrown for if errors are, and the next is not asked`,
      async () => {
        const answers = { a: async () => ({ message: "x" }), b: {} };
        const { error, asked } = await ask(method, answers, { event: { message: "m" }, options });
        expect([error?.message, error?.cause, asked]).toEqual([
          `[hooks] ${name} handler from a failed: Error: ${promised}`,
          new Error(promised),
          ["a"],
        ]);
      },
    ],
    [
      line.failed,
      `${method}: a failure is logged with its kind`,
      async () => {
        const ran = await ask(method, { a: fail("boom") }, { event: { message: "m" } });
        expect(errorsIn(ran)).toEqual([`error: [hooks] ${name} handler from a failed: Error: boom`]);
      },
    ],
  ]);
}

testRows([
  [
    1165,
    "tool_result_persist gives the message, changed or not",
    async () => {
      const { value } = await ask("runToolResultPersist", { a: undefined }, { event: { message: "m" } });
      expect(value).toEqual({ message: "m" });
    },
  ],
  [
    1177,
    "If any handler returns { block: true }, we return immediately",
    async () => {
      const answers = { a: { message: "n" }, b: { block: true, message: "x" }, c: {} };
      const { value, asked } = await ask("runBeforeMessageWrite", answers, { event: { message: "m" } });
      expect([value, asked]).toEqual([{ block: true }, ["a", "b"]]);
    },
  ],
  [
    1223,
    "If message was modified by any handler, return it, else nothing",
    async () => {
      const { value } = await ask("runBeforeMessageWrite", { a: {} }, { event: { message: "m" } });
      expect(value).toBeUndefined();
    },
  ],
]);

test("lines 1388 to 1437: what the runner has, by these names and no others", () => {
  const runs = [...observing, ...modifying, ...claiming].map(([, method]) => method);
  const others = [
    "runBeforeAgentRun",
    "runToolResultPersist",
    "runBeforeMessageWrite",
    "runInboundClaimForPlugin",
    "runInboundClaimForPluginOutcome",
    "hasHooks",
    "getHookCount",
  ];
  const runner = createHookRunner({ plugins: [], typedHooks: [] });
  expect(Object.keys(runner).toSorted()).toEqual([...runs, ...others].toSorted());
  expect(Object.values(runner).every((method) => typeof method === "function")).toBe(true);
});
