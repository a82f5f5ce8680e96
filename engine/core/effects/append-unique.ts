/** `list.appendUnique`: the list, and behind it each of the values that it does not hold yet. */
export function appendUnique(list: readonly string[], values: readonly string[]): string[] {
  const seen: { [key: string]: true } = {};
  const result: string[] = [];
  for (const entry of list) {
    seen["=" + entry] = true;
    result.push(entry);
  }
  for (const value of values) {
    if (seen["=" + value]) continue;
    seen["=" + value] = true;
    result.push(value);
  }
  return result;
}
