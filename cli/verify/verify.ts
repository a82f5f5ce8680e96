/**
 * `interlock verify` on Node, for what the native binary does not do itself (shim/entry/verify.ts): formats other than
 * text, long ranges, some encodings. Verdicts and exit status are the same.
 */
import type { Host } from "../../shim/host.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { whyAmbiguous } from "../../shim/verify/ambiguous-names.ts";
import { chooseRanges } from "../../shim/verify/choose-range.ts";
import { readMessage } from "../../shim/verify/message.ts";
import { readRequest } from "../../shim/verify/request.ts";
import { unpublished } from "../../shim/verify/unpublished.ts";
import { openVerification, type Ending } from "../../shim/verify/verification.ts";
import { refuseCall } from "../shared/complain.ts";
import { sureDecoder } from "../shared/node-decoders.ts";
import { openGitAndRules, refuse } from "../shared/open-git-and-rules.ts";
import { say, sayError } from "../shared/output.ts";
import { inPreReceive, toVerify } from "../shared/real-git.ts";
import { formats } from "./formats/formats.ts";
import { createJoinedIds } from "./joined-ids.ts";
import { walkRanges } from "./walk-ranges.ts";

export async function runVerify(line: VerbLine): Promise<number> {
  const request = readRequest(line);
  if ("message" in request) return refuseCall(request.message, request.hint);
  const { from, messageFile } = request;
  const needsRepository = from !== "message";
  const opened = await openGitAndRules({ mayWrite: true, scope: null, passedOn: toVerify, needsRepository });
  if (typeof opened === "number") return opened;
  const { git } = opened;
  const { host } = git;
  const verification = openVerification(host, request, opened, {
    decoders: sureDecoder,
    createFormat: formats[request.format],
    createIdList: createJoinedIds,
  });
  if ("status" in verification) return endWith(verification);
  if (from === "message") return endWith(verification.judgeMessage(readMessage(host, messageFile)));
  const input = from === "stdin" || from === "pre-receive" ? host.readStdin() : "";
  const ranges = chooseRanges(request, input, () => unpublished(host));
  if ("message" in ranges) return refuse(ranges.message, ranges.hint);
  const ambiguous = whyAmbiguous(host, request, ranges, null);
  if (ambiguous !== null) return refuse(ambiguous.message, ambiguous.hint);
  const reading = from === "pre-receive" ? inPreReceive(git) : git;
  return endWith(await walkRanges(reading, ranges, begunWalk(host), verification.judgeRanges(ranges)));
}

/** The descriptor of a walk that the native binary began. It sets the variable itself, or unsets it. */
function begunWalk(host: Host): number | null {
  const fd = host.env("INTERLOCK_WALK");
  return fd === undefined ? null : Number(fd);
}

/** Gives the exit status. */
function endWith({ status, before = "", found = "", refusal }: Ending): number {
  if (before !== "") sayError(before);
  if (found !== "") say(found);
  return refusal === undefined ? status : refuse(refusal.message, refusal.hint);
}
