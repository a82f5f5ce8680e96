/**
 * The branch that is rewritten, and its commits.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Range } from "../commits/read-commits.ts";
import type { RealGit } from "../commits/real-git.ts";
import type { Refusal } from "../commits/refuse.ts";
import { brokenHead, isUnborn } from "../commits/repository-here.ts";
import { unpublished } from "../commits/unpublished.ts";
import { findOperation, findOtherWorktrees } from "./in-progress.ts";
import type { FixRequest } from "./request.ts";

export interface Branch {
  /** Byte string; `HEAD` if none is checked out. */
  ref: string;
  /** The commit that it is at. */
  tip: string;
  range: Range;
  commonDir: string;
  /** Git folders of other work trees that have it checked out. */
  alsoIn: string[];
}

/** Null if there is no commit yet. */
export function chooseBranch(git: RealGit, request: FixRequest): Branch | Refusal | null {
  const { host } = git;
  const ask = (...args: string[]): string | null => {
    const { status, stdout } = host.runGit(args);
    return status === 0 ? stdout.replace(/\n$/, "") : null;
  };
  // That there is a repository is known.
  const gitDir = ask("rev-parse", "--absolute-git-dir") ?? "";
  const commonDir = ask("rev-parse", "--git-common-dir") ?? "";
  const operation = findOperation(host, gitDir);
  if (operation !== null)
    return { message: `${operation.name} is in progress here`, hint: `end it first: ${operation.hint}` };
  const tip = ask("rev-parse", "--quiet", "--verify", "HEAD^{commit}");
  if (tip === null) return isUnborn(host) ? null : brokenHead(git);
  const ref = ask("symbolic-ref", "--quiet", "HEAD");
  if (ref === null && !request.detached)
    return {
      message: "no branch is checked out",
      hint: "git switch <branch>, or rewrite the detached HEAD with --detached",
    };
  const others = ref === null ? [] : findOtherWorktrees(host, { gitDir, commonDir }, ref);
  const busy = others.find((each) => each.operation !== null);
  if (busy?.operation)
    return {
      message: `${busy.operation.name} of this branch is in progress in another work tree ('${decodeUtf8(busy.gitDir)}')`,
      hint: `end it there first: ${busy.operation.hint}`,
    };
  const range = request.range === null ? unpublished(host) : parseRange(request.range, tip, ask);
  if (range === null || "message" in range) return range;
  return { ref: ref ?? "HEAD", tip, range, commonDir, alsoIn: others.map((each) => each.gitDir) };
}

/** `A..B` and `A..`, or `B` for everything that leads to it; B is where the branch is. */
function parseRange(text: string, tip: string, ask: (...args: string[]) => string | null): Range | Refusal {
  const shown = decodeUtf8(text);
  const resolve = (revision: string): string | null =>
    ask("rev-parse", "--quiet", "--verify", `${revision}^{commit}`);
  const dots = text.lastIndexOf("..");
  const start = dots < 0 ? null : text.slice(0, dots) || "HEAD";
  const end = dots < 0 ? text : text.slice(dots + 2) || "HEAD";
  const from = start === null ? null : resolve(start);
  const to = resolve(end);
  if (start?.endsWith(".") || text.startsWith("^") || to === null || (start !== null && from === null))
    return {
      message: `'${shown}' is no range of commits here`,
      hint: "give it as 'A..', from A to the current branch",
    };
  if (to !== tip)
    return {
      message: `'${shown}' does not end where the current branch does`,
      hint: `git switch to the branch, then 'interlock fix ${start === null ? "HEAD" : decodeUtf8(start) + ".."}'`,
    };
  return { options: [], input: from === null ? `${tip}\n` : `${tip}\n^${from}\n` };
}
