/** The result of a verification, for the formats to print. */
import type { Violation } from "../../engine/judge/find-violations.ts";
import type { Commit } from "../git/commit-object.ts";
import type { SkipCounts } from "../judge/not-judged.ts";

/** What is common to all commits. */
export interface Rules {
  /** Every contribution that can be broken; byte strings. */
  hooks: { id: string; plugin: string; source: string }[];
  /** `mode: report`: nothing is refused. */
  reportOnly: boolean;
  /** Called by a pre-receive hook: git shows the output to the user who pushes. */
  isPushed: boolean;
}

export interface JudgedCommit {
  commit: Commit;
  /** UTF-8. */
  message: string;
  violations: Violation[];
  /** The command that fixes it; empty if there is nothing to fix, or no way to do so from here. */
  fix: string;
}

export interface Summary extends SkipCounts {
  what: "commit" | "message";
  commits: number;
  broken: number;
  /** Are there commits that were not judged, because enough are broken? */
  isCut: boolean;
}

/** Called in this order. Each returns the text to print, so that a long range is not kept in memory. */
export interface Format {
  begin?(): string;
  /** Is the next broken commit described? If not, only that it is broken matters. By default, each one is. */
  describesMore?(): boolean;
  /** Once so many commits are broken, the others are counted, but not judged. By default, all are judged. */
  mostBroken?: number;
  commit(judged: JudgedCommit): string;
  end(summary: Summary): string;
}
