/**
 * What came of a verification, for the formats to print.
 */
import type { Violation } from "../../engine/judge/judge-message.ts";
import type { Commit } from "../git/commit-object.ts";
import type { Rest } from "../judge/not-judged.ts";

/** What is the same for all commits. */
export interface Rules {
  /** Every contribution that may be broken; byte strings. */
  hooks: { id: string; plugin: string; source: string }[];
  /** `mode: report`: nothing is refused. */
  reportOnly: boolean;
  /** A pre-receive hook asks: git shows what is printed to whoever pushes. */
  isPushed: boolean;
}

export interface JudgedCommit {
  commit: Commit;
  /** As UTF-8. */
  message: string;
  violations: Violation[];
  /** The command that mends it; empty if there is nothing to mend, or no way to do so from here. */
  fix: string;
}

export interface Summary extends Rest {
  what: "commit" | "message";
  commits: number;
  broken: number;
}

/** Called in this order; each gives the text to print, so that a long range need not be kept. */
export interface Format {
  begin(): string;
  commit(judged: JudgedCommit): string;
  end(summary: Summary): string;
}
