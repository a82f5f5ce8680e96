/**
 * The proof of shim/push/prove.ts for the push that most pushes are: a few commits on top of one of the remote's tips. They
 * are read in one process, without a list. Commits that a longer look finds published are judged here too, so this can
 * say yes and never no.
 */
import { parseCommit, type Commit } from "../git/commit-object.ts";
import type { ReadObject } from "../host.ts";
import type { CommitJudge } from "./judge-commit.ts";
import { idSet, provedParents, targetOf, type Ids } from "./prove.ts";
import type { Objects } from "./raw-objects.ts";

/** Of more, git is better asked for a list. */
const mostIds = 4;
const generations = 7;

const unread: Pick<ReadObject, "type" | "body"> = { type: "missing", body: "" };

/** Is every commit judged, and is none wrong? If not, nobody knows yet. */
export function isProvedAtOnce(
  objects: Objects,
  judge: CommitJudge,
  wanted: readonly string[],
  tips: readonly string[],
): boolean {
  const closed = idSet(tips);
  const open = wanted.filter((id) => closed[id] !== true);
  if (open.length > mostIds) return false;
  const read: { [id: string]: ReadObject } = {};
  objects.readDown(open, generations, (lot) => {
    for (const object of lot) read[object.id] = object;
    return true;
  });
  const commits: Commit[] = [];
  /** Tags and data are accounted for too, but are no commits, and so nobody's parents. */
  const others: Ids = {};
  /** False if it stays open. */
  const close = (id: string, isParent: boolean): boolean => {
    if (closed[id] === true || (others[id] === true && !isParent)) return true;
    const { type, body } = read[id] ?? unread;
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
