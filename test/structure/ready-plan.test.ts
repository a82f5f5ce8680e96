import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";

/** Names, modes and bytes. */
function readPlans(folder: string): unknown[] {
  const plans = readdirSync(folder).filter((name) => name.startsWith("plan-"));
  return plans.map((name) => {
    const path = join(folder, name);
    return [name, statSync(path).mode, readFileSync(path, "latin1")];
  });
}

test("the plan that a sandbox has ready is the one that the cold side writes", () => {
  const sandbox = new Sandbox();
  const cache = join(sandbox.folder, "home", ".cache", "interlock");
  sandbox.readyPlan();
  const ready = readPlans(cache);
  expect(ready).toHaveLength(1);
  const mode = statSync(cache).mode;
  rmSync(cache, { recursive: true });
  expect(sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"])).toMatchObject({ status: 0 });
  expect(readPlans(cache)).toEqual(ready);
  expect(statSync(cache).mode).toBe(mode);
});
