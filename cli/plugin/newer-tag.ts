/** Which tag is newer than another: `v1.10` than `v1.9`. */

/** What stands before the numbers, and the numbers; null for a name that does not end with them. */
function parseTag(tag: string): { begin: string; numbers: number[] } | null {
  const [, begin = "", numbers] = /^(.*?)([0-9]{1,9}(?:\.[0-9]{1,9})*)$/.exec(tag) ?? [];
  return numbers === undefined ? null : { begin, numbers: numbers.split(".").map(Number) };
}

/** The newest of the tags that are newer and begin alike; null if there is none, or `ref` is no version. */
export function newerTag(ref: string, tags: readonly string[]): string | null {
  // A branch may be called like a version, but then there is no such tag.
  const name = ref.replace(/^refs\/tags\//, "");
  const own = tags.includes(name) ? parseTag(name) : null;
  if (own === null) return null;
  let newest = { tag: name, numbers: own.numbers };
  for (const tag of tags) {
    const parsed = parseTag(tag);
    if (parsed === null || parsed.begin !== own.begin) continue;
    if (compareNumbers(parsed.numbers, newest.numbers) > 0) newest = { tag, numbers: parsed.numbers };
  }
  return newest.tag === name ? null : newest.tag;
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
