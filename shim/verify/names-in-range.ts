/** Finds the names of refs in revisions, as git reads them. */
import type { Range } from "./choose-range.ts";
import { revisionsIn } from "./range-ends.ts";
import { sidesOf } from "./whole-revisions.ts";

/**
 * The names in the range, each once, that are `wanted`. Without `~5` and the like: to count as far takes git as long as to
 * walk. `@{…}` belongs to the name: it may say which ref is meant.
 */
export function namesInRange(range: Range, wanted: (name: string) => boolean): string[] {
  const names: string[] = [];
  for (const revision of revisionsIn(range)) {
    if (revision.charAt(0) === "-") continue;
    for (const side of sidesOf(revision.replace(/^\^/, ""))) {
      const name = nameIn(side);
      if (name !== "" && wanted(name) && names.indexOf(name) < 0) names.push(name);
    }
  }
  return names;
}

function nameIn(side: string): string {
  // A date in `@{…}` may have a colon.
  const shape = side.replace(/@\{[^}]*\}/g, (braces) => braces.replace(/[~^:]/g, "_"));
  const end = shape.search(/[~^:]/);
  return end < 0 ? side : side.slice(0, end);
}
