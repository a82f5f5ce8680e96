/** Programs that do everything wrong: the dispatcher returns in time, says which hook and why, and leaves no process. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Engine, RunResult } from "../../library/index.ts";
import { created } from "../library/workspace.ts";
import { createPrograms } from "./programs.ts";

const limitMs = 400;

/** Programs find out by this whether they are still there. */
function processesWith(mark: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(join("/proc", pid, "cmdline"), "latin1").includes(mark);
      } catch {
        return false;
      }
    });
}

interface Observed {
  result: RunResult;
  tookMs: number;
  left: string[];
}

async function observe(script: string, point = "tool.call.before", more = ""): Promise<Observed> {
  const mark = `mark-${Math.random().toString(36).slice(2)}`;
  const folder = createPrograms({
    "bad/plugin.yaml": `extensions:
  hookApiVersion: 1
  hooks:
    - id: bad.hook
      hook: ${point}
      handler: {type: command, command: [./run, ${mark}], timeoutMs: ${limitMs}${more}}
`,
    "bad/run": script,
  });
  const engine: Engine = created({ plugins: [join(folder, "bad")], cwd: folder });
  const start = performance.now();
  const payload =
    point === "tool.call.before" ? { tool_name: "Bash", tool_input: { command: "x".repeat(500_000) } } : {};
  const result = await engine.dispatchAsync(point as "agent.end", payload);
  const tookMs = performance.now() - start;
  // A killed process may take a moment to be gone; what is really left stays for 30 seconds.
  let left = processesWith(mark);
  for (let tries = 0; left.length > 0 && tries < 250; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    left = processesWith(mark);
  }
  return { result, tookMs, left };
}

/** On a busy machine a program may be late through no fault of ours: the first run that is in time, or the fourth. */
async function observeWithin(ms: number, script: string): Promise<Observed> {
  for (let tries = 1; ; tries++) {
    const observed = await observe(script);
    if (observed.tookMs < ms || tries === 4) return observed;
    expect(observed.left).toEqual([]);
  }
}

const shell = "#!/bin/sh\n";

const programs: [title: string, script: string, why: RegExp][] = [
  ["ignores SIGTERM", `${shell}trap '' TERM\nwhile :; do sleep 1; done\n`, /timed out after 400ms/],
  [
    "forks, and waits for its children",
    `${shell}for i in 1 2 3; do sh -c 'sleep 30' "$1" & done\nwait\n`,
    /timed out after 400ms/,
  ],
  [
    "starts a session of its own, and waits for it",
    `${shell}setsid sh -c 'sleep 30; :' "$1" &\nwait\n`,
    /timed out after 400ms/,
  ],
  ["fills stdout with 1 GB", `${shell}head -c 1000000000 /dev/zero\n`, /wrote more than 1048576 bytes/],
  ["fills stdout without an end", `${shell}yes "$1"\n`, /wrote more than 1048576 bytes/],
  ["fills stderr without an end", `${shell}yes "$1" >&2\n`, /timed out after 400ms/],
  ["prints invalid JSON", `${shell}cat > /dev/null\necho '{"decision": '\n`, /printed invalid JSON/],
  ["prints JSON that is no object", `${shell}echo '["block"]'\n`, /not an object/],
  ["ends by a signal", `${shell}kill -SEGV $$\n`, /ended by SIGSEGV/],
  ["kills its whole group", `${shell}kill -KILL 0\n`, /ended by SIGKILL/],
  ["never reads stdin, and hangs", `${shell}sleep 30\n`, /timed out after 400ms/],
  ["closes its output, and hangs", `${shell}exec >&- 2>&-\nsleep 30\n`, /timed out after 400ms/],
  [
    "has a status of its own",
    `${shell}echo "no luck" >&2\necho more >&2\nexit 3\n`,
    /exited with 3: no luck$/,
  ],
  ["has an interpreter that does not exist", "#!/nowhere/sh\n", /cannot be started: .*does not exist/],
];

