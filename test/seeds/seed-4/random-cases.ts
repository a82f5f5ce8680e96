/**
 * Random cases for a hook runner, as data: what is registered, with which options, and which runs are asked for. A case
 * can be played on any runner, and is the same each time. Results are of all types, also of wrong ones.
 */
import { lifecyclePoints } from "../../../engine/lifecycle/all-points.ts";
import type { LifecyclePoint } from "../../../engine/lifecycle/points/point-form.ts";

/** A value as data: played, it is made anew. */
export type Made =
  | { is: "plain"; value: unknown }
  | { is: "object"; fields: [name: string, value: Made][] }
  | { is: "list"; items: Made[] }
  | { is: "getter"; throws: string }
  | { is: "function" | "thenable" | "symbol" | "bare" }
  | { is: "error"; message: string; kind: "Error" | "TypeError" };

export type Behaviour =
  | { does: "gives" | "resolves" | "resolvesLater" | "throws" | "rejects"; what: Made }
  | { does: "hangs" | "isNoFunction" | "returnsEvent" };

export interface CaseHook {
  hookName: string;
  pluginId: string;
  priority: Made;
  timeoutMs: Made;
  behaviour: Behaviour;
  /** Writes into the event that it gets. */
  writes: boolean;
}

export interface CaseCall {
  method: string;
  pluginId: string | null;
  event: Made;
  ctx: Made;
}

export interface Case {
  seed: number;
  hooks: CaseHook[];
  plugins: { id: string; status: string }[];
  logger: "none" | "whole" | "without debug" | "debug throws" | "error throws";
  options: [name: string, value: Made][];
  calls: CaseCall[];
}

const rows: readonly LifecyclePoint[] = Object.values(lifecyclePoints);
export const hookNames = rows.flatMap(({ hookName }) => (hookName === undefined ? [] : [hookName]));

/** Those that wait for no one get more cases: most of the rules are theirs. */
const weighted = hookNames.flatMap((name) =>
  rulesOf(name).length > 0 ? Array(4).fill(name) : [name],
) as string[];

function rulesOf(name: string): string[] {
  const fields: { [name: string]: string } = {
    before_model_resolve: "modelOverride providerOverride",
    agent_turn_prepare: "prependContext appendContext",
    heartbeat_prompt_contribution: "prependContext appendContext",
    before_prompt_build: "systemPrompt prependContext appendContext prependSystemContext appendSystemContext",
    before_agent_start:
      "systemPrompt prependContext appendContext prependSystemContext appendSystemContext modelOverride providerOverride",
    before_agent_finalize: "action reason retry retryCandidates",
    before_agent_run: "outcome reason message",
    before_agent_reply: "handled reply",
    inbound_claim: "handled reply",
    before_dispatch: "handled text",
    reply_dispatch: "handled counts",
    message_sending: "content cancel",
    before_tool_call: "params block blockReason requireApproval",
    before_install: "findings block blockReason",
    subagent_spawning: "status threadBindingReady deliveryOrigin error",
    subagent_delivery_target: "origin",
    tool_result_persist: "message",
    before_message_write: "message block",
  };
  return fields[name]?.split(" ") ?? [];
}

const isSync = (name: string): boolean => name === "tool_result_persist" || name === "before_message_write";

