/**
 * `list.appendUnique`: the list, with the values that it lacks at its end; the same object if it lacks none. ASCII
 * letters compare without case, as GitHub compares labels: there `Bug` is `bug`.
 */
import { lowerAscii } from "../glob.ts";
import type { ListEffect } from "../plan.ts";
import type { ListEffectRow } from "./effect-row.ts";

export function appendUnique(list: readonly string[], values: readonly string[]): readonly string[] {
  const seen: { [key: string]: true } = {};
  for (const entry of list) seen["=" + lowerAscii(entry)] = true;
  const added: string[] = [];
  for (const value of values) {
    const key = "=" + lowerAscii(value);
    if (seen[key]) continue;
    seen[key] = true;
    added.push(value);
  }
  return added.length === 0 ? list : list.concat(added);
}

export const appendUniqueRow: ListEffectRow<ListEffect> = {
  mode: "list",
  keys: { path: { form: "field" }, values: { form: "trimmed lines" } },
  subject: ({ path }) => "list '" + path + "'",
};
