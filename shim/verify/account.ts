/**
 * Accounts for everything that a walk should have shown. git's listing is only a hint about what to judge: a tag that claims
 * its commit to be a blob makes some gits omit that commit, and a lost input makes every git list nothing. So each tip
 * and each parent in the bytes of a judged commit must have been judged, too, or be excluded. What git has omitted is read by its
 * id and judged, by the proof of the gate (shim/push/prove.ts).
 *
 * - For a push, the tips are the pushed ids. Excluded is what is reachable from a ref of this repository by hashed bytes.
 * - For a range, the tips are what its revisions name. Excluded is what git says is: it prints the commits where the range
 *   ends (`--boundary`), and in a shallow clone history ends at those that the file `shallow` names.
 */
import type { Commit } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import { idSet, provedParents, type Ids } from "../push/object-links.ts";
import { prove, type Begun } from "../push/prove.ts";
import { openObjects } from "../push/raw-objects.ts";
import { knownRefs, type JudgedRange } from "./choose-range.ts";
import type { BadRange } from "./bad-range.ts";
import { hasOneTip, resolveRange, type Ends } from "./range-ends.ts";

export interface Account {
  /**
   * For each commit that was listed and judged. `isTooLong`: the result is a refusal, whatever the commit leads to, so that is
   * not collected; it may name many parents.
   */
  add(commit: Commit, isTooLong: boolean): void;
  /** For each commit that git says the range excludes. */
  exclude(id: string): void;
  /** After the last one: has `judge` judge what is missing. Returns what cannot be accounted for, or null. */
  close(judge: (commit: Commit) => void): BadRange | null;
}

/** Keeps the ids of all judged commits. */
export interface IdList {
  add(id: string): void;
  all(): readonly string[];
}

export function createIdList(): IdList {
  const ids: string[] = [];
  return { add: (id) => void ids.push(id), all: () => ids };
}

export function createAccount(host: Host, range: JudgedRange, ids: IdList): Account {
  const { pushed } = range;
  const isPush = pushed.length > 0;
  const open: Begun["open"] = {};
  let openCount = 0;
  /** Pairs: an open parent, and a child of it beside the one in `open`. Only of a range. */
  const siblings: string[] = [];
  const excluded: string[] = [];
  /**
   * The previous commit. Its parents are added to `open` one step late, for speed: usually the next commit is its only
   * parent, and would be removed again at once.
   */
  let last: Commit | null = null;
  let isEmpty = true;
  let odd: string | null = null;
  const openParent = (parent: string, child: string): void => {
    const first = open[parent];
    if (first === undefined) {
      open[parent] = child;
      openCount++;
    } else if (!isPush) siblings.push(parent, child);
  };
  /** `next`: the commit that follows; empty at the end. */
  const openLast = (next: string): void => {
    if (last === null || (next !== "" && isOnlyParent(next, last))) return;
    const parents = provedParents(last);
    if (parents === null) odd = last.id;
    else for (const parent of eachOnce(parents)) openParent(parent, last.id);
  };
  const accept = (id: string): void => {
    if (openCount === 0 || open[id] === undefined) return;
    delete open[id];
    openCount--;
  };
  return {
    add(commit, isTooLong) {
      const { id } = commit;
      isEmpty = false;
      ids.add(id);
      openLast(id);
      last = isTooLong ? null : commit;
      accept(id);
    },
    exclude: (id) => void excluded.push(id),
    close(judge) {
      openLast("");
      // In a range, it is reported as one that cannot be read.
      if (isPush && odd !== null) return { id: odd, child: "", why: "not a commit" };
      if (!isPush) excluded.forEach(accept);
      const isSure = !isPush && !isEmpty && hasOneTip(range);
      if (isSure && openCount === 0) return null;
      // A commit may be listed before its child if their clocks differ.
      const judged = idSet(ids.all());
      for (const id of Object.keys(open)) if (judged[id] === true) accept(id);
      const ends = isPush || openCount === 0 ? {} : leaveOutEnds(host, open, siblings);
      const areTipsJudged = isSure || (isPush && pushed.every((id) => judged[id] === true));
      // A whole history: nothing else has to be read.
      if (areTipsJudged && isNone(open)) return null;
      const found = findEnds(host, range);
      if (found === null)
        return { why: "git", message: "git cannot tell which commits these refs and revisions stand for" };
      const judgeOne = (commit: Commit): [] => {
        judge(commit);
        return [];
      };
      const tips = isPush ? found.excluded : found.excluded.concat(excluded);
      const begun: Begun = { judged, open };
      const { unproved } = prove(openObjects(host, ""), judgeOne, found.tips, tips, true, ends, begun);
      return unproved;
    },
  };
}

function eachOnce(ids: string[]): string[] {
  return ids.length < 2 ? ids : Object.keys(idSet(ids));
}

/** A faster `provedParents` for the usual commit, which copies nothing. It may miss a case, and `provedParents` decides then; a yes is certain. */
function isOnlyParent(parent: string, { id, header, isPlain }: Commit): boolean {
  const at = "tree ".length + id.length;
  const start = at + "\nparent ".length;
  const end = start + id.length;
  if (!header.startsWith(parent, start)) return false;
  // After the line, no `p` may begin another parent.
  return (
    isPlain === true ||
    (header.charCodeAt(end) === lineEnd &&
      header.charCodeAt(end + 1) !== letterP &&
      header.charCodeAt(at) === lineEnd &&
      header.startsWith("tree "))
  );
}

const lineEnd = 0x0a;
const letterP = 0x70;

function isNone(map: { [id: string]: unknown }): boolean {
  return Object.keys(map).length === 0;
}

/** Where the walk begins and ends, as ids; null if git cannot tell. */
function findEnds(host: Host, range: JudgedRange): Ends | null {
  const { pushed } = range;
  const isAll = range.options.indexOf("--all") >= 0;
  if (pushed.length === 0 && !isAll) return resolveRange(host, range);
  const refs = listRefs(host, range);
  if (refs === null) return null;
  return pushed.length > 0 ? { tips: pushed, excluded: refs } : { tips: refs, excluded: [] };
}

/** The ids of HEAD and of the refs that `--all` stands for; null if git cannot tell. */
function listRefs(host: Host, range: JudgedRange): string[] | null {
  const { status, stdout } = host.runGit(["show-ref", "--head"]);
  // 1: there is no ref.
  if (status !== 0 && status !== 1) return null;
  const ids: string[] = [];
  const isKnown = knownRefs(range);
  for (const line of stdout.split("\n")) {
    const [id = "", ref = ""] = line.split(" ");
    if (ref !== "" && isKnown(ref)) ids.push(id);
  }
  return ids;
}

/**
 * In a shallow clone, takes what lies behind its ends out of `open`, if only ends have it as a parent. Returns these
 * ends.
 */
function leaveOutEnds(host: Host, open: Begun["open"], siblings: readonly string[]): Ids {
  const file = host.runGit(["rev-parse", "--git-path", "shallow"]).stdout.split("\n", 1)[0] as string;
  const text = file === "" ? "" : host.readFile(file);
  if (typeof text !== "string" || text === "") return {};
  const ends = idSet(text.split("\n"));
  const others: Ids = {};
  for (let i = 0; i < siblings.length; i += 2)
    if (ends[siblings[i + 1] as string] !== true) others[siblings[i] as string] = true;
  for (const id of Object.keys(open))
    if (ends[open[id] as string] === true && others[id] !== true) delete open[id];
  return ends;
}
