/**
 * `interlock verify` on the cold side, for what the native binary leaves to it (shim/entry/verify.ts): other formats than
 * text, long ranges, some encodings. What is judged, and how it ends, is the same.
 */
import type { Plan } from "../engine/core/plan.ts";
import { chooseLots } from "../shim/verify/choose-range.ts";
import { commitFromMessage, readMessage } from "../shim/verify/message.ts";
import { createRecorder, rulesOf } from "../shim/verify/record.ts";
import { remotesFor } from "../shim/verify/remotes-for.ts";
import { readRequest, type VerifyRequest } from "../shim/verify/request.ts";
import type { Summary } from "../shim/verify/findings.ts";
import { statusOf } from "../shim/verify/status.ts";
import { unpublished } from "../shim/verify/unpublished.ts";
import { findWaysToMend } from "../shim/verify/ways-to-mend.ts";
import { whyNoRule } from "../shim/verify/why-no-rule.ts";
import type { VerbLine } from "../shim/verbs/parse-line.ts";
import type { Refusal } from "../shim/verbs/verb-form.ts";
import { createJudge } from "./commits/judge-commits.ts";
import { openPlan } from "./commits/open-plan.ts";
import { inPreReceive, toVerify } from "./commits/real-git.ts";
import { refuse, refuseBadRange } from "./commits/refuse.ts";
import { refuseCall } from "./exit-status.ts";
import { sayError } from "./output.ts";
import { createFormat } from "./verify/formats.ts";
import { verifyLots, verifyMessage } from "./verify/verify-lots.ts";

export async function runVerify(line: VerbLine): Promise<number> {
  const request = readRequest(line);
  if ("message" in request) return refuseCall(request.message, request.hint);
  const { from, messageFile } = request;
  const needsRepository = from !== "message";
  const opened = openPlan({ mayWrite: true, scope: null, kept: toVerify, needsRepository });
  if (typeof opened === "number") return opened;
  const { git, plan, sealed } = opened;
  const { host } = git;
  const remotes = remotesFor(host, request);
  const noRule = whyNoRule(plan, sealed, host, remotes);
  // Where only a variable is missing, what is not judged for it is said commit by commit.
  if (noRule !== null && !noRule.lacksVariable) {
    if (!noRule.byCondition || !request.allowSkipped) return refuse(noRule.message, noRule.hint);
    // One job for many repositories, with rules for some of them.
    sayError(`interlock: warning: ${noRule.message}\n`);
    return 0;
  }
  const judge = createJudge(host, plan, sealed, remotes);
  const format = createFormat(request.format, rulesOf(plan, request));
  if (from === "message") {
    const commit = commitFromMessage(host, plan, messageFile, readMessage(host, messageFile));
    if (!("id" in commit)) return refuse(commit.message, commit.hint);
    const recorder = createRecorder(judge, format, findWaysToMend(host, [], request), "message");
    return endWith(verifyMessage(commit, recorder, format), plan, request, noRule);
  }
  return refuseBadRange(async () => {
    const input = from === "stdin" || from === "pre-receive" ? host.readStdin() : "";
    const lots = chooseLots(request, input, () => unpublished(host));
    if ("message" in lots) return refuse(lots.message, lots.hint);
    const recorder = createRecorder(judge, format, findWaysToMend(host, lots, request), "commit");
    const reading = from === "pre-receive" ? inPreReceive(git) : git;
    return endWith(await verifyLots(reading, lots, recorder, format), plan, request, noRule);
  });
}

function endWith(summary: Summary, plan: Plan, request: VerifyRequest, noRule: Refusal | null): number {
  const status = statusOf(summary, plan, request, noRule);
  return typeof status === "number" ? status : refuse(status.message, status.hint);
}
