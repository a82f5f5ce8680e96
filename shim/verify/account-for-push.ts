/**
 * Accounts for everything that a push brings. git's listing is only a hint about what to judge: a pushed tag that claims
 * its commit to be a blob makes some gits omit that commit, and a lost input makes every git list nothing. So the
 * proof of the gate (shim/push/prove.ts) follows, with the refs of this repository as tips: each pushed id and each
 * parent must have been judged, or be reachable from a ref by hashed bytes. What git has omitted is read by its id.
 */
import type { Commit } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import { prove, provedParents, type Begun, type Unproved } from "../push/prove.ts";
import { openObjects } from "../push/raw-objects.ts";
import { knownRefs, type Lot } from "./choose-range.ts";
import { whyNested, whyTooLarge } from "./status.ts";

export interface Account {
  /** For each commit that was listed and judged. */
  add(commit: Commit): void;
  /** After the last one: has `judge` judge what is missing. Returns what cannot be accounted for, or null. */
  close(judge: (commit: Commit) => void): string | null;
}

export function createAccount(host: Host, lot: Lot): Account {
  // Commits that are here already are chosen by whoever asks.
  if (lot.pushed.length === 0) return { add: () => undefined, close: () => null };
  const begun: Begun = { judged: {}, open: {} };
  const { judged, open } = begun;
  let odd: string | null = null;
  return {
    add(commit) {
      const { id } = commit;
      judged[id] = true;
      delete open[id];
      const parents = provedParents(commit);
      if (parents === null) odd = id;
      else for (const parent of parents) if (judged[parent] !== true) open[parent] = id;
    },
    close(judge) {
      if (odd !== null) return describe({ id: odd, child: "", why: "not a commit" });
      const isJudged = lot.pushed.every((id) => judged[id] === true);
      // A whole history: no ref has to be read.
      if (isJudged && Object.keys(open).length === 0) return null;
      const tips = listTips(host, lot);
      if (tips === null) return "git cannot list the refs of this repository";
      const judgeOne = (commit: Commit): [] => {
        judge(commit);
        return [];
      };
      const { unproved } = prove(openObjects(host, ""), judgeOne, lot.pushed, tips, true, {}, begun);
      return unproved === null ? null : describe(unproved);
    },
  };
}

/** The ids of HEAD and of the refs whose commits count as known; null if git cannot tell. */
function listTips(host: Host, lot: Lot): string[] | null {
  const { status, stdout } = host.runGit(["show-ref", "--head"]);
  // 1: there is no ref.
  if (status !== 0 && status !== 1) return null;
  const tips: string[] = [];
  const isKnown = knownRefs(lot);
  for (const line of stdout.split("\n")) {
    const [id = "", ref = ""] = line.split(" ");
    if (ref !== "" && isKnown(ref)) tips.push(id);
  }
  return tips;
}

function describe({ id, child, why }: Unproved): string {
  const what = child === "" ? `'${id}'` : `'${id}', a parent of '${child}',`;
  if (why === "forged") return `what is stored under '${id}' is another object`;
  if (why === "large") return whyTooLarge(id);
  if (why === "nested") return whyNested(id);
  if (why === "unlisted") return `git does not list what '${id}' leads to`;
  return why === "missing" ? `${what} is not there, or cannot be read` : `${what} is no commit`;
}
