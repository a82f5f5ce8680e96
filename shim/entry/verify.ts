/**
 * `interlock verify` in the native binary: judges existing commits by the plan, as the gate would. If there
 * is a cold side, it hands over what that does better: formats other than text, long ranges, some encodings.
 * Exit status: 0 clean, 1 if a rule is broken, 2 if that cannot be determined, 128 if the set-up does not
 * work, 129 for a wrong command line.
 */
import { renderCode } from "../../engine/core/problem.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { printable } from "../../engine/core/printable.ts";
import type { ColdDecision, Host, VerbDecision } from "../host.ts";
import { renderLeftOut } from "../plan/left-out.ts";
import { findUnknownVariables } from "../plan/own-variables.ts";
import type { ColorChoice } from "../report/colour.ts";
import { renderProblems } from "../report/notices.ts";
import { sayProblems } from "../report/say-problems.ts";
import { verifyForm } from "../verbs/native-verbs.ts";
import { asksForJson, parseLine } from "../verbs/parse-line.ts";
import { asksForHelp, showHelp } from "../verbs/help.ts";
import type { Refusal } from "../verbs/verb-form.ts";
import { noColdSide } from "../verify/cold-side.ts";
import { openRules } from "../verify/open-rules.ts";
import { readingHost } from "../verify/reading-host.ts";
import { whyNoRepository } from "../verify/repository-here.ts";
import { readRequest, type VerifyRequest } from "../verify/request.ts";
import { refusedWith } from "../verify/verification.ts";
import { beginVerifying, verifyHere, type EndingHere } from "../verify/verify-here.ts";

const badSetUp = 128;
const wrongUsage = 129;

export function runVerify(host: Host): VerbDecision {
  const words = host.argv.slice(2);
  if (asksForHelp(words)) return showHelp(host, verifyForm);
  const line = parseLine(verifyForm, words);
  const request = "message" in line ? line : readRequest(line);
  const color = ("message" in line ? "auto" : (line.value("--color") ?? "auto")) as ColorChoice;
  const complain = (text: string): void => sayProblems(host, encodeUtf8(printable(text)), color);
  if ("message" in request) {
    if (asksForJson(words) && host.hasColdSide()) return { action: "cold", stdin: null };
    complain(renderRefusal(request, "wrong-usage"));
    return { action: "exit", status: wrongUsage };
  }
  if (request.format !== "text" && host.hasColdSide()) return { action: "cold", stdin: null };
  const outcome =
    request.format === "text"
      ? verify(readingHost(host), request)
      : refusedWith(noColdSide(`'--format ${request.format}'`, "use '--format text'"));
  if ("action" in outcome) return outcome;
  for (const problem of findUnknownVariables(host))
    sayProblems(host, renderProblems("warning", [problem]), color);
  complain(outcome.before ?? "");
  const { found = "" } = outcome;
  if (found !== "") host.write(1, encodeUtf8(printable(found)));
  if (outcome.refusal !== undefined) complain(renderRefusal(outcome.refusal, "not-possible"));
  return { action: "exit", status: outcome.status };
}

function verify(host: Host, request: VerifyRequest): EndingHere | ColdDecision {
  if (host.realProgram() === "")
    return refusedWith({ message: "there is no git on PATH", hint: "install git, or put it on PATH" });
  const begun = beginVerifying(host, request);
  const opened = openRules(host, { mayWrite: true, scope: null });
  let outcome: EndingHere | ColdDecision;
  if ("message" in opened) outcome = refusedWith(opened);
  else if ("problems" in opened)
    outcome = { status: badSetUp, before: decodeUtf8(renderProblems("error", opened.problems)) };
  else {
    outcome = verifyHere(host, request, opened, begun);
    if ("action" in outcome) return outcome;
    if (opened.leftOut !== null)
      outcome.before = `interlock: ${decodeUtf8(renderLeftOut(opened.leftOut))}\n` + (outcome.before ?? "");
    if (outcome.isWalked) return outcome;
  }
  // git has not yet shown that it can read a repository. Checked only
  // now, because each question costs a process.
  const noRepository = request.from === "message" ? null : whyNoRepository(host);
  return noRepository === null ? outcome : refusedWith(noRepository);
}

function renderRefusal({ message, hint }: Refusal, code: string): string {
  return `interlock: error: ${message} ${renderCode(code)}\nhint: ${hint}\n`;
}
