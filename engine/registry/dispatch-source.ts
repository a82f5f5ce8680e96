/**
 * Where a dispatch takes its values from.
 */
import { encodeUtf8 } from "../core/bytes.ts";
import type { DispatchContext } from "../core/dispatch-context.ts";
import { isMessagePoint, type HookPointName } from "../core/hook-points.ts";
import type { Plan } from "../core/plan.ts";
import type { Problem } from "../core/problem.ts";
import { remoteName } from "../core/remote-name.ts";
import { makeValues } from "../core/resolve-template.ts";
import type { DispatchOptions } from "./public-types.ts";

export interface DispatchSource {
  plan: Plan;
  /** The environment that the engine was made with. */
  env(name: string): string | undefined;
  /** The values of the config's `envFile`, byte strings, read anew at every dispatch. */
  sealed(): { values: { [name: string]: string }; problem: Problem | null };
}

export function makeContext(
  source: DispatchSource,
  sealed: { [name: string]: string },
  point: HookPointName,
  options: DispatchOptions,
): DispatchContext {
  const isMessage = isMessagePoint(point);
  const { cleanup = "whitespace", commentChar = "#", commit = "composed", env, git = {} } = options;
  const lookUp = (name: string): string | undefined => {
    const value = (env !== undefined && Object.hasOwn(env, name) ? env[name] : undefined) ?? source.env(name);
    return value === undefined ? undefined : encodeUtf8(value);
  };
  return {
    rules: isMessage ? { cleanup, commentChar } : null,
    values: makeValues(source.plan, sealed, lookUp, (which) => encodeUtf8(git[which] ?? "")),
    allowEmpty: options.allowEmpty ?? false,
    facts: {
      commit: () => (isMessage ? commit : null),
      remotes: () => (options.remotes ?? []).map((url) => remoteName(encodeUtf8(url))),
    },
  };
}
