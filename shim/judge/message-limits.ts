/**
 * Limits of what is judged, the same in the binary and on Node. git compresses: a message of many megabytes can arrive in
 * a few kilobytes, and judging it would keep a server busy for minutes. Tools that collect the messages of
 * thousands of commits, such as `git merge --squash`, write some hundred kilobytes.
 */
import type { Commit } from "../git/commit-object.ts";

export const largestMessage = 1024 * 1024;
export const mostLines = 50_000;
/** Parents, signatures and merged tags. */
const largestHeader = 1024 * 1024;

/** Why the commit is not judged; null if it is within the limits. */
export function whyTooLong({ header, message }: Commit): string | null {
  const { length } = message;
  // A line has at least one byte.
  if (length <= mostLines && header.length <= largestHeader) return null;
  if (header.length > largestHeader) return "its header has more than 1 MiB";
  if (length > largestMessage) return "its message has more than 1 MiB";
  return countLines(message, mostLines) > mostLines ? "its message has more than 50,000 lines" : null;
}

/** Stops counting beyond `most`. */
export function countLines(text: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && count <= most; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
