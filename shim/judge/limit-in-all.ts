/** Limits what the commits of one push cost in all: see message-limits.ts for what one commit may cost. */
import type { CommitVerdict } from "./judge-commit.ts";
import { countLines, largestMessage, mostHeaderLines, mostLines } from "./message-limits.ts";

/**
 * A message or header with no more bytes and lines than these is usual. Nearly all are, and cost little, so they are not
 * counted.
 */
const usualBytes = 2048;
const usualLines = 100;
const mostLinesInAll = 200_000;
const linesOfCommit = 250;
/** A line counts once more for each of these. */
const bytesOfLine = 64;

/**
 * Judges the commits of one push, as long as their unusual messages and headers do not have too many lines altogether. The
 * more commits, the more lines they may have, so a whole history can be pushed at once.
 */
export function withLimitInAll(judge: CommitVerdict): CommitVerdict {
  let left = mostLinesInAll;
  return (commit, inFull) => {
    left += linesOfCommit;
    // Beyond the limit, not even lines are counted, until there is some left again.
    if (left >= 0) left -= costOf(commit.message, mostLines) + costOf(commit.header, mostHeaderLines);
    return left >= 0 ? judge(commit, inFull) : { kind: "unreadable", reason: tooManyLines, isTooLong: true };
  };
}

const tooManyLines =
  "it and the other commits of this push have too many lines in their messages and headers";

/** `most`: with more lines it is not judged anyway. */
function costOf(text: string, most: number): number {
  const { length } = text;
  // A line has at least one byte.
  if (length <= usualLines || length > largestMessage) return 0;
  const lines = countLines(text, most);
  return length <= usualBytes && lines <= usualLines ? 0 : lines + length / bytesOfLine;
}
