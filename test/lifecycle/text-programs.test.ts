/** Programs at text and list points: each gets the text of the one before it, and none can undo a declared rule. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Engine } from "../../library/index.ts";
import { created } from "../library/workspace.ts";
import { createPrograms } from "./programs.ts";

/** A hook whose program is this shell line; it finds the text as `$text`. */
const program = (id: string, priority: number, line: string, point = "response.finalize"): string =>
  `    - id: ${id}\n      hook: ${point}\n      priority: ${priority}\n      handler:\n        type: command\n        command: |\n          text=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["payload"].get("text", ""))')\n          ${line}\n`;

const suffix = (id: string, priority: number, value: string): string =>
  `    - {id: ${id}, hook: response.finalize, priority: ${priority}, effects: [{type: text.ensureSuffix, value: ${value}, required: true}]}\n`;

function engineOf(...hooks: string[]): Engine {
  const folder = createPrograms({
    "p/plugin.yaml": `name: p\nextensions:\n  hookApiVersion: 1\n  hooks:\n${hooks.join("")}`,
  });
  return created({ plugins: [join(folder, "p")] });
}

test("all programs run by priority, and then all effects by priority, as with git and gh", async () => {
  const engine = engineOf(
    suffix("p.a", 10, "two"),
    "    - {id: p.d, hook: response.finalize, priority: 20, effects: [{type: text.forbidMatch, pattern: 'sk-', message: a key}]}\n",
    program("p.b", 30, `echo "{\\"text\\": \\"$text one\\"}"`),
    program("p.c", 40, `printf '{"payload": {"text": "%s"}}' "$(echo "$text" | tail -n 1) and a half"`),
  );
  const { ok, payload, trace } = await engine.dispatchAsync("response.finalize", { text: "x" });
  expect([ok, payload]).toEqual([true, { text: "x one and a half\n\ntwo" }]);
  expect(trace.map(({ id }) => id)).toEqual(["p.b", "p.c", "p.a", "p.d"]);
  expect(engine.getHookContributions("response.finalize").map(({ id }) => id)).toEqual(
    trace.map(({ id }) => id),
  );
});

describe("a rewrite needs an explicit field", () => {
  test.each([
    ["text", `echo '{"text": "new"}'`, "new"],
    ["message", `echo '{"message": "new"}'`, "new"],
    ["body", `echo '{"body": "new"}'`, "new"],
    ["payload.text", `echo '{"payload": {"text": "new"}}'`, "new"],
    ["plain output is none", "echo new", "x"],
    ["another field is none", `echo '{"result": "new"}'`, "x"],
  ])("%s", async (_, line, expected) => {
    const { payload } = await engineOf(program("p.a", 10, line)).dispatchAsync("response.finalize", {
      text: "x",
    });
    expect(payload).toEqual({ text: expected });
  });

  test("and the right type", async () => {
    const { ok, payload, problems } = await engineOf(program("p.a", 10, `echo '{"text": 7}'`)).dispatchAsync(
      "response.finalize",
      { text: "x" },
    );
    expect([ok, payload, problems[0]?.message]).toEqual([
      true,
      { text: "x" },
      "'p.a' failed at 'response.finalize': its 'text' is not a text",
    ]);
  });
});

test("what a program takes out is put back by the declared rule", async () => {
  const engine = engineOf(suffix("p.a", 10, "signed"), program("p.b", 20, `echo '{"text": "mine alone"}'`));
  expect((await engine.dispatchAsync("response.finalize", { text: "x" })).payload).toEqual({
    text: "mine alone\n\nsigned",
  });
});

test("a check judges what a program made", async () => {
  const check =
    "    - {id: p.k, hook: response.finalize, priority: 1, effects: [{type: text.forbidMatch, pattern: 'sk-', message: a key}]}\n";
  const { ok, problems } = await engineOf(check, program("p.b", 20, `echo '{"text": "sk-1"}'`)).dispatchAsync(
    "response.finalize",
    { text: "x" },
  );
  expect([ok, problems[0]?.code]).toEqual([false, "rule-broken"]);
});

test("a program refuses", async () => {
  const { ok, problems } = await engineOf(program("p.a", 10, "echo 'too long' >&2; exit 2")).dispatchAsync(
    "response.finalize",
    { text: "x" },
  );
  expect([ok, problems[0]?.message]).toEqual([false, "'p.a' refuses at 'response.finalize': too long"]);
});

