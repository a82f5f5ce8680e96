/**
 * The record of what each contribution did, or why it did nothing.
 */
import type { Contribution } from "./plan.ts";

export interface TraceEntry {
  id: string;
  plugin: string;
  source: string;
  state: "applied" | "unchanged" | "skipped" | "disabled" | "failed";
  /** What it did, or why it did nothing. */
  detail: string;
}

export function skippedBecause(contribution: Contribution, reason: string): TraceEntry {
  const { id, plugin, source, disabledBy } = contribution;
  return { id, plugin, source, state: disabledBy === undefined ? "skipped" : "disabled", detail: reason };
}
