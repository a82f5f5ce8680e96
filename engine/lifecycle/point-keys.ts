/** The names by which a program may call hook points, as types: a name that there is not does not compile. */
import type { hookPoints, HookPointName } from "../core/hook-points.ts";
import type { lifecyclePoints, LifecyclePointName } from "./all-points.ts";

export type HookPointTable = typeof hookPoints & typeof lifecyclePoints;

type LifecycleAlias<P extends LifecyclePointName> = (typeof lifecyclePoints)[P]["aliases"][number];

/** Points that cannot wait. */
export type SyncPointKey =
  | "tool.result.persist"
  | "message.write.before"
  | LifecycleAlias<"tool.result.persist" | "message.write.before">;

/** The points of an agent's lifecycle that can wait, and their names elsewhere. */
export type LifecyclePointKey = Exclude<
  LifecyclePointName | { [P in LifecyclePointName]: LifecycleAlias<P> }[LifecyclePointName],
  SyncPointKey
>;

export type AnyPointKey = HookPointKey | LifecyclePointKey | SyncPointKey;

/** The other names of hook points. */
export type HookPointAlias = { [P in HookPointName]: HookPointTable[P]["aliases"][number] }[HookPointName];

/** What a call may name: a hook point, or an alias of one. */
export type HookPointKey = HookPointName | HookPointAlias;

/** The hook point that a name stands for. */
export type PointOf<K extends HookPointKey> = {
  [P in HookPointName]: K extends P | HookPointTable[P]["aliases"][number] ? P : never;
}[HookPointName];
