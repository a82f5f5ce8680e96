/** The walker on Node: judges commits while git prints them, and prints what it finds as it goes. */
import { UnreadableRange } from "../shared/read-objects.ts";
import { countCommits, streamBegun, streamCommits } from "../shared/stream-commits.ts";
import type { RealGit } from "../shared/real-git.ts";
import type { BadRange } from "../../shim/verify/bad-range.ts";
import type { JudgedRange } from "../../shim/verify/choose-range.ts";
import type { Ending, RangesJudge } from "../../shim/verify/verification.ts";
import { say } from "../shared/output.ts";
import { showProgress } from "../shared/progress.ts";

/**
 * `begun`: the descriptor of a walk of the first range that the native binary began; null if there is none. What is found is printed
 * already in the end.
 */
export async function walkRanges(
  git: RealGit,
  ranges: readonly JudgedRange[],
  begun: number | null,
  judging: RangesJudge,
): Promise<Ending> {
  const progress = showProgress("commits", () => countAll(git, ranges));
  let isBegun = false;
  const print = (text: string): void => {
    // Begin only when there is output: for a range that git cannot walk there must be none.
    const all = isBegun ? text : judging.begin() + text;
    isBegun = true;
    if (all === "") return;
    progress.clear();
    say(all);
  };
  const walkRange = async (range: JudgedRange, fd: number | null): Promise<BadRange | null> => {
    const { judge, exclude, close } = judging.open(range);
    const stream = fd === null ? streamCommits(git, range, exclude) : streamBegun(git, range, exclude, fd);
    for await (const commits of stream) {
      print(commits.map(judge).join(""));
      progress.advance(judging.summary.commits);
    }
    return close(print);
  };

  let bad: BadRange | null = null;
  for (const [i, range] of ranges.entries())
    bad ??= await walkRange(range, i === 0 ? begun : null).catch(badRangeOf);
  const { found = "", ...ending } = judging.end(bad);
  if (bad === null) print(found);
  progress.clear();
  return ending;
}

function badRangeOf(error: unknown): BadRange {
  if (error instanceof UnreadableRange) return error.bad;
  throw error;
}

async function countAll(git: RealGit, ranges: readonly JudgedRange[]): Promise<number | null> {
  let sum = 0;
  for (const range of ranges) {
    const count = await countCommits(git, range);
    if (count === null) return null;
    sum += count;
  }
  return sum;
}
