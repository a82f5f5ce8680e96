/** What the bytes of an object name: the parents of a commit, the target of a tag. */
import type { Commit } from "../git/commit-object.ts";

/** Ids as keys. No inherited property of an object is as long as an id. */
export interface Ids {
  [id: string]: true;
}

export function idSet(ids: readonly string[]): Ids {
  const set: Ids = {};
  for (const id of ids) set[id] = true;
  return set;
}

/**
 * The parents as git parses them (parse_commit_buffer in commit.c), or null: `tree <id>`, then a line for
 * each parent. They are not checked to be hexadecimal; one that is not can never be proved.
 */
export function provedParents({ id, header }: Commit): string[] | null {
  const parents: string[] = [];
  const { length } = id;
  let at = "tree ".length + length + 1;
  if (!header.startsWith("tree ") || header.charAt(at - 1) !== "\n") return null;
  while (header.startsWith("parent ", at)) {
    const start = at + "parent ".length;
    const parent = header.slice(start, start + length);
    at = start + length + 1;
    if (header.charAt(at - 1) !== "\n") return null;
    parents.push(parent);
  }
  return parents;
}

/** The target of a tag, from its first line: `object <id>`. */
export function targetOf({ length }: string, body: string): string | null {
  const target = body.slice("object ".length, "object ".length + length);
  const isLine = body.startsWith("object ") && body.charAt("object ".length + length) === "\n";
  return isLine ? target : null;
}
