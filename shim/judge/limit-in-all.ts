/** Limits what the commits of one push cost in all: see message-limits.ts for what one commit may cost. */
import type { Commit } from "../git/commit-object.ts";
import type { Verdict } from "./judge-commit.ts";
import { countLines, largestMessage, mostLines } from "./message-limits.ts";

/** Shorter messages, which nearly all are, cost little, and are not counted. */
const shortMessage = 2048;
const mostLinesInAll = 200_000;
const linesOfCommit = 500;
/** A line counts once more for each of these. */
const bytesOfLine = 64;

/**
 * Judges the commits of one push, as long as their longer messages do not have too many lines altogether. The more
 * commits, the more lines they may have, so a whole history can be pushed at once.
 */
export function withLimitInAll(judge: (commit: Commit) => Verdict): LimitedJudge {
  let left = mostLinesInAll;
  return {
    judge(commit) {
      const { length } = commit.message;
      left += linesOfCommit;
      // One that is too long by itself is not judged.
      if (length > shortMessage && length <= largestMessage)
        left -= countLines(commit.message, mostLines) + length / bytesOfLine;
      return left >= 0 ? judge(commit) : { kind: "unreadable", reason: tooManyLines };
    },
    pass(count) {
      left += count * linesOfCommit;
    },
  };
}

export interface LimitedJudge {
  judge(commit: Commit): Verdict;
  /** So many further commits have short messages, and need not be judged. */
  pass(count: number): void;
}

const tooManyLines = "it and the other commits of this push have too many lines in their messages";
