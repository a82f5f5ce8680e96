/**
 * A way to print what was found.
 */
import type { JudgedCommit, Summary } from "./findings.ts";

/** Called in this order; each gives the text to print, so that a long range need not be kept. */
export interface Format {
  begin(): string;
  commit(judged: JudgedCommit): string;
  end(summary: Summary): string;
}
