/** Finds what is *published*: a tip of the remote, or a parent in the bytes of a published commit. */
import { parseCommit, type Commit } from "../git/commit-object.ts";
import { idSet, provedParents, type Ids } from "./object-links.ts";
import type { Objects } from "./raw-objects.ts";
import { readTypes } from "./read-types.ts";

export interface PeeledTips {
  /** The tips, plus the targets of those that are tags. */
  ids: string[];
  /** Those of them that are commits, and are stored here. */
  commits: string[];
}

/** What too many tags lead to does not count: it is judged, if it is pushed otherwise. */
export function peelTips(objects: Objects, tips: readonly string[]): PeeledTips {
  const ids = tips.slice();
  const types = readTypes(objects, tips, (_, target) => ids.push(target) > 0);
  return {
    ids: ids.filter((id) => types[id] !== "nested"),
    commits: Object.keys(types).filter((id) => types[id] === "commit"),
  };
}

/**
 * Visits every commit that the remote has and that is stored here, as far as it is reachable from a tip by
 * hashed bytes. `revisions` and `words` are for `git rev-list`, and may shorten the walk.
 */
export function visitPublished(
  objects: Objects,
  starts: readonly string[],
  revisions: readonly string[],
  words: readonly string[],
  visit: (commit: Commit, parents: string[]) => boolean,
): void {
  /** Reachable from a tip, but their bytes were not read yet. */
  const reached = idSet(starts);
  /** Read, but not yet known to be reachable: git lists by date, and clocks differ. */
  const early: { [id: string]: Commit } = {};
  const follow = (first: Commit): boolean => {
    const ready = [first];
    for (let commit = ready.pop(); commit !== undefined; commit = ready.pop()) {
      delete reached[commit.id];
      const parents = provedParents(commit) ?? [];
      if (!visit(commit, parents)) return false;
      for (const parent of parents) {
        const waiting = early[parent];
        delete early[parent];
        if (waiting === undefined) reached[parent] = true;
        else ready.push(waiting);
      }
    }
    return true;
  };
  objects.list(words, revisions, (listed) => {
    for (const { id, type, body } of listed) {
      if (type !== "commit") continue;
      const commit = parseCommit(id, body);
      if (reached[id] !== true) early[id] = commit;
      else if (!follow(commit)) return false;
    }
    return true;
  });
}

/** Moves from `open` to `published` what is reachable from the tips by hashed bytes. */
export function closePublished(
  objects: Objects,
  { ids, commits }: PeeledTips,
  open: { [id: string]: string },
  published: Ids,
): void {
  let left = Object.keys(open).length;
  const mark = (id: string): void => {
    if (open[id] === undefined) return;
    delete open[id];
    published[id] = true;
    left--;
  };
  ids.forEach(mark);
  if (left === 0) return;
  // An open commit hides those behind it, so there is another pass if one was found. The last pass hides nothing.
  for (let pass = 1; ; pass++) {
    const before = left;
    const isLast = pass > narrowPasses;
    const revisions = isLast ? commits : commits.concat(Object.keys(open).map((id) => "^" + id));
    visitPublished(objects, commits, revisions, isLast ? [] : ["--ancestry-path"], (_, parents) => {
      parents.forEach(mark);
      return left > 0;
    });
    if (left === 0 || isLast || left === before) return;
  }
}

const narrowPasses = 4;
