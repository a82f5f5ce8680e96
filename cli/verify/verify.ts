/**
 * `interlock verify` on Node, for what the native binary does not do itself (shim/entry/verify.ts): formats other than
 * text, long ranges, some encodings. Verdicts and exit status are the same.
 */
import { renderCode } from "../../engine/core/problem.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../../shim/host.ts";
import { withLimitInAll } from "../../shim/judge/limit-in-all.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { whyAmbiguous } from "../../shim/verify/ambiguous-names.ts";
import { chooseLots } from "../../shim/verify/choose-range.ts";
import type { Format, Rules, Summary } from "../../shim/verify/findings.ts";
import { commitFromMessage, readMessage } from "../../shim/verify/message.ts";
import { createRecorder, rulesOf } from "../../shim/verify/record.ts";
import { remotesFor } from "../../shim/verify/remotes-for.ts";
import {
  namesRevisions,
  readRequest,
  type FormatName,
  type VerifyRequest,
} from "../../shim/verify/request.ts";
import { statusOf } from "../../shim/verify/status.ts";
import { textFormat } from "../../shim/verify/text-format.ts";
import { unpublished } from "../../shim/verify/unpublished.ts";
import { findWaysToMend } from "../../shim/verify/ways-to-mend.ts";
import { whyNoRule } from "../../shim/verify/why-no-rule.ts";
import { refuseCall } from "../shared/complain.ts";
import { createCommitJudge, sureDecoder } from "../shared/judge-commits.ts";
import { openGitAndRules, refuse, refuseBadRange } from "../shared/open-git-and-rules.ts";
import { sayError } from "../shared/output.ts";
import { inPreReceive, toVerify } from "../shared/real-git.ts";
import { githubFormat } from "./formats/github.ts";
import { jsonFormat } from "./formats/json.ts";
import { junitFormat } from "./formats/junit.ts";
import { sarifFormat } from "./formats/sarif.ts";
import { verifyLots, verifyMessage } from "./verify-lots.ts";

export async function runVerify(line: VerbLine): Promise<number> {
  const request = readRequest(line);
  if ("message" in request) return refuseCall(request.message, request.hint);
  const { from, messageFile } = request;
  const needsRepository = from !== "message";
  const opened = await openGitAndRules({ mayWrite: true, scope: null, kept: toVerify, needsRepository });
  if (typeof opened === "number") return opened;
  const { git, plan, sealed } = opened;
  const { host } = git;
  const remotes = remotesFor(host, request);
  const noRule = whyNoRule(plan, sealed, host, remotes);
  // If only a variable is missing, the report says for each commit what was not judged.
  if (noRule !== null && !noRule.lacksVariable) {
    if (!noRule.byCondition || !request.allowSkipped) return refuse(noRule.message, noRule.hint);
    // One CI job may serve many repositories, of which only some have rules.
    sayError(`interlock: warning: ${noRule.message} ${renderCode("no-rule")}\n`);
    return 0;
  }
  const verdictOn = createCommitJudge(opened, remotes, sureDecoder);
  const judge = from === "pre-receive" ? withLimitInAll(verdictOn) : verdictOn;
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
    const ambiguous = namesRevisions(request) && lots[0] ? whyAmbiguous(host, lots[0].range, null) : null;
    if (ambiguous !== null) return refuse(ambiguous.message, ambiguous.hint);
    const recorder = createRecorder(judge, format, findWaysToMend(host, lots, request), "commit");
    const reading = from === "pre-receive" ? inPreReceive(git) : git;
    const summary = await verifyLots(reading, lots, begunWalk(host), recorder, format);
    return endWith(summary, plan, request, noRule);
  });
}

/** The descriptor of a walk that the native binary began. It sets the variable itself, or unsets it. */
function begunWalk(host: Host): number | null {
  const fd = host.env("INTERLOCK_WALK");
  return fd === undefined ? null : Number(fd);
}

function endWith(summary: Summary, plan: Plan, request: VerifyRequest, noRule: Refusal | null): number {
  const status = statusOf(summary, plan, request, noRule);
  return typeof status === "number" ? status : refuse(status.message, status.hint);
}

/** The output formats. To add one: a file in `formats/`, its line here, and its name in shim/verify/request.ts. */
const formats: { [N in FormatName]: (rules: Rules) => Format } = {
  text: textFormat,
  json: jsonFormat,
  github: githubFormat,
  sarif: sarifFormat,
  junit: junitFormat,
};

export function createFormat(name: FormatName, rules: Rules): Format {
  return formats[name](rules);
}
