/** What a caller says of the commit and the remotes decides which hooks of git's points run, as `when` has it. */
import { whyNotWhen } from "../engine/core/when.ts";
import type { HookPointName } from "../engine/core/hook-points.ts";
import { decodeUtf8 } from "../engine/core/bytes.ts";
import type { Hook } from "../engine/lifecycle/hook.ts";
import { makeContext, type DispatchSource } from "./dispatch.ts";
import type { DispatchOptions } from "./public-types.ts";
import type { RunSource } from "./run-point.ts";

export function limitToOccasion(
  source: RunSource,
  effects: DispatchSource,
  point: HookPointName,
  options: DispatchOptions,
): RunSource {
  const { opened, occasion } = makeContext(effects, point, options);
  const bound = (hook: Hook): Hook => {
    const { onlyFor = {} } = hook;
    const whyOther = (): string | null => {
      const why = whyNotWhen(onlyFor, { values: opened.values, occasion });
      return why === null ? null : decodeUtf8(why);
    };
    return Object.keys(onlyFor).length === 0
      ? hook
      : { ...hook, whyNot: (payload) => hook.whyNot(payload) ?? whyOther() };
  };
  return { ...source, hooksOf: (name) => source.hooksOf(name).map(bound) };
}
