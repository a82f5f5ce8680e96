/**
 * Checks that git can read the repository here, so that a failure to look is not reported as "no commits".
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { notStarted, type Host } from "../host.ts";
import type { Refusal } from "../verbs/verb-form.ts";

/** Null if it can, otherwise git's own reason. */
export function whyNoRepository(host: Host): Refusal | null {
  const stderr = whyGitFails(host, ["rev-parse", "--git-dir"]);
  if (stderr === null) return null;
  // For dubious ownership, git's last line is the command that helps.
  const exception = /^\s*(git config .*safe\.directory .*)$/m.exec(stderr)?.[1];
  return {
    message: `git cannot read a repository here: ${firstLine(stderr)}`,
    hint: exception ?? "run it in a repository that git can read, or with GIT_DIR",
  };
}

/** For a HEAD that resolves to no commit, though its branch exists. */
export function brokenHead(host: Host): Refusal {
  const stderr = whyGitFails(host, ["rev-list", "--max-count=1", "HEAD", "--"]) ?? "";
  return { message: `git cannot read the commit that HEAD is at: ${firstLine(stderr)}`, hint: "git fsck" };
}

/** Has the current branch no commit yet? A broken HEAD does not resolve to one either. */
export function isUnborn(host: Host): boolean {
  const succeeds = (...args: string[]): boolean => host.runGit(args).status === 0;
  return succeeds("symbolic-ref", "--quiet", "HEAD") && !succeeds("rev-parse", "--quiet", "--verify", "HEAD");
}

/** What git prints on standard error; null if it succeeds. */
function whyGitFails(host: Host, args: readonly string[]): string | null {
  const { status, stdout } = host.runGit(withoutGraph.concat(args), { errors: true });
  if (status === notStarted) return "it cannot be started";
  return status === 0 ? null : decodeUtf8(stdout).trim() || `exit status ${status}`;
}

/** Global options for git: a commit graph is only a claim about commits, and may be forged. */
export const withoutGraph: readonly string[] = ["-c", "core.commitGraph=false"];

function firstLine(text: string): string {
  return text.split("\n", 1)[0] as string;
}
