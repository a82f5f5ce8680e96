/**
 * Can git read the repository here? "There is no commit" must not stand for "could not look".
 */
import { spawnSync } from "node:child_process";
import type { Host } from "../../shim/host.ts";
import type { Refusal } from "../exit-status.ts";
import type { RealGit } from "./real-git.ts";

/** Null if it can; else git's own reason. */
export function whyNoRepository(git: RealGit): Refusal | null {
  const said = whyGitFails(git, ["rev-parse", "--git-dir"]);
  if (said === null) return null;
  // Under dubious ownership git names the command that helps on its last line.
  const exception = /^\s*(git config .*safe\.directory .*)$/m.exec(said)?.[1];
  return {
    message: `git cannot read a repository here: ${firstLine(said)}`,
    hint: exception ?? "run it in a repository that git can read, or with GIT_DIR",
  };
}

/** For a HEAD that leads to no commit and is not unborn. */
export function brokenHead(git: RealGit): Refusal {
  const said = whyGitFails(git, ["rev-list", "--max-count=1", "HEAD", "--"]) ?? "";
  return { message: `git cannot read the commit that HEAD is at: ${firstLine(said)}`, hint: "git fsck" };
}

/** Has the current branch no commit yet? A HEAD that is broken leads to none either. */
export function isUnborn(host: Host): boolean {
  const succeeds = (...args: string[]): boolean => host.runGit(args).status === 0;
  return succeeds("symbolic-ref", "--quiet", "HEAD") && !succeeds("rev-parse", "--quiet", "--verify", "HEAD");
}

/** What git says on standard error; null if it succeeds. */
function whyGitFails(git: RealGit, args: readonly string[]): string | null {
  const run = spawnSync(git.path, [...git.options, ...args], { env: git.env, encoding: "utf8" });
  if (run.status === 0) return null;
  return run.error?.message ?? (run.stderr.trim() || `exit status ${run.status}`);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] as string;
}
