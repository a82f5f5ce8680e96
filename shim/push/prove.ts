/**
 * The proof that a push may leave. To prove: every commit that is reachable from the pushed ids, and that the
 * remote does not have, was judged, with the bytes that any git will read under that id.
 *
 * Only two things are given: the ids to be sent, from git itself, which sends exactly these; and the remote's
 * tips, the ids of its refs as the remote itself advertises them on the connection that pushes. All else
 * comes from bytes that the host has hashed, so they are the object of that id and no other (`ReadObject`).
 *
 * 1. An id is *open* until it is accounted for. At first, the ids to be sent are open.
 * 2. A commit whose bytes were read is judged, and its parents, taken from these bytes, become open.
 * 3. An id is *published* if it is a tip, or a parent in the bytes of a published commit. The remote has
 *    everything reachable from such a commit: otherwise it would not have accepted the tip.
 * 4. A tag stands for the object that its bytes name. A blob or a tree has no message and leads to no commit.
 * 5. The push is proved if nothing is open. An id whose object is missing, has other bytes, or is not a
 *    commit where one is required, stays open forever: the push is not proved.
 *
 * git's lists are only hints about what to read next. If git omits a commit (because of a graft,
 * .git/shallow, refs/replace, a forged commit-graph), it stays open and is read by its id; if git lists one
 * needlessly, it is judged needlessly. So the caller's files, settings and variables can at worst block the
 * push. Timing does not matter either: what was read has its id, whatever is stored there later, and the
 * server checks ids too.
 */
import { parseCommit, parseRead, type Commit } from "../git/commit-object.ts";
import type { ReadObject } from "../host.ts";
import type { CommitJudge, Fault } from "./judge-commit.ts";
import type { Objects, Visit } from "./raw-objects.ts";

export interface Finding {
  commit: Commit;
  faults: Fault[];
}

export interface Proof {
  /** How many commits were judged, and which. */
  commits: number;
  judged: Ids;
  /** Commits that break a rule; newest first if `isWhole` is set. */
  findings: Finding[];
  /** What stays open, or null. */
  unproved: Unproved | null;
}

export interface Unproved {
  id: string;
  /** The commit that names it as a parent; empty if none. */
  child: string;
  why: "missing" | "forged" | "large" | "not a commit" | "nested" | "unlisted";
}

/**
 * How many tags may lead from one to the next. Each one more costs a process, here and, once the tags are refs of the
 * repository, at every push. People write two at most.
 */
export const mostNestedTags = 16;

/**
 * How often git may omit commits that are read by their ids then. Mostly it lists the rest in the second round. It lists
 * nothing if an ancestor is missing, and then every round would read one generation.
 */
const mostRounds = 20;

/** Ids as keys. No inherited property of an object is as long as an id. */
export interface Ids {
  [id: string]: true;
}

/** A listing that was judged before the proof begins. */
export interface Begun {
  judged: Ids;
  /** Parents of these commits that were not judged, each with a commit that names it. */
  open: { [id: string]: string };
}

/**
 * `isWhole`: find all faults, not just whether there is one. `ends`:
 * commits whose missing parents git does not send. `begun`: git has listed `wanted` once, and need not do so again.
 */
