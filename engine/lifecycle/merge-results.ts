/**
 * How the results of several hooks become one: by named rules, which the table of points gives to fields. Fields that no
 * rule is given to are kept: the last value wins.
 */
import type { FieldRule, FieldRules, MergeForm, RankForm } from "./points/point-form.ts";
import { isRecord, type Result } from "./points/result.ts";

export { isRecord, type Result };

/** What a rule may look at beside the two values. */
interface MergeContext {
  /** The plugin that the next result comes from. */
  plugin: string;
  /** Everything merged so far. */
  merged: Result;
  /** What stands between two texts. */
  joint: string;
}

/** A blank line. */
const usualJoint = "\n\n";

type Rule = (before: unknown, next: unknown, context: MergeContext) => unknown;

const rules: { [R in FieldRule]: Rule } = {
  firstDefined: (before, next) => before ?? next,
  lastDefined: (before, next) => next ?? before,
  stickyTrue: (before, next) => (before === true || next === true ? true : undefined),
  anyTrue: (before, next) => Boolean(before) || Boolean(next),
  // Unlike `stickyTrue`, it keeps a false that was said.
  trueOverFalse: (before, next) => (before === true ? true : (next ?? before)),
  concat: (before, next, { joint }) => [before, next].filter(isText).join(joint) || undefined,
  append: (before, next) => {
    const all = [...listOf(before), ...listOf(next)];
    return all.length === 0 ? undefined : all;
  },
  firstOfPlugin: (before, next, { plugin }) =>
    before ?? (isRecord(next) ? { ...next, pluginId: plugin } : undefined),
  // What one plugin wants approved must not be changed by another.
  lastUnlessApproval: (before, next, { plugin, merged }) => {
    const approval = merged["requireApproval"];
    return isRecord(approval) && approval["pluginId"] !== plugin ? before : (next ?? before);
  },
  firstWithInstruction: (before, next) => before ?? withInstruction(next),
};

/** What a result may say at any point: the HookResult model, and what runtimes show or add to the prompt. */
export const commonRules: FieldRules = {
  context: "concat",
  logs: "append",
  messages_to_user: "append",
  suggested_abilities: "append",
  suggested_documents: "append",
  update_matcher_suggestions: "append",
  follow_up_actions: "append",
  follow_up_messages: "append",
  new_intent: "lastDefined",
  new_intents: "append",
  usage_recorded: "trueOverFalse",
  error: "firstDefined",
  block: "stickyTrue",
  blockReason: "firstDefined",
};

/** Fields that are collected, too: where all of them stand, in a list. */
const collectedIn: { [field: string]: string } = { new_intent: "new_intents" };

/** `contextJoint`: what stands between the contexts of two hooks, if it is not a blank line. */
export function mergeResult(
  merged: Result | undefined,
  result: Result,
  form: MergeForm,
  plugin: string,
  contextJoint: string = usualJoint,
): Result {
  const next = withCollected(result);
  if (form.rank === undefined) return mergeFields(merged, next, rulesOf(form), plugin, contextJoint);
  const ranked = mergeByRank(merged, without(next, isCommon), form.rank, plugin);
  // What a weaker result says to the user or for the log is not lost.
  const mergedCommon = merged && without(merged, isOwn);
  const common = mergeFields(mergedCommon, without(next, isOwn), commonRules, plugin, contextJoint);
  return Object.assign(ranked, common);
}

/** A single value also stands in the list of them all. */
function withCollected(result: Result): Result {
  const found = Object.entries(collectedIn).filter(([field]) => isGiven(result[field]));
  const lists = found.map(([field, list]) => [list, [...listOf(result[list]), result[field]]]);
  return found.length === 0 ? result : { ...result, ...Object.fromEntries(lists) };
}

const rulesByForm = new Map<MergeForm, FieldRules>();

/** The common rules and the form's own, put together once. */
function rulesOf(form: MergeForm): FieldRules {
  const known = rulesByForm.get(form);
  if (known !== undefined) return known;
  const all = { ...commonRules, ...form.fields };
  rulesByForm.set(form, all);
  return all;
}

function isCommon(field: string): boolean {
  return Object.hasOwn(commonRules, field);
}

function isOwn(field: string): boolean {
  return !isCommon(field);
}

function without(result: Result, isOut: (field: string) => boolean): Result {
  return Object.fromEntries(Object.entries(result).filter(([field]) => !isOut(field)));
}

function mergeFields(
  merged: Result | undefined,
  next: Result,
  fields: FieldRules,
  plugin: string,
  contextJoint: string = usualJoint,
): Result {
  const result: Result = { ...merged };
  for (const field of Object.keys(next)) {
    const value = next[field];
    const rule = rules[Object.hasOwn(fields, field) ? (fields[field] as FieldRule) : "lastDefined"];
    const joint = field === "context" ? contextJoint : usualJoint;
    const both = rule(result[field], value, { plugin, merged: merged ?? {}, joint });
    if (both === undefined) delete result[field];
    else result[field] = both;
  }
  return result;
}

function mergeByRank(merged: Result | undefined, next: Result, rank: RankForm, plugin: string): Result {
  const before = merged === undefined ? rank.order.length + 1 : rankOf(merged, rank);
  const after = rankOf(next, rank);
  if (after > before) return merged as Result;
  const equal = rank.order[after]?.equal ?? "last";
  const isStronger = after < before;
  if (typeof equal === "string") return isStronger || equal === "last" ? next : (merged as Result);
  const fields = mergeFields(isStronger ? undefined : merged, next, equal, plugin);
  const earlier = isStronger ? undefined : merged;
  return withCandidates(fields, [...candidatesOf(earlier), ...candidatesOf(next)]);
}

/** Smaller is stronger. */
function rankOf(result: Result, { field, order }: RankForm): number {
  const value = result[field];
  const place = order.findIndex((each) => each.value === value || (each.value === "*" && Boolean(value)));
  return place < 0 ? order.length : place;
}

/** All retries that were asked for, beside the first; not enumerable, because they are no part of the result's form. */
export function withCandidates(result: Result, candidates: readonly unknown[]): Result {
  if (candidates.length > 1)
    Object.defineProperty(result, "retryCandidates", {
      value: candidates,
      enumerable: false,
      configurable: true,
    });
  return result;
}

/** The retries that a result asks for. One that was merged has them all. */
export function candidatesOf(result: Result | undefined): object[] {
  if (result?.["action"] !== "revise") return [];
  const known = result["retryCandidates"];
  const asked = Array.isArray(known) && known.length > 0 ? known : [result["retry"]];
  return asked.map(withInstruction).filter((retry) => retry !== undefined);
}

/** A retry without an instruction asks for nothing. */
export function withInstruction(given: unknown): object | undefined {
  const retry = given as Result | null | undefined;
  const instruction = typeof retry?.["instruction"] === "string" ? retry["instruction"].trim() : "";
  return instruction === "" ? undefined : { ...retry, instruction };
}

/** Has the merged result the value after which no further hook runs? */
export function isDecided(result: Result | undefined, { stop }: MergeForm): boolean {
  if (result === undefined || stop === undefined) return false;
  for (const field in stop) if (result[field] === stop[field]) return true;
  return false;
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
