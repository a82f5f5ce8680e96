/**
 * Kinds of commits that can be seen in the commit itself. Commit time, `verify` and push use the same test, so that a
 * commit accepted as a merge, a revert or a fixup counts as one later too.
 */
import type { CommitKind } from "./occasion.ts";
import { titleOf } from "./white-space.ts";

/** What `when.commit` calls them. */
export const seenKinds: readonly CommitKind[] = ["merge", "revert", "fixup"];
export type SeenKind = "merge" | "revert" | "fixup";

/** `message`: as the commit has it. Null for every other kind. */
export function seenKind(message: string, isMerge: boolean): SeenKind | null {
  if (isMerge) return "merge";
  const title = titleOf(message);
  // As in skip_fixupish of git's sequencer.c; cleanup takes the space from a mark that ends the line. Few titles have
  // one, and the script engine is slow at patterns.
  if (title.indexOf("!") > 0 && /^(?:fixup|squash|amend)!(?: |$)/.test(title)) return "fixup";
  return isRevertTitle(title) && reverted.test(message) ? "revert" : null;
}

/** The kind of a commit that is being made: the visible kind, else the one that its command says. */
export function kindOfMade(message: string, isMerge: boolean, implied: CommitKind): CommitKind {
  // A revert with a new message is an ordinary commit: later, nobody can see that it was a revert.
  return seenKind(message, isMerge) || (seenKinds.indexOf(implied) >= 0 ? "composed" : implied);
}

/**
 * do_pick_commit in git's sequencer.c; since 2.43 a revert of a revert is a `Reapply`. A rule may have put a word in
 * front, `[ABC-1] ` say, and the commit is still the same revert.
 */
const revertTitle = /^(?:[^ \t]+ )?(?:Revert|Reapply) "/;
/** For a merge, git adds what is reversed. With `--reference` it shortens the id, and the user writes the title. */
const reverted = /\nThis reverts commit [0-9a-f]{40}(?:[0-9a-f]{24})?(?:\.|, reversing)/;

function isRevertTitle(title: string): boolean {
  // Again, first what few titles have.
  if (!title.endsWith('"')) return false;
  const begin = revertTitle.exec(title);
  return begin !== null && title.length > begin[0].length;
}
