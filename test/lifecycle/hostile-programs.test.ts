/** Programs that do everything wrong: the dispatcher returns in time, says which hook and why, and leaves no process. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Engine, RunResult } from "../../library/index.ts";
import { created } from "../library/workspace.ts";
import { createPrograms } from "./programs.ts";

/** For programs that do not end by themselves. */
const limitMs = 400;

/** For programs that do, so that only one that hangs is ended by it, however busy the machine is. What they leave sleeps longer. */
const ampleMs = 20_000;

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

async function observe(
  script: string,
  timeoutMs: number,
  point = "tool.call.before",
  more = "",
): Promise<Observed> {
  const mark = `mark-${Math.random().toString(36).slice(2)}`;
  const folder = createPrograms({
    "bad/plugin.yaml": `extensions:
  hookApiVersion: 1
  hooks:
    - id: bad.hook
      hook: ${point}
      handler: {type: command, command: [./run, ${mark}], timeoutMs: ${timeoutMs}${more}}
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
  ["ends by a signal", `${shell}kill -SEGV $$\n`, /ended by signal 11/],
  ["kills its whole group", `${shell}kill -KILL 0\n`, /ended by signal 9/],
  ["never reads stdin, and hangs", `${shell}sleep 30\n`, /timed out after 400ms/],
  ["closes its output, and hangs", `${shell}exec >&- 2>&-\nsleep 30\n`, /timed out after 400ms/],
  ["has a status of its own", `${shell}echo "no luck" >&2\necho more >&2\nexit 3\n`, /exited with 3: more$/],
  ["has an interpreter that does not exist", "#!/nowhere/sh\n", /cannot be started: .*does not exist/],
];

describe.each(programs)("a program that %s", (_, script, why) => {
  test("fails, named, in time, and is gone", async () => {
    const endsByItself = !why.source.includes("timed out");
    const { result, tookMs, left } = await observe(script, endsByItself ? ampleMs : limitMs);
    expect(result.problems[0]?.message).toMatch(/^'bad\.hook' failed at 'tool\.call\.before': /);
    expect(result.problems[0]?.message).toMatch(why);
    expect(tookMs).toBeLessThan(ampleMs);
    expect(left).toEqual([]);
    // The point fails open.
    expect([result.ok, result.payload?.["tool_name"]]).toEqual([true, "Bash"]);
  });
});

describe("what is left behind", () => {
  test("a daemon that holds the pipes is killed, too", async () => {
    const { result, tookMs, left } = await observe(
      `${shell}setsid sh -c 'sleep 30; :' "$1" &\necho '{"context": "c"}'\n`,
      ampleMs,
    );
    expect([result.result, left]).toEqual([{ context: "c" }, []]);
    expect(tookMs).toBeLessThan(ampleMs);
  });

  test("a program that ends while its child holds the pipes is not waited for, and the child is killed", async () => {
    const { result, tookMs, left } = await observe(
      `${shell}sh -c 'sleep 30' "$1" &\necho '{"context": "c"}'\n`,
      ampleMs,
    );
    expect([result.result, result.problems, left]).toEqual([{ context: "c" }, [], []]);
    expect(tookMs).toBeLessThan(ampleMs);
  });

  test("one that never reads stdin and ends well has answered", async () => {
    const { result } = await observe(`${shell}echo '{"params": {"command": "ls"}}'\n`, ampleMs);
    expect([result.payload?.["tool_input"], result.problems]).toEqual([{ command: "ls" }, []]);
  });

  test("long errors are cut, and the operation goes on", async () => {
    const { result } = await observe(`${shell}head -c 300000 /dev/zero | tr '\\0' e >&2\n`, ampleMs);
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
    const { result } = await observe(`${shell}exit 1\n`, ampleMs, "tool.call.before", more);
    expect([result.ok, result.problems.map(({ severity }) => severity)]).toEqual([ok, severities]);
  });

  test("a gate fails closed", async () => {
    expect((await observe(`${shell}exit 1\n`, ampleMs, "agent.run.before")).result.ok).toBe(false);
  });
});

test("100 observers run at the same time", async () => {
  const count = 100;
  const hooks = Array.from(
    { length: count },
    (_, i) => `    - {id: w.h${i}, hook: agent.end, handler: {type: command, command: [./wait, "${i}"]}}\n`,
  );
  const folder = createPrograms({
    "w/plugin.yaml": `extensions:\n  hookApiVersion: 1\n  hooks:\n${hooks.join("")}`,
    // Each ends when all have started.
    "w/wait": `${shell}cd "\${0%/*}"\n: >"started-$1"\nuntil [ -e all ]; do set -- started-*; [ $# -lt ${count} ] || : >all; sleep 0.1; done\n`,
  });
  const engine = created({ plugins: [join(folder, "w")] });
  const { trace, problems } = await engine.dispatch("agent.end", {});
  expect(problems).toEqual([]);
  expect(trace.filter(({ state }) => state === "unchanged")).toHaveLength(count);
});
