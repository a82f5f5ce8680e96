import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";

/**
 * The place that a refusal names. Whoever could write to a rule's file is not shown it: the refusal says how to obey
 * the rule, not how to be rid of it. `explain` and `hooks` show every place.
 */
export function shownPlace(host: Host, { source, plugin }: Pick<Problem, "source" | "plugin">): string {
  if (plugin === undefined || source === "") return source;
  const file = source.slice(0, source.lastIndexOf(":"));
  const isOutOfReach = host.userId() !== 0 && host.whyUnguarded(file) === "";
  return isOutOfReach ? source : "plugin '" + plugin + "'";
}
