/**
 * Each attempt of a table twice: without interlock, where what is bad must arrive, or it would be no attempt; and in a
 * sealed install. What counts is what the remote has then.
 */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, test, type ExpectStatic } from "vitest";
import { whyNoMachine } from "../sealed/machine.ts";
import { Arena, type Arrived } from "./arena.ts";
import type { Attempt } from "./attempt.ts";

/** Namespaces may be closed to all but root, here as where an agent runs. */
const hasNamespaces: boolean =
  spawnSync("setpriv", ["--reuid=1000", "--regid=1000", "--clear-groups", "unshare", "-Urm", "true"])
    .status === 0;

export function runAttempts(title: string, attempts: readonly Attempt[]): void {
  const why = whyNoMachine === "" ? "" : ` (skipped: ${whyNoMachine})`;
  describe.skipIf(why !== "")(title + why, () => {
    let arena: Arena;
    beforeAll(async () => {
      arena = await Arena.open();
    });
    afterAll(() => arena.close());

    test("a good commit arrives at both remotes, a bad one at the one that does not look", async ({
      expect,
    }) => {
      expect(await arena.attempt("good; push", "sealed", true)).toMatchObject({ good: ["Good"], bad: [] });
      expect(await arena.attempt("bad; push", "none", true)).toMatchObject({ made: [], good: [], bad: [] });
    });

    for (const attempt of attempts) {
      const needsMore = attempt.script.includes("unshare") && !hasNamespaces;
      const name = `${attempt.title}: ${attempt.outcome}${needsMore ? " (skipped: no user namespaces here)" : ""}`;
      test.skipIf(needsMore).concurrent(name, ({ expect }) => make(arena, attempt, expect));
    }
  });
}

async function make(arena: Arena, { script, outcome }: Attempt, expect: ExpectStatic): Promise<void> {
  const without = await arena.attempt(script, "none");
  expect(without.bad, `it is no attempt: ${without.run.stderr}`).not.toEqual([]);
  const sealed = await arena.attempt(script, "sealed");
  expect(outcomeOf(sealed), sealed.run.stderr).toBe(outcome);
  if (outcome !== "out of reach") return;
  const guarded = await arena.attempt(script, "sealed", true);
  expect(outcomeOf(guarded), guarded.run.stderr).toBe("stopped");
}

function outcomeOf({ bad, made }: Arrived): Attempt["outcome"] {
  if (bad.length > 0) return "out of reach";
  return made.length > 0 ? "made compliant" : "stopped";
}
