import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

/** A commit that breaks the rule, and no plan to see that by. */
function withBadCommit(): Sandbox {
  const sandbox = new Sandbox(undefined, { plan: "compiled by the first command" });
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "Bad"]);
  return sandbox;
}

test("where there is no plan, verify has one compiled, and keeps it", () => {
  const sandbox = withBadCommit();
  expect(sandbox.interlock(["verify", "HEAD"])).toMatchObject({ status: 1 });
  expect(existsSync(join(sandbox.folder, "home", ".cache"))).toBe(true);
});

test("where there is no plan, fix has one compiled", () => {
  const sandbox = withBadCommit();
  expect(sandbox.interlock(["fix", "HEAD"])).toMatchObject({ status: 0 });
  expect(sandbox.message().trimEnd()).toBe(`Bad\n\n${botTrailer}`);
});
