/**
 * What came of a verification, for the formats to print.
 */
import type { Violation } from "../../engine/core/fixpoint.ts";
import { renderReword, shortId } from "../commits/describe.ts";
import type { Rest } from "../commits/not-judged.ts";
import { parentCount, type Commit } from "../../shim/git/commit-object.ts";

/** What is the same for all commits. */
export interface Rules {
  /** Every contribution that may be broken; byte strings. */
  hooks: { id: string; plugin: string; source: string }[];
  /** `mode: report`: nothing is refused. */
  reportOnly: boolean;
}

export interface JudgedCommit {
  commit: Commit;
  /** As UTF-8. */
  message: string;
  violations: Violation[];
  /** The command that mends it; empty if there is nothing to mend. */
  fix: string;
}

export interface Summary extends Rest {
  commits: number;
  broken: number;
}

/** `isTip`: the commit that HEAD, or the pushed ref, is at. */
export function renderFix(commit: Commit, violations: readonly Violation[], isTip: boolean): string {
  if (violations.length === 0) return "";
  const id = shortId(commit.id);
  const isRoot = parentCount(commit) === 0;
  if (violations.every(({ before, after }) => before !== after))
    return `interlock fix ${isRoot ? "HEAD" : `${id}^..`}`;
  // A check does not say what the message should be.
  return renderReword(id, isRoot, isTip);
}
