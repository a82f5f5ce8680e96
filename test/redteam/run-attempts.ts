/**
 * Runs each attempt without interlock, where the bad commit must arrive, and in a sealed install, over each transport.
 * The remote is what is checked.
 */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, test, type ExpectStatic } from "vitest";
import { whyNoMachine } from "../support/sealed-machine.ts";
import { Testbed, type Arrived, type Outcome } from "./testbed.ts";
import type { Attempt, Transports } from "./attempt.ts";

/** Namespaces may be closed to all but root, here as where an agent runs. */
const hasNamespaces: boolean =
  spawnSync("setpriv", ["--reuid=1000", "--regid=1000", "--clear-groups", "unshare", "-Urm", "true"])
    .status === 0;

const overHttp: Transports = ["http"];

/** `onPath`: an install that is not sealed has to stop them too. */
export function runAttempts(
  title: string,
  attempts: readonly Attempt[],
  onPath: readonly Attempt[] = [],
): void {
  const why = whyNoMachine === "" ? "" : ` (skipped: ${whyNoMachine})`;
  describe.skipIf(why !== "")(title + why, () => {
    let testbed: Testbed;
    beforeAll(async () => {
      testbed = await Testbed.open();
    });
    afterAll(() => testbed.close());

    test("a good commit arrives at both remotes, a bad one at the one that does not look", async ({
      expect,
    }) => {
      expect(await testbed.attempt("good; push", "sealed", { guarded: true })).toMatchObject({
        good: ["Good"],
        bad: [],
      });
      expect(await testbed.attempt("bad; push", "none", { guarded: true })).toMatchObject({
        made: [],
        good: [],
        bad: [],
      });
    });

    for (const attempt of attempts) {
      const needsMore = attempt.script.includes("unshare") && !hasNamespaces;
      const name = `${attempt.title}: ${attempt.outcome}${needsMore ? " (skipped: no user namespaces here)" : ""}`;
      test.skipIf(needsMore).concurrent(name, ({ expect }) => make(testbed, attempt, expect));
    }

    for (const { title: name, script, over: [transport] = overHttp } of onPath) {
      test.concurrent(`with interlock on the PATH alone, ${name}: stopped`, async ({ expect }) =>
        expectStopped(await testbed.attempt(script, "path", { over: transport }), expect));
    }
  });
}

async function make(testbed: Testbed, attempt: Attempt, expect: ExpectStatic): Promise<void> {
  const { script, outcome, over = overHttp } = attempt;
  const [first] = over;
  // By a path the hook would run as the agent.
  const guarded = { over: over.find((each) => each !== "path") ?? first, guarded: true };
  const without = await testbed.attempt(script, "none", { over: first });
  expect(without.bad, `it is no attempt: ${without.run.stderr}`).not.toEqual([]);
  for (const transport of over) {
    const sealed = await testbed.attempt(script, "sealed", { over: transport });
    expect(outcomeOf(sealed), `over ${transport}: ${sealed.run.stderr}`).toBe(outcome);
  }
  if (outcome === "out of reach") expectStopped(await testbed.attempt(script, "sealed", guarded), expect);
  if (attempt.isInObject === true) expectStopped(await testbed.attempt(script, "none", guarded), expect);
}

function expectStopped(outcome: Outcome, expect: ExpectStatic): void {
  expect(outcomeOf(outcome), outcome.run.stderr).toBe("stopped");
}

function outcomeOf({ bad, made }: Arrived): Attempt["outcome"] {
  if (bad.length > 0) return "out of reach";
  return made.length > 0 ? "made compliant" : "stopped";
}
