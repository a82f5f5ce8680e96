/**
 * Every hook point: those that git's commands fire (core/hook-points.ts, which the hot path knows) and those of an
 * agent's lifecycle. The one table from which names, schemas, documents and runners derive.
 */
import type { FailurePolicy } from "../core/plan.ts";
import { nearestName } from "../core/nearest-name.ts";
import { hookPoints, isMessagePoint, type HookPoint, type HookPointName } from "../core/hook-points.ts";
import { pointMeantBy } from "./other-names.ts";
import {
  basePayload,
  lifecyclePoints,
  payloadOf,
  type LifecyclePointName,
  type PointName,
} from "./points/lifecycle-points.ts";
import type {
  LifecycleMode,
  LifecyclePoint,
  MergeForm,
  PayloadForm,
  RefusalForm,
} from "./points/point-form.ts";

export { basePayload, lifecyclePoints, type LifecyclePointName, type PointName };

/** A point with everything filled in. */
export interface Point {
  name: PointName;
  mode: LifecycleMode | "text" | "list";
  aliases: readonly string[];
  hookName: string | null;
  takesRunId: boolean;
  summary: string;
  payload: PayloadForm;
  /** False: a field that is not in `payload` is kept. */
  isClosed: boolean;
  merge: MergeForm;
  refuses: RefusalForm | null;
  rewrites: { readonly [resultField: string]: string };
  failure: FailurePolicy;
  /** Null: none for functions, `programLimitMs` for programs. */
  timeLimitMs: number | null;
  plainOutput: "context" | null;
  /** Does a git command fire it? */
  fired: boolean;
}

/** How long a program may take where neither its declaration nor the table says. */
export const programLimitMs = 30000;

/** Of several that let pass, the first is kept; a block ends the run. */
const gateMerge: MergeForm = {
  fields: { outcome: "firstDefined", reason: "firstDefined" },
  stop: { outcome: "block" },
};

/** What the log calls the answer that ended a run. */
export const terminalLabels: { readonly [R in RefusalForm]: string } = {
  block: "block=true",
  cancel: "cancel=true",
  outcome: "gate-decision",
};

const points = new Map<PointName, Point>();
for (const [name, point] of Object.entries(hookPoints))
  points.set(name as HookPointName, fromCore(name as HookPointName, point));
for (const [name, point] of Object.entries(lifecyclePoints))
  points.set(name as LifecyclePointName, fromLifecycle(name as LifecyclePointName, point));

export const pointNames: readonly PointName[] = [...points.keys()];

/** Is its text a commit message, which git cleans? */
export function isMessage(name: PointName): boolean {
  return isCorePoint(name) && isMessagePoint(name);
}

export function pointOf(name: PointName): Point {
  return points.get(name) as Point;
}

export function isCorePoint(name: PointName): name is HookPointName {
  return Object.hasOwn(hookPoints, name);
}

const byAnyName = new Map<string, PointName>();
for (const { name, aliases } of points.values())
  for (const each of [name, ...aliases]) byAnyName.set(each, name);

/** The hook point that a name or an alias stands for, or null. */
export function resolvePoint(name: string): PointName | null {
  return byAnyName.get(name) ?? null;
}

/** Every name that may be used, aliases behind their hook point. */
export function pointChoices(): string[] {
  return [...byAnyName.keys()];
}

/** For a name that is none. There are too many to list them all. */
export function suggestPoint(name: string): string {
  const nearest = pointMeantBy(name) ?? nearestName(name, pointChoices());
  return nearest === null ? "run 'interlock hooks --points', which lists them" : `did you mean '${nearest}'?`;
}

function fromCore(name: HookPointName, point: HookPoint): Point {
  const payload = Object.entries(point.payload).map(([field, type]) => [
    field,
    type === "map" ? "map?" : type,
  ]);
  return {
    ...point,
    name,
    hookName: null,
    takesRunId: false,
    payload: Object.fromEntries(payload) as PayloadForm,
    isClosed: true,
    merge: point.mode === "gate" ? gateMerge : {},
    refuses: point.mode === "gate" ? "outcome" : "block",
    rewrites: {},
    plainOutput: null,
  };
}

function fromLifecycle(name: LifecyclePointName, point: LifecyclePoint): Point {
  return {
    name,
    mode: point.mode,
    aliases: point.aliases,
    hookName: point.hookName ?? null,
    takesRunId: point.takesRunId ?? false,
    summary: point.summary,
    payload: payloadOf(name),
    isClosed: false,
    merge: point.merge ?? (point.mode === "gate" ? gateMerge : {}),
    refuses: point.refuses ?? null,
    rewrites: point.rewrites ?? {},
    failure: point.failure ?? "warn",
    timeLimitMs: point.timeLimitMs ?? null,
    plainOutput: point.plainOutput ?? null,
    fired: false,
  };
}
