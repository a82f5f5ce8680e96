/**
 * Walks ranges, judges every commit and prints what it finds as it goes.
 */
import { finalizePoint } from "../../shim/open-command.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { say } from "../output.ts";
import type { Rules, Summary } from "./findings.ts";
import { createFormat } from "./formats.ts";
import { noteRest } from "../commits/not-judged.ts";
import type { Verdict } from "../commits/judge-commits.ts";
import type { VerifyRequest } from "./request.ts";
import type { Commit } from "../../shim/git/commit-object.ts";
import { findWaysToMend } from "./ways-to-mend.ts";
import { noProgress, showProgress } from "./progress.ts";
import { isGitsNote } from "../../shim/gate/notes.ts";
import { countCommits } from "../commits/read-commits.ts";
import type { Lot } from "./choose-range.ts";
import { walkCommits } from "../commits/walk-commits.ts";
import type { RealGit } from "../commits/real-git.ts";

export async function verifyLots(
  git: RealGit,
  lots: readonly Lot[],
  plan: Plan,
  judge: (commit: Commit) => Verdict,
  request: VerifyRequest,
): Promise<Summary> {
  const summary: Summary = { commits: 0, broken: 0, leftAlone: new Map(), unjudged: new Map() };
  const format = createFormat(request.format, rulesOf(plan));
  const progress =
    lots.length > 0 && git.host.isTerminal(2) ? showProgress(() => countAll(git, lots)) : noProgress;
  let isBegun = false;
  const print = (text: string): void => {
    // Not before there is something to say: a range that git cannot walk has no answer to begin.
    if (!isBegun) text = format.begin() + text;
    isBegun = true;
    if (text === "") return;
    progress.clear();
    say(text);
  };
  const wayToMend = findWaysToMend(git, lots, request);

  for (const { range, areNotes } of lots) {
    for await (const commits of walkCommits(git, range)) {
      let text = "";
      for (const commit of commits) {
        const verdict = areNotes && isGitsNote(commit) ? leftAsNote : judge(commit);
        summary.commits++;
        noteRest(summary, verdict, commit);
        if (verdict.kind === "judged") {
          const { message, violations } = verdict;
          if (violations.length > 0) summary.broken++;
          text += format.commit({
            commit,
            message,
            violations,
            fix: wayToMend(commit, violations),
          });
        }
      }
      print(text);
      progress.advance(summary.commits);
    }
  }
  // git shows whoever pushes what the hook prints: a deletion, or a tag for what is here, is nothing to talk about.
  const isNothing = request.from === "pre-receive" && request.format === "text" && summary.commits === 0;
  if (!isNothing) print(format.end(summary));
  progress.clear();
  return summary;
}

const leftAsNote: Verdict = { kind: "left", reason: "git wrote it, for a note" };

async function countAll(git: RealGit, lots: readonly Lot[]): Promise<number | null> {
  let sum = 0;
  for (const { range } of lots) {
    const count = await countCommits(git, range);
    if (count === null) return null;
    sum += count;
  }
  return sum;
}

function rulesOf(plan: Plan): Rules {
  const hooks = (plan.points[finalizePoint] ?? []).filter(({ disabledBy }) => disabledBy === undefined);
  return { hooks, reportOnly: plan.mode === "report" };
}
