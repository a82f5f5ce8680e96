/**
 * A repository may say of a commit that its parents are not here (git's shallow.c). Where they are, they would leave
 * with it as soon as it no longer says so: they are judged too.
 */
import { parentsOf } from "../git/commit-object.ts";
import { commonDirOf, joinPath } from "../git/repository.ts";
import type { Host } from "../host.ts";
import { listCommits, presentObjects, readCommits } from "./raw-objects.ts";

/** Ids of commits, as keys. */
export interface Shallow {
  [id: string]: true;
}

export interface Range {
  wanted: readonly string[];
  known: readonly string[];
  shallow: Shallow;
}

export function readShallow(host: Host, gitDir: string): Shallow {
  const text = host.readFile(host.env("GIT_SHALLOW_FILE") || joinPath(commonDirOf(host, gitDir), "shallow"));
  const shallow: Shallow = {};
  if (typeof text === "number") return shallow;
  for (const line of text.split("\n")) if (line !== "") shallow[line] = true;
  return shallow;
}

/** As `listCommits` has it, beyond commits whose parents are only said to be missing. */
export function listWhole(host: Host, { wanted, known, shallow }: Range, most: number): string[] | null {
  let tips = wanted;
  for (;;) {
    const ids = listCommits(host, tips, known, most);
    const cut = ids === null ? [] : ids.filter((id) => shallow[id] === true);
    if (ids === null || cut.length === 0) return ids;
    const parents: string[] = [];
    for (const commit of readCommits(host, cut) || []) parents.push(...parentsOf(commit));
    const more = presentObjects(host, parents).filter((id) => tips.indexOf(id) < 0);
    if (more.length === 0) return ids;
    tips = tips.concat(more);
  }
}
