/**
 * `list.appendUnique`: the list, and behind it each of the values that it does not hold yet. Letters of
 * ASCII count the same in either case, as they do in the labels of GitHub: there `Bug` is `bug`.
 */
import { lowerAscii } from "../glob.ts";

/** Gives back the very same list if there is nothing to add. */
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
