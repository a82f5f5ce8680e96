/**
 * A hook as the runner sees it: something to call, and what to do if that fails.
 */
import type { FailurePolicy, HookOrigin, Layer, When } from "../core/plan.ts";
import type { PointName } from "./all-points.ts";
import type { Result } from "./merge-results.ts";
import type { RuntimeRules } from "./runtime-rules.ts";

/** What a hook is, whether it is listed, declared or to be called; and what decides when it runs. */
export interface PlacedHook extends HookOrigin {
  point: PointName;
  /** Lower runs first. */
  priority: number;
  /** Of hooks whose ids are made from a number: equal priorities of a plugin run as they were written. */
  order?: number;
  /** Of executables: where each was found. Equal priorities run in that order, after what files declare. */
  place?: string;
}

export function placedHook({ id, plugin, source, point, priority, order, place }: PlacedHook): PlacedHook {
  const rank = { ...(order === undefined ? {} : { order }), ...(place === undefined ? {} : { place }) };
  return { id, plugin, source, point, priority, ...rank };
}

/** As its file has it. `source` is a byte string. */
export interface FiledHook extends PlacedHook {
  /** The name by which the file calls the point. */
  event: string;
  layer: Layer;
  summary: string;
  /** Who disabled it (a path, or a key of the configuration), a byte string; null if it is active. */
  disabledBy: string | null;
}

export interface Hook extends PlacedHook {
  /** Of functions: equal priorities run as they were registered, after what files declare. */
  registered?: number;
  /** How far from the install layer it was declared: 0 for that and for functions, more for layers below. */
  depth: number;
  /** The kind of its handler; `function` for one that was registered by a program. */
  kind: string;
  /** What holds where the runtime runs it that it was written for. */
  runtime?: RuntimeRules | undefined;
  /** Hooks with the same key do the same, and run once. Null: it is like no other. */
  key: string | null;
  /** Null: as the point says. */
  timeoutMs: number | null;
  /** Null: as the point says. */
  onFailure: FailurePolicy | null;
  /** Does the handler end itself at the limit? It can then also end what it started. */
  limitsItself: boolean;
  /** Why it does not run on this payload; null if it does. */
  whyNot(payload: Result): string | null;
  /** The kinds of commits and the remotes that it is for. */
  onlyFor?: Pick<When, "commit" | "remote">;
  call(payload: Result, context: HookContext): unknown;
}

/** Marks the answer of a program that refuses by its exit status. */
export const byStatus: unique symbol = Symbol("by exit status");

/** What a handler is told beside the payload. */
export interface HookContext {
  point: PointName;
  id: string;
  plugin: string;
  runId: string;
  /** The folder that the operation is about. */
  cwd: string;
  /** Null: there is none. */
  limitMs: number | null;
  /** What the caller has said once for many dispatches; left out if nothing. */
  base?: { readonly [field: string]: string | undefined };
}

export type RunPlace = Pick<Hook, "priority" | "plugin" | "id" | "registered" | "order" | "place">;

/** Priority, then plugin, then id: the order of everything that files declare. Ids with a number go by that. */
export function byRunOrder(a: RunPlace, b: RunPlace): number {
  return (
    a.priority - b.priority ||
    (a.registered ?? -1) - (b.registered ?? -1) ||
    compare(a.place ?? "", b.place ?? "") ||
    compare(a.plugin, b.plugin) ||
    (a.order ?? 0) - (b.order ?? 0) ||
    compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
