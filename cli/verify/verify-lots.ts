/**
 * Walks ranges, judges every commit and prints what it finds as it goes.
 */
import type { Commit } from "../../shim/git/commit-object.ts";
import { createAccount } from "../../shim/verify/account.ts";
import type { Lot } from "../../shim/verify/choose-range.ts";
import type { Format, Summary } from "../../shim/verify/findings.ts";
import type { Recorder } from "../../shim/verify/record.ts";
import { UnreadableRange } from "../shared/read-objects.ts";
import { countCommits, streamBegun, streamCommits } from "../shared/stream-commits.ts";
import type { RealGit } from "../shared/real-git.ts";
import { createJoinedIds } from "./joined-ids.ts";
import { say } from "../shared/output.ts";
import { showProgress } from "../shared/progress.ts";

/** `begun`: the descriptor of a walk of the first lot that the native binary began; null if there is none. */
export async function verifyLots(
  git: RealGit,
  lots: readonly Lot[],
  begun: number | null,
  recorder: Recorder,
  format: Format,
): Promise<Summary> {
  const { summary } = recorder;
  const progress = showProgress("commits", () => countAll(git, lots));
  let isBegun = false;
  const print = (text: string): void => {
    // Begin only when there is output: for a range that git cannot walk there must be none.
    if (!isBegun) text = format.begin() + text;
    isBegun = true;
    if (text === "") return;
    progress.clear();
    say(text);
  };

  for (const [i, lot] of lots.entries()) {
    const { range, areNotes } = lot;
    const account = createAccount(git.host, lot, createJoinedIds());
    const stream =
      i === 0 && begun !== null
        ? streamBegun(git, range, account.exclude, begun)
        : streamCommits(git, range, account.exclude);
    for await (const commits of stream) {
      let text = "";
      for (const commit of commits) {
        text += recorder.add(commit, areNotes);
        account.add(commit, recorder.wasTooLong());
      }
      print(text);
      progress.advance(summary.commits);
    }
    const why = account.close((commit) => print(recorder.add(commit, areNotes)));
    if (why !== null) throw new UnreadableRange(why);
  }
  print(format.end(summary));
  progress.clear();
  return summary;
}

/** The same for one message that is not in a commit. */
export function verifyMessage(commit: Commit, recorder: Recorder, format: Format): Summary {
  say(format.begin() + recorder.add(commit, false) + format.end(recorder.summary));
  return recorder.summary;
}

async function countAll(git: RealGit, lots: readonly Lot[]): Promise<number | null> {
  let sum = 0;
  for (const { range } of lots) {
    const count = await countCommits(git, range);
    if (count === null) return null;
    sum += count;
  }
  return sum;
}
