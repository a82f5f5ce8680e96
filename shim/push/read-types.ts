/** Reads what objects are, and follows tags from one to the next. */
import type { ReadObject } from "../host.ts";
import { targetOf } from "./object-links.ts";
import type { Objects } from "./raw-objects.ts";

/**
 * How many tags may lead from one to the next. Each one more costs a process, here and, once the tags are refs of the
 * repository, at every push. People write two at most.
 */
export const mostNestedTags = 16;

/** `nested`: not read, because too many tags lead to it. */
export type FoundType = ReadObject["type"] | "nested";

export interface FoundTypes {
  [id: string]: FoundType;
}

/** `onTag` gets the target of a tag, and returns whether to read that too. */
export function readTypes(
  objects: Objects,
  ids: readonly string[],
  onTag: (tag: string, target: string) => boolean,
): FoundTypes {
  const types: FoundTypes = {};
  let next = ids;
  for (let tags = 0; next.length > 0; tags++) {
    const targets: string[] = [];
    if (tags > mostNestedTags) {
      for (const id of next) types[id] = "nested";
      break;
    }
    objects.read(next, (read) => {
      for (const { id, type, body } of read) {
        types[id] = type;
        const target = type === "tag" ? targetOf(id, body) : null;
        if (target !== null && onTag(id, target) && types[target] === undefined) targets.push(target);
      }
      return true;
    });
    next = targets;
  }
  return types;
}
