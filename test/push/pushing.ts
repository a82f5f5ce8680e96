/** A sandbox with a bare repository to push to. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "vitest";
import { addRemote, makeRepository, readHead } from "../support/new-repository.ts";
import { botEnv, botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

export interface Pushing {
  sandbox: Sandbox;
  /** The bare repository; `origin` of `repo`. */
  bare: string;
  /** A commit by the real git, without the trailer; its id. */
  bad(title?: string): string;
  /** One with the trailer. */
  good(title?: string): string;
  /** A line of a shell in the repository, through the shim; `$BARE` is the bare repository, `$OUT` the sandbox's folder, `$REAL` the real git. */
  run(script: string): Run;
  /** The same with the real git. Must not fail. */
  prepare(script: string): string;
  /** Titles of all commits that can be reached in the bare repository, sorted. */
  arrived(): string[];
}

/** Pushes without git. */
const library = createRequire(import.meta.url).resolve("isomorphic-git");

export function createPushing(configText?: string): Pushing {
  const sandbox = new Sandbox(configText);
  const bare = join(sandbox.folder, "bare.git");
  const gitFolder = join(sandbox.repository, ".git");
  makeRepository(bare, "bare");
  addRemote(gitFolder, "origin", bare);
  const env = {
    ...botEnv,
    BARE: bare,
    OUT: sandbox.folder,
    REAL: "/usr/bin/git",
    GIT_EDITOR: "true",
    LIBRARY: library,
  };
  const commit = (message: string): string => {
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", message]);
    return readHead(gitFolder);
  };
  return {
    sandbox,
    bare,
    bad: (title = "Bad") => commit(title),
    good: (title = "Good") => commit(`${title}\n\n${botTrailer}`),
    run: (script) => sandbox.shell(script, { env }),
    prepare(script) {
      const run = sandbox.shell(`set -e\n${script}`, { env, prefix: null });
      expect(run).toMatchObject({ status: 0 });
      return run.stdout.trim();
    },
    arrived: () =>
      sandbox.realGit(["log", "--all", "--format=%s"], { cwd: bare }).stdout.split("\n").slice(0, -1).sort(),
  };
}

/** A line through the shim, not with spawnSync: a server may be in this process. */
export function runLater({ sandbox }: Pushing, script: string): Promise<Run> {
  const child = spawn("/bin/sh", ["-c", script], {
    cwd: sandbox.repository,
    env: sandbox.environment({ env: { ...botEnv, OUT: sandbox.folder } }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (said.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (said.stderr += String(chunk)));
  return new Promise((resolve) => child.on("close", (status) => resolve({ status: status ?? -1, ...said })));
}

/** Stopped by the gate, and by nothing else. */
export function expectStopped(pushing: Pushing, run: Run): void {
  expect(run.stderr).toMatch(
    /^error: interlock: .*(?:breaks? a rule|nobody has judged|do not have that id|is not here|is not a commit|is not understood)/m,
  );
  expect(run.status).not.toBe(0);
  expect(pushing.arrived()).not.toContain("Bad");
}

export function expectTaken(pushing: Pushing, run: Run, titles: string[]): void {
  expect(run.stderr).not.toContain("interlock:");
  expect(run.status).toBe(0);
  expect(pushing.arrived()).toEqual(titles);
}
