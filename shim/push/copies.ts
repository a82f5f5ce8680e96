/**
 * Finds commits that are published under another id: a rebase or cherry-pick keeps author, date and message.
 * `push.copies` says whether such commits may pass.
 */
import type { Commit } from "../git/commit-object.ts";
import { normalizeMessage, withoutPickNote } from "../git/published.ts";
import type { CommitJudge, Fault } from "./commit-faults.ts";
import type { Finding } from "./prove.ts";
import { visitPublished } from "./published.ts";
import type { Objects } from "./raw-objects.ts";

/** Clocks differ: how many seconds older than its author date a published commit may be. */
const slack = 86400;

/**
 * Removes findings that are copies of a commit reachable from `starts` by hashed
 * bytes. The comparison ignores white space that can decide where trailers are,
 * so a published commit excuses only the rules that it breaks itself.
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
  // A commit is not older than its author date, which copies share, so most of the history need not be read.
  const words = ["--max-age=" + Math.max(0, oldest - slack)];
  visitPublished(objects, starts, starts, words, (commit) => {
    const [content] = contentsOf(commit);
    if (wanted[content] === true) published[content] = (published[content] ?? []).concat(judge(commit));
    return true;
  });
  return findings.filter(({ commit, faults }) => {
    const excused = contentsOf(commit).reduce<Fault[]>(
      (all, content) => all.concat(published[content] ?? []),
      [],
    );
    const isExcused = ({ id, plugin, kind }: Fault): boolean =>
      kind === "broken" &&
      excused.some((fault) => fault.kind === kind && fault.id === id && fault.plugin === plugin);
    return !faults.every(isExcused);
  });
}

/** What is compared: author, author date and message, also without the note of `git cherry-pick -x`. */
function contentsOf({ header, message }: Commit): [string, string] {
  const author = authorOf(header);
  const normalized = normalizeMessage(message);
  return [author + normalized, author + withoutPickNote(normalized)];
}

/**
 * The line includes its LF, so that no name is a prefix of another, and no key clashes with an object's own.
 */
function authorOf(header: string): string {
  const start = header.indexOf("\nauthor ");
  return header.slice(start, header.indexOf("\n", start + 1) + 1);
}
