/**
 * Limits of what is judged, the same in the binary and on Node. git compresses: a message of many megabytes can arrive in
 * a few kilobytes, and judging it would keep a server busy for minutes. Tools that collect the messages of
 * thousands of commits, such as `git merge --squash`, write some hundred kilobytes.
 */
import { parentCount, type Commit } from "../git/commit-object.ts";

export const largestMessage = 1024 * 1024;
export const mostLines = 50_000;
/** Parents, signatures and merged tags: people's have some hundred lines. */
const largestHeader = 1024 * 1024;
export const mostHeaderLines = 10_000;
/** The largest merge in the history of Linux has 66. */
const mostParents = 1000;
/** No header of so few bytes has more lines or parents. */
const unsuspiciousHeader = mostHeaderLines;

/** Why the commit is not judged; null if it is within the limits. */
export function whyTooLong(commit: Commit): string | null {
  const { header, message } = commit;
  const { length } = message;
  // A line has at least one byte.
  if (length <= mostLines && header.length <= unsuspiciousHeader) return null;
  if (header.length > largestHeader) return "its header has more than 1 MiB";
  if (parentCount(commit, mostParents) > mostParents) return "its header names more than 1,000 parents";
  if (countLines(header, mostHeaderLines) > mostHeaderLines) return "its header has more than 10,000 lines";
  if (length > largestMessage) return "its message has more than 1 MiB";
  return countLines(message, mostLines) > mostLines ? "its message has more than 50,000 lines" : null;
}

/** Stops counting beyond `most`. */
export function countLines(text: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && count <= most; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
