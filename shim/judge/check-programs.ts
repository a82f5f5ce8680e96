/** Runs programs that make the same of the same message (`deterministic: true`) over a message that exists: as a check. */
import { finalizePoint } from "../../engine/core/hook-points.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { cleanMessage } from "../../engine/core/clean-message.ts";
import type { PlannedProgram } from "../../engine/core/plan.ts";
import { notInDryRun } from "../../engine/core/programs/program-findings.ts";
import type { Values } from "../../engine/core/resolve-template.ts";
import type { Violation } from "../../engine/judge/find-violations.ts";
import type { NotJudged } from "../../engine/judge/judgeable.ts";
import type { Host } from "../host.ts";
import { callProgram } from "../rules/program-call.ts";

export interface Checked {
  violations: Violation[];
  notJudged: NotJudged[];
  /** What they make of the message. */
  text: string;
}

/** `message`: UTF-8. A violation begins where the one before it ends. */
export function checkPrograms(
  host: Host,
  programs: readonly PlannedProgram[],
  message: string,
  values: Values,
  isSealed: boolean,
): Checked {
  const checked: Checked = { violations: [], notJudged: [], text: message };
  for (const program of programs) {
    const { id, plugin, source } = program;
    const { text } = checked;
    const given = decodeUtf8(text);
    const answer = callProgram(host, program, finalizePoint, { text: given, metadata: {} }, values, isSealed);
    if (answer === null || answer.failure !== null) {
      const stopsCommits = answer !== null && program.failure === "block";
      const reason = answer === null ? notInDryRun : encodeUtf8("its program " + answer.failure);
      const cause = stopsCommits ? "failed" : "unknown-here";
      checked.notJudged.push({ id, plugin, source, reason, cause, stopsCommits });
      continue;
    }
    const rule = { id, plugin, source, before: text };
    if (answer.refusal !== null) {
      checked.violations.push({ ...rule, message: "refuses: " + encodeUtf8(answer.refusal), after: text });
      continue;
    }
    const answered = answer.payload["text"];
    const after =
      typeof answered === "string" && answered !== given ? asCommitted(encodeUtf8(answered)) : text;
    if (after === text) continue;
    checked.violations.push({ ...rule, message: "would have changed the message", after });
    checked.text = after;
  }
  return checked;
}

/** A program need not end its text as git does. */
function asCommitted(text: string): string {
  return cleanMessage(text, { mode: "whitespace", commentChar: "#" });
}
