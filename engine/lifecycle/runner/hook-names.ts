/**
 * The hooks that `createHookRunner` runs, by the names of the system that its interface comes from: the rows of the
 * table that have a `hookName`.
 */
import { pointNames, pointOf, type lifecyclePoints, type Point } from "../all-points.ts";
import type { LifecycleMode } from "../points/point-form.ts";

type Rows = typeof lifecyclePoints;

export type PluginHookName = {
  [P in keyof Rows]: Rows[P] extends { readonly hookName: infer N extends string } ? N : never;
}[keyof Rows];

/** The mode of a hook, as its row has it. */
export type ModeOf<N extends PluginHookName> = {
  [P in keyof Rows]: Rows[P] extends { readonly hookName: N } ? Rows[P]["mode"] : never;
}[keyof Rows] &
  LifecycleMode;

type Joined<N extends string> = N extends `${infer First}_${infer Rest}`
  ? `${Capitalize<First>}${Joined<Rest>}`
  : Capitalize<N>;

/** `before_tool_call` is run by `runBeforeToolCall`. */
export type RunName<N extends PluginHookName> = `run${Joined<N>}`;

export interface HookRow extends Point {
  hookName: PluginHookName;
  mode: LifecycleMode;
}

export const hookRows: readonly HookRow[] = pointNames
  .map(pointOf)
  .filter((point): point is HookRow => point.hookName !== null);

export function runNameOf(name: PluginHookName): RunName<PluginHookName> {
  const words = name.split("_").map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `run${words.join("")}` as RunName<PluginHookName>;
}
