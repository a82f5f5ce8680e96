/**
 * `interlock fix`: rewrites unpublished commits that break a rule, one branch after the other.
 * Exit status: 0 done, or nothing to do; 1 a commit cannot be fixed, or is not yours; 2 it cannot be done here; 128 the
 * set-up does not work; 129 wrong usage.
 */
import { parseFixRequest } from "./request.ts";
import { chooseBranches } from "./choose-branch.ts";
import { fixBranch } from "./fix-branch.ts";
import { checkRecord } from "./record-changes.ts";
import { renderNothing } from "./report.ts";
import { GitFailure } from "./run-git.ts";
import { openGitAndRules, refuse, refuseBadRange } from "../shared/open-git-and-rules.ts";
import { toFix } from "../shared/real-git.ts";
import { refuseCall } from "../shared/complain.ts";
import { say } from "../shared/output.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";

export async function runFix(line: VerbLine): Promise<number> {
  const request = parseFixRequest(line);
  if ("message" in request) return refuseCall(request.message, request.hint);
  const opened = await openGitAndRules({
    mayWrite: !request.dryRun,
    scope: request.scope,
    passedOn: toFix,
    needsRepository: true,
  });
  if (typeof opened === "number") return opened;
  const branches = chooseBranches(opened.git, request);
  if ("message" in branches) return refuse(branches.message, branches.hint);
  if (branches.length === 0) say(renderNothing(0));
  // Before the first branch moves.
  const unrecorded = request.dryRun ? null : checkRecord(opened);
  if (unrecorded !== null) return unrecorded;
  let worst = 0;
  try {
    for (const [i, branch] of branches.entries()) {
      const later = branches.slice(i + 1).map(({ ref }) => ref);
      const status = await refuseBadRange(() => fixBranch(opened, branch, request, later));
      worst = Math.max(worst, status);
    }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return refuse(error.message, error.hint);
  }
  return worst;
}
