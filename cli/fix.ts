/**
 * `interlock fix`: rewrites commits of branches that break a rule and that nobody else has yet, one branch after the
 * other.
 * Exit status: 0 done, or nothing to do; 1 if a commit cannot be mended, or is not yours; 2 if it cannot be done here; 128; 129.
 */
import { readRequest } from "./fix/request.ts";
import { chooseBranches } from "./fix/choose-branch.ts";
import { fixBranch } from "./fix/fix-branch.ts";
import { renderNothing } from "./fix/report.ts";
import { GitFailure } from "./fix/run-git.ts";
import { openPlan } from "./commits/open-plan.ts";
import { toFix } from "./commits/real-git.ts";
import { refuse, refuseBadRange } from "./commits/refuse.ts";
import { refuseCall } from "./exit-status.ts";
import { say } from "./output.ts";
import type { VerbLine } from "../shim/verbs/parse-line.ts";

export async function runFix(line: VerbLine): Promise<number> {
  const request = readRequest(line);
  if ("message" in request) return refuseCall(request.message, request.hint);
  const opened = openPlan({
    mayWrite: !request.dryRun,
    scope: request.scope,
    kept: toFix,
    needsRepository: true,
  });
  if (typeof opened === "number") return opened;
  const branches = chooseBranches(opened.git, request);
  if ("message" in branches) return refuse(branches.message, branches.hint);
  if (branches.length === 0) say(renderNothing(0));
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
