import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../support/paths.ts";

test("examples/hook-runner: a runtime uses the runner as it is, without an adapter", () => {
  const program = join(root, "examples", "hook-runner", "runtime.mjs");
  expect(execFileSync(process.execPath, [program], { encoding: "utf8" })).toBe(
    "blocked: no sudo\nKEY=<key>\nrun-1 is over: true\n",
  );
});
