/**
 * The record of what each contribution did, or why it did nothing.
 */
import type { Contribution, HookOrigin } from "./plan.ts";

export interface TraceEntry extends HookOrigin {
  state: "applied" | "unchanged" | "skipped" | "disabled" | "failed";
  /** What it did, or why it did nothing. */
  detail: string;
  /** If it was applied: each change by itself, as `added '...'` or `removed '...'`. */
  changes?: string[];
}

export function traceOf(
  contribution: HookOrigin & Pick<Contribution, "disabledBy">,
  state: TraceEntry["state"],
  detail: string,
): TraceEntry {
  return {
    id: contribution.id,
    plugin: contribution.plugin,
    source: contribution.source,
    state: state === "skipped" && contribution.disabledBy !== undefined ? "disabled" : state,
    detail,
  };
}