describe.each(programs)("a program that %s", (_, script, why) => {
  test("fails, named, in time, and is gone", async () => {
    // One that ends by itself is not to be stopped by the limit.
    const usual = why.source.includes("timed out") ? limitMs + 500 : limitMs;
    const { result, tookMs, left } = await observeWithin(usual, script);
    expect(result.problems[0]?.message).toMatch(/^'bad\.hook' failed at 'tool\.call\.before': /);
    expect(result.problems[0]?.message).toMatch(why);
    expect(tookMs).toBeLessThan(limitMs + 500);
    expect(left).toEqual([]);
    // The point fails open.
    expect([result.ok, result.payload?.["tool_name"]]).toEqual([true, "Bash"]);
  });
});

describe("what is left behind", () => {
  test("a daemon that holds the pipes is killed, too", async () => {
    const { result, tookMs, left } = await observeWithin(
      limitMs,
      `${shell}setsid sh -c 'sleep 30; :' "$1" &\necho '{"context": "c"}'\n`,
    );
    expect([result.result, left]).toEqual([{ context: "c" }, []]);
    expect(tookMs).toBeLessThan(limitMs);
  });

  test("a program that ends while its child holds the pipes is not waited for, and the child is killed", async () => {
    const { result, tookMs, left } = await observeWithin(
      limitMs,
      `${shell}sh -c 'sleep 30' "$1" &\necho '{"context": "c"}'\n`,
    );
    expect([result.result, result.problems, left]).toEqual([{ context: "c" }, [], []]);
    expect(tookMs).toBeLessThan(limitMs);
  });

  test("one that never reads stdin and ends well has answered", async () => {
    const { result } = await observe(`${shell}echo '{"params": {"command": "ls"}}'\n`);
    expect([result.payload?.["tool_input"], result.problems]).toEqual([{ command: "ls" }, []]);
  });

  test("long errors are cut, and the operation goes on", async () => {
    const { result } = await observe(`${shell}head -c 300000 /dev/zero | tr '\\0' e >&2\n`);
    expect([result.ok, result.problems]).toEqual([true, []]);
  });
});

describe("the failure policy", () => {
  test.each([
    ["onFailure: block", ", onFailure: block", false, ["error"]],
    ["failClosed: true", ", failClosed: true", false, ["error"]],
    ["blocking: true", ", blocking: true", false, ["error"]],
    ["on_error: ignore", ", on_error: ignore", true, []],
    ["none: as the point says", "", true, ["warning"]],
  ])("%s", async (_, more, ok, severities) => {
    const { result } = await observe(`${shell}exit 1\n`, "tool.call.before", more);
    expect([result.ok, result.problems.map(({ severity }) => severity)]).toEqual([ok, severities]);
  });

  test("a gate fails closed", async () => {
    expect((await observe(`${shell}exit 1\n`, "agent.run.before")).result.ok).toBe(false);
  });
});

/** The same programs, started by nobody in particular. */
async function timeOfPrograms(): Promise<number> {
  const start = performance.now();
  const run = (): Promise<unknown> =>
    new Promise((resolve) => spawn("sleep", ["0.05"]).once("close", resolve));
  await Promise.all(Array.from({ length: 100 }, run));
  return performance.now() - start;
}

test("100 observers of 50 ms each end together", async () => {
  const hooks = Array.from(
    { length: 100 },
    (_, i) =>
      `    - {id: w.h${i}, hook: agent.end, handler: {type: command, command: [sleep, "0.05${i}"]}}\n`,
  );
  const folder = createPrograms({
    "w/plugin.yaml": `extensions:\n  hookApiVersion: 1\n  hooks:\n${hooks.join("")}`,
  });
  const engine = created({ plugins: [join(folder, "w")] });
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    const { trace } = await engine.dispatch("agent.end", {});
    times.push(performance.now() - start);
    expect(trace.filter(({ state }) => state === "unchanged")).toHaveLength(100);
  }
  // 0.5 s on two quiet cores. On a busy machine, the programs alone take longer than that.
  expect(Math.min(...times)).toBeLessThan(Math.max(500, 3 * (await timeOfPrograms())));
});
