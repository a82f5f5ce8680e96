/** The hook runner's document, a row for each sentence that promises something: how results become one. */
import { expect } from "vitest";
import { ask, errorsIn, type Answers } from "./registered.ts";
import { testRows, type Row } from "./table.ts";

/** `JSON.stringify` leaves out what is undefined, so that rows stay short. */
const merged = (
  line: number,
  sentence: string,
  method: string,
  answers: Answers,
  expected: object | undefined,
): Row => [
  line,
  sentence,
  async () => {
    const { value, error } = await ask(method, answers);
    expect(error).toBeUndefined();
    expect(value).toEqual(expected);
  },
];

const revise = (instruction: unknown, reason?: string): object => ({
  action: "revise",
  reason,
  retry: { instruction },
});

testRows([
  merged(
    304,
    "Keep the first defined override so higher-priority hooks win",
    "runBeforeModelResolve",
    { a: { modelOverride: "x" }, b: { modelOverride: "y", providerOverride: "p" } },
    { modelOverride: "x", providerOverride: "p" },
  ),
  [
    305,
    "both fields are in the result, also undefined, and no other",
    async () =>
      expect((await ask("runBeforeModelResolve", { a: { other: 1 } })).value).toStrictEqual({
        modelOverride: undefined,
        providerOverride: undefined,
      }),
  ],
  merged(
    312,
    "Keep the first defined system prompt so higher-priority hooks win",
    "runBeforePromptBuild",
    { a: { systemPrompt: "s" }, b: { systemPrompt: "t" } },
    { systemPrompt: "s" },
  ),
  merged(
    314,
    "contexts are joined, in order",
    "runBeforePromptBuild",
    {
      a: { prependContext: "1", appendContext: "2", prependSystemContext: "3", appendSystemContext: "4" },
      b: { prependContext: "5", appendContext: "6", prependSystemContext: "7", appendSystemContext: "8" },
    },
    {
      prependContext: "1\n\n5",
      appendContext: "2\n\n6",
      prependSystemContext: "3\n\n7",
      appendSystemContext: "4\n\n8",
    },
  ),
  ...["runAgentTurnPrepare", "runHeartbeatPromptContribution"].map((method) =>
    merged(
      331,
      `${method}: contexts are joined`,
      method,
      { a: { prependContext: "1", appendContext: "a" }, b: { prependContext: "2", other: 1 } },
      { prependContext: "1\n\n2", appendContext: "a" },
    ),
  ),
  merged(
    354,
    "an instruction is trimmed",
    "runBeforeAgentFinalize",
    { a: revise(" do it ") },
    { action: "revise", retry: { instruction: "do it" } },
  ),
  merged(
    356,
    "a retry without an instruction is none",
    "runBeforeAgentFinalize",
    { a: revise("  "), b: revise(5), c: revise("third") },
    { action: "revise", retry: { instruction: "third" } },
  ),
  [
    386,
    "all retries that were asked for are there, and not enumerable",
    async () => {
      const { value } = await ask("runBeforeAgentFinalize", {
        a: revise("1"),
        b: revise("2"),
        c: revise("3"),
      });
      const found = value as { retryCandidates: { instruction: string }[] };
      expect(found.retryCandidates.map(({ instruction }) => instruction)).toEqual(["1", "2", "3"]);
      expect(Object.keys(found)).toEqual(["action", "reason", "retry"]);
    },
  ],
  merged(
    393,
    "finalize stays",
    "runBeforeAgentFinalize",
    { a: { action: "finalize", reason: "done" }, b: revise("1"), c: { action: "finalize", reason: "other" } },
    { action: "finalize", reason: "done" },
  ),
  merged(
    397,
    "finalize beats revise, and drops the retry",
    "runBeforeAgentFinalize",
    { a: revise("1", "r"), b: { action: "finalize", reason: "done", retry: { instruction: "x" } } },
    { action: "finalize", reason: "done" },
  ),
  merged(
    405,
    "reasons of revise are joined, and the first retry is kept",
    "runBeforeAgentFinalize",
    { a: revise("1", "one"), b: revise("2", "two") },
    { action: "revise", reason: "one\n\ntwo", retry: { instruction: "1" } },
  ),
  merged(
    414,
    "revise beats continue",
    "runBeforeAgentFinalize",
    { a: { action: "continue", reason: "c" }, b: revise("1", "r"), c: { action: "continue", reason: "d" } },
    { action: "revise", reason: "r", retry: { instruction: "1" } },
  ),
  merged(
    425,
    "of several continue the last",
    "runBeforeAgentFinalize",
    { a: { action: "continue", reason: "1" }, b: { action: "continue", reason: "2", other: 1 } },
    { action: "continue", reason: "2" },
  ),
  merged(
    425,
    "without an action the first result, as it is",
    "runBeforeAgentFinalize",
    { a: { other: 1 }, b: { other: 2 } },
    { other: 1 },
  ),
  merged(
    431,
    "the first error stays",
    "runSubagentSpawning",
    { a: { status: "ok" }, b: { status: "error", error: "e" }, c: { status: "error", error: "f" } },
    { status: "error", error: "e" },
  ),
  merged(
    437,
    "the first deliveryOrigin, and threadBindingReady if one is",
    "runSubagentSpawning",
    {
      a: { status: "ok", deliveryOrigin: { to: "a" } },
      b: { status: "ok", deliveryOrigin: { to: "b" }, threadBindingReady: true },
    },
    { status: "ok", threadBindingReady: true, deliveryOrigin: { to: "a" } },
  ),
  merged(
    439,
    "a missing status is ok",
    "runSubagentSpawning",
    { a: {} },
    { status: "ok", threadBindingReady: false },
  ),
  merged(
    448,
    "the first result with an origin",
    "runSubagentDeliveryTarget",
    { a: {}, b: { origin: { to: "b" } }, c: { origin: { to: "c" } } },
    { origin: { to: "b" } },
  ),
  merged(
    773,
    "before_agent_start: prompt build and model resolve in one",
    "runBeforeAgentStart",
    {
      a: { modelOverride: "m", prependContext: "1", systemPrompt: "s" },
      b: { modelOverride: "n", providerOverride: "p", prependContext: "2" },
    },
    { systemPrompt: "s", prependContext: "1\n\n2", modelOverride: "m", providerOverride: "p" },
  ),
  merged(
    999,
    "message_sending: the last content",
    "runMessageSending",
    { a: { content: "1" }, b: { content: "2" }, c: {} },
    { content: "2" },
  ),
  merged(
    1000,
    "message_sending: cancel is true or nothing",
    "runMessageSending",
    { a: { cancel: false }, b: { cancel: "yes", cancelReason: "r" } },
    { content: undefined },
  ),
  merged(
    1089,
    "after an approval the params of other plugins do not count",
    "runBeforeToolCall",
    {
      a: { params: { n: 1 }, requireApproval: { title: "t", pluginId: "forged" } },
      b: { params: { n: 2 }, requireApproval: { title: "u" } },
    },
    { params: { n: 1 }, requireApproval: { title: "t", pluginId: "a" } },
  ),
  merged(
    1094,
    "the last params",
    "runBeforeToolCall",
    { a: { params: { n: 1 } }, b: { params: { n: 2 } }, c: { other: 1 } },
    { params: { n: 2 } },
  ),
  merged(
    1096,
    "the last reason, and none is invented",
    "runBeforeToolCall",
    { a: { blockReason: "the reason" }, b: { block: true } },
    { block: true, blockReason: "the reason" },
  ),
  merged(
    1348,
    "before_install: findings are added up",
    "runBeforeInstall",
    { a: { findings: [1] }, b: { findings: [2, 3] }, c: {} },
    { findings: [1, 2, 3] },
  ),
  merged(1366, "no findings are no list", "runBeforeInstall", { a: { findings: [] } }, {}),
  [
    1364,
    "findings that are no list fail, and the others count",
    async () => {
      const ran = await ask("runBeforeInstall", { a: { findings: 5 }, b: { findings: ["f"] } });
      expect([ran.value, errorsIn(ran)]).toEqual([
        { findings: ["f"] },
        ["error: [hooks] before_install handler from a failed: (next.findings ?? []) is not iterable"],
      ]);
    },
  ],
]);
