/**
 * What a hook says, whichever system it was written for: refusals, reasons, context and rewrites are brought into one
 * form. Every other field is kept.
 */
import {
  decidingFields,
  flattenAnswer,
  readVerdict,
  reasonFields,
  refusingFlags,
  type Verdict,
} from "../core/program-answer.ts";
import type { Point } from "./all-points.ts";
import { isRecord, type Result } from "./merge-results.ts";
import type { RefusalForm } from "./points/point-form.ts";

/** Other spellings of a field, by the field that they become. */
const spellings: { [field: string]: readonly string[] } = {
  context: ["additionalContext", "additional_context", "AdditionalContext"],
  params: ["updatedInput", "updated_input", "input", "tool_input"],
  tool_response: ["updatedToolResponse", "updated_tool_response"],
};

/** Only where such a thing can be changed: elsewhere these names mean something else. */
const rewriting = ["params", "tool_response"];

/** One text for the user, by itself. */
const userTexts = ["systemMessage", "system_message"];

export interface ReadResult {
  fields: Result;
  /** Why it refuses, empty if it does not say; null if it does not refuse. */
  refusal: string | null;
  /** What it warns of; null if it does not. */
  warning: string | null;
  /** Is a decision in it, and one that makes sense? */
  decision: "none" | "pass" | "block" | "invalid";
}

const decidingAtGate = decidingFields(true);
const decidingElsewhere = decidingFields(false);

export function readResult(given: Result, point: Point): ReadResult {
  const fields = flattenAnswer(given);
  const deciding = point.refuses === "outcome" ? decidingAtGate : decidingElsewhere;
  const { state, reason } = readVerdict(fields, deciding, deciding, point.refuses !== null);
  const isRefused = state === "refused";
  const isWarned = state === "warned";
  rename(fields, point);
  takeChange(fields, point);
  if (isRefused || isWarned) {
    for (const field of deciding) if (typeof fields[field] === "string") delete fields[field];
    for (const field of [...reasonFields, ...refusingFlags.map(([flag]) => flag)]) delete fields[field];
  }
  if (isRefused) Object.assign(fields, refusalFields(point.refuses ?? "block", reason));
  // A gate that has no outcome blocks.
  else if (isWarned && point.refuses === "outcome") fields["outcome"] = "pass";
  return {
    fields,
    refusal: isRefused ? reason : null,
    warning: isWarned ? reason : null,
    decision: decisionOf(state, fields, point),
  };
}

function decisionOf(state: Verdict["state"], fields: Result, point: Point): ReadResult["decision"] {
  if (state === "refused") return "block";
  return state === "none" || state === "invalid" ? state : passOf(fields, point);
}

/** A gate of the lifecycle has one form of answer; the gates of git and gh take those of all runtimes. */
function passOf({ outcome }: Result, { mode, isClosed }: Point): "pass" | "invalid" {
  return mode === "gate" && !isClosed && outcome !== "pass" ? "invalid" : "pass";
}

function rename(fields: Result, { rewrites }: Point): void {
  for (const [field, others] of Object.entries(spellings)) {
    if (rewriting.includes(field) && !Object.hasOwn(rewrites, field)) continue;
    for (const other of others) {
      if (fields[other] === undefined) continue;
      fields[field] ??= fields[other];
      delete fields[other];
    }
  }
  for (const field of userTexts) {
    if (typeof fields[field] !== "string") continue;
    fields["messages_to_user"] = [...((fields["messages_to_user"] as unknown[]) ?? []), fields[field]];
    delete fields[field];
  }
}

/** The fields by which a program puts another text in place of the one it got. */
const textFields = ["text", "message", "body"];

/** What stands in place of the text or list of git's points becomes a part of `payload`, where it counts first. */
function takeChange(fields: Result, { mode, payload }: Point): void {
  if (mode !== "text" && mode !== "list") return;
  const [field = ""] = Object.keys(payload);
  const names = mode === "text" ? textFields : [field];
  const change = names.map((name) => fields[name]).find((value) => value !== undefined);
  for (const name of names) delete fields[name];
  const given = fields["payload"] ?? {};
  if (change !== undefined && isRecord(given) && given[field] === undefined)
    fields["payload"] = { ...given, [field]: change };
}

/** Where the reason of a refusal stands. */
const reasonNames: { readonly [R in RefusalForm]: string } = {
  block: "blockReason",
  cancel: "cancelReason",
  outcome: "reason",
};

const refusals: { readonly [R in RefusalForm]: Result } = {
  block: { block: true },
  cancel: { cancel: true },
  outcome: { outcome: "block" },
};

/** An empty reason is none. */
export function refusalFields(refuses: RefusalForm, reason: string): Result {
  return { ...refusals[refuses], ...(reason === "" ? {} : { [reasonNames[refuses]]: reason }) };
}

/** The reason that stands in a result; empty if there is none. */
export function reasonIn(result: Result, refuses: RefusalForm): string {
  const reason = result[reasonNames[refuses]];
  return typeof reason === "string" ? reason : "";
}
