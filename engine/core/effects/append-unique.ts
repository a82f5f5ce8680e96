/**
 * `list.appendUnique`: the list, with the values that it lacks at its end; the same object if it lacks none. ASCII
 * letters compare without case, as GitHub compares labels: there `Bug` is `bug`.
 */
import { lowerAscii } from "../glob.ts";
import type { ListEffect } from "../plan.ts";
import type { EffectRow } from "./effect-row.ts";

export interface AppendUniqueEffect extends ListEffect {
  type: "list.appendUnique";
  /** The field of the payload; the compiler has checked that it is the hook point's list. */
  path: string;
}

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

export const appendUniqueRow: EffectRow<AppendUniqueEffect> = {
  type: "list.appendUnique",
  summary: "adds labels",
  meantBy: "label|^list\\.|append",
  keys: { path: { form: "field" }, values: { form: "trimmed lines" } },
  isCheck: false,
  subject: ({ path }) => "list '" + path + "'",
  on: {
    list: {
      apply: (draft, _, values) => {
        const before = draft.list.length;
        draft.list = appendUnique(draft.list, values);
        const added = draft.list.slice(before);
        return added.length === 0 ? "" : "added " + added.map((value) => "'" + value + "'").join(", ");
      },
      holds: ({ list }, _, values) => appendUnique(list, values) === list,
    },
  },
};
