/**
 * A fast version of the proof in prove.ts for the usual push: a few commits on top of one of the remote's
 * tips. It repeats part of that proof to save a process or two. Commits that git has not packed yet, as new ones are, are read from their files, which saves a process; the others
 * in one process, without listing. It also judges commits that the full proof would find to be published, so it can prove
 * a push but never reject one.
 */
import { parseCommit, type Commit } from "../git/commit-object.ts";
import type { ReadObject } from "../host.ts";
import type { CommitJudge } from "./commit-faults.ts";
import { idSet, provedParents, targetOf, type Ids } from "./object-links.ts";
import type { Objects } from "./raw-objects.ts";

/** Beyond these limits it is faster to let git list the commits. */
const mostIds = 4;
const generations = 7;
const mostLoose = 32;

const unread: Pick<ReadObject, "type" | "body"> = { type: "missing", body: "" };

/**
 * Was every commit judged without a fault? If false, the full proof must decide. `readLoose`: the bytes of a commit that is
 * in a file of its own, proved to have this id; else null.
 */
export function isProvedAtOnce(
  objects: Objects,
  judge: CommitJudge,
  wanted: readonly string[],
  tips: readonly string[],
  readLoose: (id: string) => string | null,
): boolean {
  const closed = idSet(tips);
  const open = wanted.filter((id) => closed[id] !== true);
  if (open.length > mostIds) return false;
  let read: { [id: string]: ReadObject } | null = null;
  let loose = 0;
  const find = (id: string): typeof unread => {
    const body = loose++ < mostLoose ? readLoose(id) : null;
    if (body !== null) return { type: "commit", body };
    read = read ?? readDown(objects, open);
    return read[id] ?? unread;
  };
  const commits: Commit[] = [];
  /** Tags and data. They are accounted for, but they are not commits, so they cannot be parents. */
  const others: Ids = {};
  /** Accounts for an id; false if it stays open. */
  const close = (id: string, isParent: boolean): boolean => {
    if (closed[id] === true || (others[id] === true && !isParent)) return true;
    const { type, body } = find(id);
    if (type === "commit") {
      const commit = parseCommit(id, body);
      const parents = provedParents(commit);
      closed[id] = true;
      commits.push(commit);
      return parents !== null && parents.every((parent) => close(parent, true));
    }
    if (isParent) return false;
    others[id] = true;
    const target = type === "tag" ? targetOf(id, body) : null;
    return target !== null ? close(target, false) : type === "tree" || type === "blob";
  };
  return open.every((id) => close(id, false)) && commits.every((commit) => judge(commit).length === 0);
}

function readDown(objects: Objects, ids: readonly string[]): { [id: string]: ReadObject } {
  const read: { [id: string]: ReadObject } = {};
  objects.readDown(ids, generations, (found) => {
    for (const object of found) read[object.id] = object;
    return true;
  });
  return read;
}
