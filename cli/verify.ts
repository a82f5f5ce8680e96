/**
 * `interlock verify`: judges commits that exist by the plan, as a gate would.
 * Exit status: 0 clean, 1 if a rule is broken, 2 if that cannot be said, 128 if the set-up does not work,
 * 129 for a wrong command line.
 */
import type { Plan } from "../engine/core/plan.ts";
import { remoteName } from "../engine/core/remote-name.ts";
import type { Host } from "../shim/host.ts";
import { createJudge, remotesOf } from "./commits/judge-commits.ts";
import { isAnythingUnknown } from "./commits/not-judged.ts";
import { openPlan } from "./commits/open-plan.ts";
import { toVerify, withoutShallowFile } from "./commits/real-git.ts";
import { refuse, refuseBadRange } from "./commits/refuse.ts";
import { refuseCall } from "./exit-status.ts";
import { sayError } from "./output.ts";
import type { VerbLine } from "./parse-line.ts";
import { chooseLots } from "./verify/choose-range.ts";
import type { Summary } from "./verify/findings.ts";
import { readRequest, type VerifyRequest } from "./verify/request.ts";
import { whyNoRule } from "./verify/why-no-rule.ts";
import { verifyLots } from "./verify/verify-lots.ts";

const broken = 1;

export async function runVerify(line: VerbLine): Promise<number> {
  const request = readRequest(line);
  if ("message" in request) return refuseCall(request.message, request.hint);
  const opened = openPlan({ mayWrite: true, scope: null, kept: toVerify });
  if (typeof opened === "number") return opened;
  const { git, plan, sealed } = opened;
  const remotes = remotesFor(git.host, request);
  const noRule = whyNoRule(plan, sealed, git.host, remotes);
  // Where only a variable is missing, what is not judged for it is said commit by commit.
  if (noRule !== null && !noRule.lacksVariable) {
    if (!noRule.byCondition || !request.allowSkipped) return refuse(noRule.message, noRule.hint);
    // One job for many repositories, with rules for some of them.
    sayError(`interlock: warning: ${noRule.message}\n`);
    return 0;
  }
  const judge = createJudge(git.host, plan, sealed, remotes);
  const reading = request.from === "pre-receive" ? withoutShallowFile(git) : git;
  return refuseBadRange(async () => {
    const lots = chooseLots(git.host, request);
    if ("message" in lots) return refuse(lots.message, lots.hint);
    const summary = await verifyLots(reading, lots, plan, judge, request);
    if (noRule !== null && summary.commits === 0 && !request.allowSkipped)
      return refuse(noRule.message, noRule.hint);
    return statusOf(summary, plan, request);
  });
}

/** A repository that is pushed to has no remote of its own, and is one itself under a name it does not know. */
function remotesFor(host: Host, { remote, from }: VerifyRequest): () => string[] | null {
  if (remote !== null) return () => [remoteName(remote)];
  return from === "pre-receive" ? () => null : remotesOf(host);
}

function statusOf(summary: Summary, plan: Plan, { allowSkipped }: VerifyRequest): number {
  if (summary.broken > 0 && plan.mode === "enforce") return broken;
  if (allowSkipped || !isAnythingUnknown(summary)) return 0;
  return refuse(
    "not everything could be judged here",
    "set what is missing, or accept it with --allow-skipped",
  );
}
