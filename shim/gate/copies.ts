/**
 * Commits that are published under another id: a rebase or a pick keeps author, date and message. `push.copies` says
 * whether that excuses them.
 */
import { tidyMessage, withoutPickNote } from "../git/published.ts";
import { descend, type Finding } from "./prove.ts";
import type { Objects } from "./raw-objects.ts";

/** Clocks differ: how much older than its author date a published commit may be. In seconds. */
const slack = 86400;

/** Those that are no copy of a commit on a chain of hashed bytes from `starts`. */
export function withoutCopies(
  objects: Objects,
  starts: readonly string[],
  findings: readonly Finding[],
): Finding[] {
  const authors: { [line: string]: true } = {};
  let oldest = Infinity;
  for (const { commit } of findings) {
    const author = authorOf(commit.header);
    authors[author] = true;
    const date = / (\d+) [+-]\d+$/.exec(author);
    oldest = Math.min(oldest, date === null ? 0 : Number(date[1]));
  }
  const published: { [content: string]: true } = {};
  // A commit is made at its author date or later, which the copies share: most of the history need not be read.
  const words = ["--max-age=" + Math.max(0, oldest - slack)];
  descend(objects, starts, starts, words, ({ header, message }) => {
    const author = authorOf(header);
    if (authors[author] === true) published[author + tidyMessage(message)] = true;
    return true;
  });
  return findings.filter(({ commit: { header, message }, faults }) => {
    // What nobody can judge may read differently than the one it looks like.
    if (faults.some(({ kind }) => kind !== "broken")) return true;
    const author = authorOf(header);
    const tidy = tidyMessage(message);
    return published[author + tidy] !== true && published[author + withoutPickNote(tidy)] !== true;
  });
}

/** The line with its LF, so that no name is cut and no key is the name of something else. */
function authorOf(header: string): string {
  const start = header.indexOf("\nauthor ");
  return header.slice(start, header.indexOf("\n", start + 1) + 1);
}
