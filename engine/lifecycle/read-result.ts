/**
 * What a hook says, whichever system it was written for: refusals, reasons, context and rewrites are brought into one
 * form. Every other field is kept.
 */
import {
  asking,
  decidingFields,
  invalidDecision,
  reasonFields,
  refusing,
  refusingFlags,
  warning,
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
  const fields = flatten(given);
  const deciding = point.refuses === "outcome" ? decidingAtGate : decidingElsewhere;
  const words = deciding.filter((field) => typeof fields[field] === "string");
  const said = words.map((field) => fields[field] as string);
  const flags = refusingFlags.filter(([field, value]) => fields[field] === value);
  const isAsked = said.some((word) => asking.includes(word));
  const hasError = point.refuses !== null && typeof fields["error"] === "string" && fields["error"] !== "";
  const isRefused = isAsked || hasError || flags.length > 0 || said.some((word) => refusing.includes(word));
  const isKnown = isRefused || invalidDecision(fields, deciding) === undefined;
  const isWarned = !isRefused && isKnown && said.includes(warning);
  const reason = isRefused || isWarned ? reasonOf(fields, isAsked, hasError) : "";
  rename(fields, point);
  takeChange(fields, point);
  if (isRefused || isWarned)
    for (const field of [...words, ...reasonFields, ...refusingFlags.map(([flag]) => flag)])
      delete fields[field];
  if (isRefused) Object.assign(fields, refusalFields(point.refuses ?? "block", reason));
  // A gate that has no outcome blocks.
  else if (isWarned && point.refuses === "outcome") fields["outcome"] = "pass";
  return {
    fields,
    refusal: isRefused ? reason : null,
    warning: isWarned ? reason : null,
    decision: !isKnown ? "invalid" : isRefused ? "block" : said.length > 0 ? passOf(fields, point) : "none",
  };
}

/** A gate of the lifecycle has one form of answer; the gates of git and gh take those of all runtimes. */
function passOf({ outcome }: Result, { mode, isClosed }: Point): "pass" | "invalid" {
  return mode === "gate" && !isClosed && outcome !== "pass" ? "invalid" : "pass";
}

/** Where Claude Code and docker-agent nest what they say. */
const nests = ["hookSpecificOutput", "hook_specific_output"];
/** What they say there of the event, which is known. */
const eventNames = ["hookEventName", "hook_event_name"];

function flatten(given: Result): Result {
  const fields: Result = {};
  // Assigned, `__proto__` would be what the merged result inherits from.
  for (const field of Object.keys(given))
    if (field !== "__proto__" && !nests.includes(field)) fields[field] = given[field];
  for (const nest of nests) {
    const inner = Object.hasOwn(given, nest) ? given[nest] : undefined;
    if (!isRecord(inner)) continue;
    for (const field of Object.keys(inner))
      if (field !== "__proto__" && !eventNames.includes(field)) fields[field] = inner[field];
  }
  return fields;
}

function reasonOf(fields: Result, isAsked: boolean, hasError: boolean): string {
  const given = reasonFields
    .map((field) => fields[field])
    .find((each) => typeof each === "string" && each !== "");
  const reason = String(given ?? (hasError ? fields["error"] : ""));
  if (!isAsked) return reason;
  return `it asks, and nobody is there to answer${reason === "" ? "" : `: ${reason}`}`;
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
