/** Judges commits one by one, counts the results, and renders each by a format. */
import { finalizePoint } from "../../engine/core/hook-points.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Commit } from "../git/commit-object.ts";
import type { CommitVerdict, Verdict } from "../judge/judge-commit.ts";
import { createSkipCounts, countSkips } from "../judge/not-judged.ts";
import { isGitsNote } from "../push/notes.ts";
import type { Format, Rules, Summary } from "./findings.ts";
import type { VerifyRequest } from "./request.ts";
import type { WayToFix } from "./ways-to-fix.ts";

export interface Recorder {
  summary: Summary;
  /** Returns the text to print. `isNote`: the commit goes to refs/notes, where git's own messages pass. */
  add(commit: Commit, isNote: boolean): string;
  /** Is the last one beyond a limit, so that it is refused whatever else is in it? */
  wasTooLong(): boolean;
  /** How many commits break a rule, among those that go to refs/notes or among the others. */
  brokenIn(areNotes: boolean): number;
}

export function createRecorder(
  judge: CommitVerdict,
  format: Format,
  wayToFix: WayToFix,
  what: Summary["what"],
): Recorder {
  const summary: Summary = { what, commits: 0, broken: 0, isCut: false, ...createSkipCounts() };
  const { mostBroken = Infinity } = format;
  const describesMore = (): boolean => format.describesMore === undefined || format.describesMore();
  let isTooLong = false;
  let brokenNotes = 0;
  return {
    summary,
    brokenIn: (areNotes) => (areNotes ? brokenNotes : summary.broken - brokenNotes),
    wasTooLong: () => isTooLong,
    add(commit, isNote) {
      if (summary.broken >= mostBroken) {
        summary.isCut = true;
        summary.commits++;
        return "";
      }
      const verdict = isNote && isGitsNote(commit) ? leftAsNote : judge(commit, describesMore());
      isTooLong = verdict.kind === "unreadable" && verdict.isTooLong === true;
      summary.commits++;
      if (verdict.kind !== "judged" || verdict.notJudged.length > 0) countSkips(summary, verdict, commit);
      if (verdict.kind !== "judged") return "";
      const { message, violations } = verdict;
      if (violations.length === 0) return format.commit({ commit, message, violations, fix: "" });
      summary.broken++;
      if (isNote) brokenNotes++;
      const fix = describesMore() ? wayToFix(commit, violations) : "";
      return format.commit({ commit, message, violations, fix });
    },
  };
}

const leftAsNote: Verdict = { kind: "left", reason: "git wrote it, for a note" };

export function rulesOf(plan: Plan, { from }: Pick<VerifyRequest, "from">): Rules {
  const rules = (plan.points[finalizePoint] ?? []).filter(({ disabledBy }) => disabledBy === undefined);
  const programs = (plan.programs || {})[finalizePoint] ?? [];
  const hooks: Rules["hooks"] = [...programs.filter(({ deterministic }) => deterministic), ...rules];
  return { hooks, reportOnly: plan.mode === "report", isPushed: from === "pre-receive" };
}