test("dispatch, which does not wait, says so", () => {
  const { ok, diagnostics } = engineOf(program("p.a", 10, "true")).dispatch("response.finalize", {
    text: "x",
  });
  expect([ok, diagnostics[0]?.code]).toEqual([false, "needs-waiting"]);
});

test("a list is rewritten by its own name", async () => {
  const engine = engineOf(
    program("p.a", 10, `echo '{"labels": ["bug", "by-program"]}'`, "issue.labels.suggest"),
    "    - {id: p.b, hook: issue.labels.finalize, effects: [{type: list.appendUnique, path: labels, values: [by-agent]}]}\n",
  );
  expect((await engine.dispatchAsync("issue.labels.finalize", { labels: [] })).payload).toMatchObject({
    labels: ["bug", "by-program", "by-agent"],
  });
});

test("a gate of the core runs programs, too", async () => {
  const engine = engineOf(
    program("p.a", 10, `grep . > /dev/null; echo '{"decision": "deny", "reason": "frozen"}'`, "push.before"),
  );
  const { ok, result } = await engine.dispatchAsync("push.before", {
    refs: ["refs/heads/main"],
    remote: "origin",
  });
  expect([ok, result]).toEqual([false, { outcome: "block", reason: "frozen", pluginId: "p" }]);
  const open = engineOf(program("p.a", 10, `echo '{"note": 1}'`, "push.before"));
  expect((await open.dispatchAsync("push.before", { refs: [], remote: "origin" })).ok).toBe(true);
});

test("under mode: report nothing is changed and nothing refused", async () => {
  const folder = createPrograms({
    "config.yaml": "version: 1\nmode: report\nplugins: {dirs: [p]}\n",
    "p/plugin.yaml": `name: p\nextensions:\n  hookApiVersion: 1\n  hooks:\n${program("p.a", 10, `echo '{"text": "new"}'`)}${program("p.b", 20, "exit 2", "stop")}`,
  });
  const engine = created({ configFile: join(folder, "config.yaml") });
  expect((await engine.dispatchAsync("response.finalize", { text: "x" })).payload).toEqual({ text: "x" });
  const { ok, problems } = await engine.dispatch("stop", {});
  expect([ok, problems.map(({ severity }) => severity)]).toEqual([true, ["warning"]]);
});

describe("a commit message, through the library", () => {
  const trailer =
    '    - {id: p.t, hook: commit.message.finalize, priority: 1, effects: [{type: text.ensureTrailer, key: Refs, value: "1", required: true}]}\n';
  test("a program changes it, and the declared trailer is there all the same", async () => {
    const engine = engineOf(
      trailer,
      program("p.a", 10, `printf %s '{"message": "fix: theirs\\n"}'`, "commit.message.finalize"),
    );
    expect(
      (await engine.dispatchAsync("commit.message.finalize", { text: "fix: mine\n" })).payload,
    ).toMatchObject({ text: "fix: theirs\n\nRefs: 1\n" });
  });

  test("a program that fails blocks, as the point says", async () => {
    const engine = engineOf(program("p.a", 10, "exit 1", "commit.message.finalize"));
    expect((await engine.dispatchAsync("commit.message.finalize", { text: "fix: mine\n" })).ok).toBe(false);
  });
});

test("a dispatch to one plugin runs its hooks alone", async () => {
  const folder = createPrograms({
    "a/plugin.yaml": `name: a\nextensions:\n  hookApiVersion: 1\n  hooks:\n${suffix("a.x", 1, "of-a").replace("Suffix", "Prefix")}`,
    "b/plugin.yaml": `name: b\nextensions:\n  hookApiVersion: 1\n  hooks:\n${suffix("b.x", 1, "of-b")}${program("b.y", 2, "true", "turn.end")}`,
  });
  const engine = created({ plugins: [join(folder, "a"), join(folder, "b")] });
  const { payload, outcome } = await engine.dispatchAsync(
    "response.finalize",
    { text: "x" },
    { plugin: "b" },
  );
  expect([payload, outcome?.status]).toEqual([{ text: "x\n\nof-b" }, "handled"]);
  const none = await engine.dispatchAsync("issue.labels.finalize", { labels: [] }, { plugin: "a" });
  expect(none.outcome).toEqual({ status: "no_handler" });
});