export function prove(
  objects: Objects,
  judge: CommitJudge,
  wanted: readonly string[],
  tips: readonly string[],
  isWhole: boolean,
  ends: Ids = {},
  begun: Begun | null = null,
): Proof {
  const judged: Ids = begun === null ? {} : begun.judged;
  const proof: Proof = { commits: 0, judged, findings: [], unproved: null };
  const published = idSet(tips);
  const peeled: Ids = {};
  /** Open ids, each with the commit that names it as a parent; empty if it need not be a commit. */
  const open: { [id: string]: string } = {};
  const openAs = (id: string, child: string): void => {
    if (judged[id] !== true && published[id] !== true && !open[id]) open[id] = child;
  };
  /** What the tips lead to, once it is known. */
  let known: PeeledTips | null = null;
  const isOver = (): boolean => proof.unproved !== null || (!isWhole && proof.findings.length > 0);

  const judgeAll: Visit = (lot) => {
    for (const object of lot) {
      const { id, type } = object;
      if (type !== "commit" || judged[id] === true) continue;
      const commit = parseRead(object);
      const parents = provedParents(commit);
      judged[id] = true;
      delete open[id];
      proof.commits++;
      if (parents === null) {
        proof.unproved = { id, child: "", why: "not a commit" };
        return false;
      }
      for (const parent of parents) openAs(parent, id);
      const faults = judge(commit);
      if (faults.length === 0) continue;
      proof.findings.push({ commit, faults });
      if (isOver()) return false;
    }
    return true;
  };

  for (const id of wanted) openAs(id, "");
  if (begun !== null) for (const id of Object.keys(begun.open)) openAs(id, begun.open[id] as string);
  let isListed = begun !== null;
  let rounds = 0;
  for (let ids = Object.keys(open); ids.length > 0 && !isOver(); ids = Object.keys(open)) {
    if (rounds++ === mostRounds) {
      const id = ids[0] as string;
      proof.unproved = { id, child: open[id] as string, why: "unlisted" };
      return proof;
    }
    // What counts as published must not be more here than below, or git omits commits that are not.
    const notTips = (known === null ? tips : known.commits).map((id) => "^" + id);
    if (!isListed) objects.list(isWhole ? ["--topo-order"] : [], ids.concat(notTips), judgeAll);
    isListed = false;
    const left = Object.keys(open);
    if (left.length === 0 || isOver()) break;

    const types = readTypes(objects, left, (tag, target) => {
      if (open[tag] !== "") return false;
      delete open[tag];
      peeled[tag] = true;
      if (peeled[target] !== true) openAs(target, "");
      return open[target] !== undefined;
    });
    for (const id of Object.keys(open)) {
      const isData = types[id] === "blob" || types[id] === "tree";
      if (isData && open[id] === "") delete open[id];
    }
    if (Object.keys(open).length > 0)
      markPublished(objects, (known = known ?? peelTips(objects, tips)), open, published);

    for (const id of Object.keys(open)) {
      if (types[id] === "commit") continue;
      if (types[id] === "missing" && ends[open[id] as string] === true) {
        delete open[id];
        continue;
      }
      proof.unproved = { id, child: open[id] as string, why: whyOpen(types[id]) };
      return proof;
    }
    const unlisted = Object.keys(open);
    objects.read(unlisted, judgeAll);
    for (const id of unlisted)
      if (open[id] !== undefined && !isOver())
        proof.unproved = { id, child: open[id] as string, why: "missing" };
  }
  return proof;
}

export function isProved({ findings, unproved }: Proof): boolean {
  return findings.length === 0 && unproved === null;
}

function whyOpen(type: FoundType | undefined): Unproved["why"] {
  if (type === undefined || type === "missing") return "missing";
  return type === "forged" || type === "large" || type === "nested" ? type : "not a commit";
}

/** `nested`: not read, because too many tags lead to it. */
type FoundType = ReadObject["type"] | "nested";

/** Reads the types of objects. `onTag` gets the target of a tag, and returns whether to read that too. */
function readTypes(
  objects: Objects,
  ids: readonly string[],
  onTag: (tag: string, target: string) => boolean,
): { [id: string]: FoundType } {
  const types: { [id: string]: FoundType } = {};
  let next = ids;
  for (let tags = 0; next.length > 0; tags++) {
    const targets: string[] = [];
    if (tags > mostNestedTags) {
      for (const id of next) types[id] = "nested";
      break;
    }
    objects.read(next, (lot) => {
      for (const { id, type, body } of lot) {
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

/** Removes from `open` what is reachable from the tips by hashed bytes. */
function markPublished(
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
  objects.list(words, revisions, (lot) => {
    for (const { id, type, body } of lot) {
      if (type !== "commit") continue;
      const commit = parseCommit(id, body);
      if (reached[id] !== true) early[id] = commit;
      else if (!follow(commit)) return false;
    }
    return true;
  });
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

export function idSet(ids: readonly string[]): Ids {
  const set: Ids = {};
  for (const id of ids) set[id] = true;
  return set;
}
