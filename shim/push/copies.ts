/**
 * Commits that are published under another id: a rebase or a pick keeps author, date and message. `push.copies` says
 * whether that excuses them.
 */
import type { Commit } from "../git/commit-object.ts";
import { tidyMessage, withoutPickNote } from "../git/published.ts";
import type { CommitJudge, Fault } from "./judge-commit.ts";
import { descend, type Finding } from "./prove.ts";
import type { Objects } from "./raw-objects.ts";

/** Clocks differ: how much older than its author date a published commit may be. In seconds. */
const slack = 86400;

/**
 * Those that are no copy of a commit on a chain of hashed bytes from `starts`. White space that does not count here can
 * decide where trailers are, so a published commit excuses only what it breaks itself.
 */
export function withoutCopies(
  objects: Objects,
  judge: CommitJudge,
  starts: readonly string[],
  findings: readonly Finding[],
): Finding[] {
  const wanted: { [content: string]: true } = {};
  let oldest = Infinity;
  for (const { commit } of findings) {
    for (const content of contentsOf(commit)) wanted[content] = true;
    const date = / (\d+) [+-]\d+\n$/.exec(authorOf(commit.header));
    oldest = Math.min(oldest, date === null ? 0 : Number(date[1]));
  }
  const published: { [content: string]: Fault[] } = {};
  // A commit is made at its author date or later, which the copies share: most of the history need not be read.
  const words = ["--max-age=" + Math.max(0, oldest - slack)];
  descend(objects, starts, starts, words, (commit) => {
    const [content] = contentsOf(commit);
    if (wanted[content] === true) published[content] = (published[content] ?? []).concat(judge(commit));
    return true;
  });
  return findings.filter(({ commit, faults }) => {
    const excused = contentsOf(commit).reduce<Fault[]>(
      (all, content) => all.concat(published[content] ?? []),
      [],
    );
    return !faults.every(({ id, kind }) => kind === "broken" && excused.some((fault) => fault.id === id));
  });
}

/** What is compared: the same author at the same time, and the same words, those of a pick without its note too. */
function contentsOf({ header, message }: Commit): [string, string] {
  const author = authorOf(header);
  const tidy = tidyMessage(message);
  return [author + tidy, author + withoutPickNote(tidy)];
}

/** The line with its LF, so that no name is cut and no key is the name of something else. */
function authorOf(header: string): string {
  const start = header.indexOf("\nauthor ");
  return header.slice(start, header.indexOf("\n", start + 1) + 1);
}
