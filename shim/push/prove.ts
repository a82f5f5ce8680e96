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
import { parseRead, type Commit } from "../git/commit-object.ts";
import type { ReadObject } from "../host.ts";
import type { CommitJudge, Fault } from "./commit-faults.ts";
import { idSet, provedParents, type Ids } from "./object-links.ts";
import { closePublished, peelTips, type PeeledTips } from "./published.ts";
import type { Objects } from "./raw-objects.ts";
import { readTypes, type FoundType, type FoundTypes } from "./read-types.ts";

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
 * How often git may omit commits that are read by their ids then. Mostly it lists the others in the second round. It lists
 * nothing if an ancestor is missing, and then every round would read one generation.
 */
const mostRounds = 20;

/** A listing that was judged before the proof begins. */
export interface Begun {
  judged: Ids;
  /** Parents of these commits that were not judged, each with a commit that names it. */
  open: { [id: string]: string };
}

/** A proof on its way. */
interface Proving {
  objects: Objects;
  judge: CommitJudge;
  isWhole: boolean;
  proof: Proof;
  /** Open ids, each with the commit that names it as a parent; empty if it need not be a commit. */
  open: { [id: string]: string };
  published: Ids;
  /** Tags that gave way to what they name. */
  peeled: Ids;
  tips: readonly string[];
  /** What the tips lead to, once it is known. */
  known: PeeledTips | null;
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
  const proving: Proving = {
    objects,
    judge,
    isWhole,
    proof,
    open: {},
    published,
    peeled: {},
    tips,
    known: null,
  };
  for (const id of wanted) openId(proving, id, "");
  if (begun !== null) for (const id of Object.keys(begun.open)) openId(proving, id, begun.open[id] as string);
  for (let round = 0; hasOpen(proving) && !isOver(proving); round++) {
    if (round === mostRounds) stayOpen(proving, firstOpen(proving), "unlisted");
    else if (begun === null || round > 0) judgeListed(proving);
    if (!hasOpen(proving) || isOver(proving)) return proof;
    const types = readOpen(proving);
    closeData(proving, types);
    if (hasOpen(proving)) closeReachable(proving);
    requireCommits(proving, types, ends);
    if (!isOver(proving)) judgeUnlisted(proving);
  }
  return proof;
}

export function isProved({ findings, unproved }: Proof): boolean {
  return findings.length === 0 && unproved === null;
}

/** Can nothing change the result any more? */
function isOver({ proof, isWhole }: Proving): boolean {
  return proof.unproved !== null || (!isWhole && proof.findings.length > 0);
}

function hasOpen({ open }: Proving): boolean {
  return Object.keys(open).length > 0;
}

function firstOpen({ open }: Proving): string {
  return Object.keys(open)[0] as string;
}

/** `child`: the commit that names it as a parent; empty if it need not be a commit. */
function openId({ open, published, proof }: Proving, id: string, child: string): void {
  if (proof.judged[id] !== true && published[id] !== true && !open[id]) open[id] = child;
}

function stayOpen({ open, proof }: Proving, id: string, why: Unproved["why"]): void {
  proof.unproved = { id, child: open[id] as string, why };
}

/** Step 2, for what git lists between the open ids and the tips. */
function judgeListed(proving: Proving): void {
  const { objects, open, known, tips, isWhole } = proving;
  // What counts as published must not be more here than in `closeReachable`, or git omits commits that are not.
  const notTips = (known === null ? tips : known.commits).map((id) => "^" + id);
  objects.list(isWhole ? ["--topo-order"] : [], Object.keys(open).concat(notTips), (listed) =>
    judgeAll(proving, listed),
  );
}

/** Judges commits, and opens their parents. Gives false once the result is clear. */
function judgeAll(proving: Proving, read: readonly ReadObject[]): boolean {
  const { proof, open, judge } = proving;
  const { judged } = proof;
  for (const object of read) {
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
    for (const parent of parents) openId(proving, parent, id);
    const faults = judge(commit);
    if (faults.length === 0) continue;
    proof.findings.push({ commit, faults });
    if (isOver(proving)) return false;
  }
  return true;
}

/** Step 4: reads what is open, and opens what a tag names in its place. */
function readOpen(proving: Proving): FoundTypes {
  const { objects, open, peeled } = proving;
  return readTypes(objects, Object.keys(open), (tag, target) => {
    // The parent of a commit must be a commit itself.
    if (open[tag] !== "") return false;
    delete open[tag];
    peeled[tag] = true;
    if (peeled[target] !== true) openId(proving, target, "");
    return open[target] !== undefined;
  });
}

/** Step 4: a blob or a tree has no message, and leads to no commit. */
function closeData({ open }: Proving, types: FoundTypes): void {
  for (const id of Object.keys(open)) {
    const isData = types[id] === "blob" || types[id] === "tree";
    if (isData && open[id] === "") delete open[id];
  }
}

/** Step 3. */
function closeReachable(proving: Proving): void {
  const { objects, tips, open, published } = proving;
  proving.known = proving.known ?? peelTips(objects, tips);
  closePublished(objects, proving.known, open, published);
}

/** Step 5: what is open now must be a commit that can be read, or be missing where git does not send it. */
function requireCommits(proving: Proving, types: FoundTypes, ends: Ids): void {
  const { open } = proving;
  for (const id of Object.keys(open)) {
    if (types[id] === "commit") continue;
    if (types[id] === "missing" && ends[open[id] as string] === true) delete open[id];
    else return stayOpen(proving, id, whyOpen(types[id]));
  }
}

/** Step 2, for commits that git did not list. */
function judgeUnlisted(proving: Proving): void {
  const { objects, open } = proving;
  const unlisted = Object.keys(open);
  objects.read(unlisted, (read) => judgeAll(proving, read));
  for (const id of unlisted) if (open[id] !== undefined && !isOver(proving)) stayOpen(proving, id, "missing");
}

function whyOpen(type: FoundType | undefined): Unproved["why"] {
  if (type === undefined || type === "missing") return "missing";
  return type === "forged" || type === "large" || type === "nested" ? type : "not a commit";
}
