import { copyFileSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const commit = ["commit", "-q", "--allow-empty", "-m", "fix"];

/** An install that cannot compile a plan: only one that is there serves. */
function withoutColdSide(sandbox: Sandbox): { prefix: string } {
  const prefix = join(sandbox.folder, "hot-only");
  mkdirSync(join(prefix, "bin"), { recursive: true });
  copyFileSync(join(dist, "bin", "interlock"), join(prefix, "bin", "interlock"));
  symlinkSync("interlock", join(prefix, "bin", "git"));
  return { prefix };
}

function plans(sandbox: Sandbox): string[] {
  const folder = join(sandbox.folder, "home", ".cache", "interlock");
  return readdirSync(folder).filter((name) => name.startsWith("plan-"));
}

test("compile in one repository serves the first commit in every other", () => {
  const sandbox = new Sandbox();
  const clone = join(sandbox.folder, "clone");
  const hotOnly = withoutColdSide(sandbox);
  expect(sandbox.git(commit, hotOnly).status).toBe(128);
  expect(sandbox.interlock(["compile"])).toMatchObject({ status: 0 });
  sandbox.realGit(["clone", "-q", sandbox.repository, clone]);
  for (const cwd of [sandbox.repository, clone]) {
    expect(sandbox.git(commit, { cwd, ...hotOnly })).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.realGit(["log", "-1", "--format=%B"], { cwd }).stdout).toContain(botTrailer);
  }
  expect(plans(sandbox)).toHaveLength(1);
});

test("so does compile outside of any repository", () => {
  const sandbox = new Sandbox();
  expect(sandbox.interlock(["compile"], { cwd: sandbox.folder })).toMatchObject({ status: 0 });
  expect(sandbox.git(commit, withoutColdSide(sandbox))).toMatchObject({ status: 0 });
  expect(sandbox.message()).toContain(botTrailer);
});