/** Of Tommy Ettinger's mulberry32: small, and good enough for cases. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomCase(seed: number): Case {
  const random = randomOf(seed);
  const chance = (of: number): boolean => random() < of;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const plain = (value: unknown): Made => ({ is: "plain", value });
  const isWild = chance(0.5);

  const odd = (): Made => {
    const at = random();
    if (at < 0.55)
      return plain(pick([undefined, null, 0, 1, -1, Number.NaN, "", "text", " ", true, false, 10n]));
    if (at < 0.65) return { is: "list", items: [plain(1), plain("two")].slice(0, Math.floor(random() * 3)) };
    if (at < 0.75) return { is: "object", fields: chance(0.5) ? [] : [["a", plain(1)]] };
    if (at < 0.83) return { is: "getter", throws: "do not look" };
    return { is: pick(["function", "thenable", "symbol", "bare"] as const) };
  };
  // Where it is waited for, a thenable would never end.
  const ending = (made: Made): Made => (made.is === "thenable" ? plain(5) : made);
  const text = (): Made => plain(pick(["one", "two", "three", "a longer text"]));
  const retry = (): Made => ({
    is: "object",
    fields: [
      ["instruction", isWild && chance(0.3) ? odd() : plain(pick(["again", " trim me ", "once more", "  "]))],
      ...(chance(0.4) ? [["maxAttempts", plain(2)] as [string, Made]] : []),
    ],
  });
  const origin = (): Made => ({ is: "object", fields: [["channel", text()]] });
  const usual = (field: string): Made => {
    switch (field) {
      case "action":
        return plain(pick(["revise", "revise", "revise", "revise", "finalize", "continue", "other"]));
      case "retry":
        return retry();
      case "retryCandidates":
        return chance(0.8) ? plain(undefined) : { is: "list", items: [retry(), odd()] };
      case "outcome":
        return plain(pick(["pass", "pass", "block", "maybe"]));
      case "status":
        return plain(pick(["ok", "ok", "error"]));
      case "handled":
      case "block":
      case "cancel":
      case "threadBindingReady":
        return plain(chance(0.4));
      case "deliveryOrigin":
      case "origin":
        return origin();
      case "params":
      case "requireApproval":
        return { is: "object", fields: [["title", text()]] };
      case "findings":
        return { is: "list", items: [text()] };
      case "message":
        return { is: "object", fields: [["content", text()]] };
      default:
        return text();
    }
  };
  const result = (name: string): Made => {
    if (chance(isWild ? 0.25 : 0.1)) {
      const whole = isWild ? odd() : plain(pick([undefined, null]));
      return isSync(name) ? whole : ending(whole);
    }
    const fields = rulesOf(name)
      .filter(() => chance(0.75))
      .map((field): [string, Made] => [field, isWild && chance(0.35) ? odd() : usual(field)]);
    if (chance(0.2)) fields.push(["extra", text()]);
    return { is: "object", fields };
  };
  const failure = (): Made => {
    if (!isWild || chance(0.5))
      return { is: "error", message: pick(["boom", "no such thing", "it failed: twice"]), kind: "Error" };
    return pick<() => Made>([
      () => ({ is: "error", message: "first line", kind: "TypeError" }),
      () => plain(pick(["a text", "", 42, true, null, undefined])),
    ])();
  };
  const behaviour = (name: string): Behaviour => {
    const at = random();
    if (at < 0.12) return { does: "throws", what: failure() };
    if (at < 0.2) return { does: "rejects", what: failure() };
    if (at < 0.24) return { does: "hangs" };
    if (at < 0.26 && isWild) return { does: "isNoFunction" };
    if (at < 0.28) return { does: "returnsEvent" };
    const does = isSync(name)
      ? pick(["gives", "gives", "gives", "resolves"] as const)
      : pick(["gives", "resolves", "resolvesLater"] as const);
    return { does, what: result(name) };
  };
  const limit = (): Made =>
    chance(0.7) ? plain(undefined) : plain(pick([0, -1, 0.5, Number.NaN, Infinity, "5", null, 5000, 60_000]));

  const names = Array.from({ length: chance(0.6) ? 1 : 2 }, () => pick(weighted));
  const ids = ["alpha", "beta", "gamma"];
  const hooks = Array.from({ length: Math.floor(random() * 6) }, (): CaseHook => {
    const hookName = chance(0.95) ? pick(names) : pick([...hookNames, "no_such_hook"]);
    const does = behaviour(hookName);
    return {
      hookName,
      pluginId: pick(ids),
      priority: plain(
        pick([undefined, undefined, 0, 1, 5, -3, 1.5, ...(isWild ? [null, "7", Infinity] : [])]),
      ),
      // All of one length: only such timers end in the order in which they began, however busy the machine is.
      timeoutMs: does.does === "hangs" ? plain(pick([1, 1.5, 1.9])) : limit(),
      behaviour: does,
      writes: chance(0.1),
    };
  });
  const options: [string, Made][] = [];
  if (chance(0.4))
    options.push(["catchErrors", isWild && chance(0.3) ? plain(pick([0, "", null, 1])) : plain(chance(0.4))]);
  const byHook = (values: readonly unknown[]): Made => ({
    is: "object",
    fields: names.map((name): [string, Made] => [name, plain(pick(values))]),
  });
  if (chance(0.3))
    options.push([
      "failurePolicyByHook",
      byHook(["fail-open", "fail-closed", undefined, ...(isWild ? [null, "other"] : [])]),
    ]);
  if (chance(0.2)) options.push(["voidHookTimeoutMsByHook", byHook([0, 5000, -1, undefined])]);
  if (chance(0.2)) options.push(["modifyingHookTimeoutMsByHook", byHook([0, 5000, -1, undefined])]);
  const fields = (): Made => ({
    is: "object",
    fields: [
      ["message", chance(0.8) ? { is: "object", fields: [["content", text()]] } : odd()],
      ["timestamp", plain(1_700_000_000)],
      ...(chance(0.3) ? [["runId", plain(pick(["own", ""]))] as [string, Made]] : []),
      ...(chance(0.3) ? [["nested", { is: "object", fields: [["deep", plain(1)]] }] as [string, Made]] : []),
    ],
  });
  const calls = names.flatMap((name): CaseCall[] => {
    const event = isWild && chance(0.1) ? ending(odd()) : fields();
    const ctx: Made =
      isWild && chance(0.1)
        ? odd()
        : { is: "object", fields: chance(0.6) ? [["runId", plain(pick(["run-1", ""]))]] : [] };
    const method = `run${name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
    const call = { method, pluginId: null, event, ctx };
    if (name !== "inbound_claim" || chance(0.3)) return [call];
    return ["", "Outcome"].map((end) => ({
      ...call,
      method: `runInboundClaimForPlugin${end}`,
      pluginId: pick([...ids, "nobody"]),
    }));
  });
  return {
    seed,
    hooks,
    plugins: ids.map((id) => ({ id, status: pick(["loaded", "loaded", "loaded", "disabled"]) })),
    logger: pick([
      "none",
      "whole",
      "whole",
      "whole",
      "without debug",
      isWild ? "debug throws" : "whole",
      isWild ? "error throws" : "whole",
    ] as const),
    options,
    calls,
  };
}
