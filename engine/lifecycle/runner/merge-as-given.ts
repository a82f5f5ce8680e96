/**
 * How `createHookRunner` makes one result of several: by the rules of the table, over what handlers give, whatever its
 * type. Only the fields of the row are in the result, all of them, and each is read as often as the rule says. (Results
 * of `dispatch` keep every field, and have been checked: `merge-results.ts`.)
 */
import { candidatesOf, isDecided, withCandidates, withInstruction, type Result } from "../merge-results.ts";
import type { FieldRule, FieldRules, MergeForm } from "../points/point-form.ts";
import type { PluginHookName } from "./hook-names.ts";

/** What a handler gave, and what was made of it so far: anything may be in it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Given = any;

export type Merge = (merged: Given, next: Given, pluginId: string) => Given;

type Rule = (merged: Given, next: Given, field: string, pluginId: string) => unknown;

const rules: { [R in FieldRule]?: Rule } = {
  firstDefined: (merged, next, field) => firstDefined(merged?.[field], next[field]),
  lastDefined: (merged, next, field) => firstDefined(next[field], merged?.[field]),
  stickyTrue: (merged, next, field) => (merged?.[field] === true || next[field] === true ? true : undefined),
  concat: (merged, next, field) => joined(merged?.[field], next[field]),
  append: (merged, next, field) => {
    const all = [...(merged?.[field] ?? []), ...listIn(next, field)];
    return all.length > 0 ? all : undefined;
  },
  firstOfPlugin: (merged, next, field, pluginId) =>
    merged?.[field] ?? (next[field] ? { ...next[field], pluginId } : undefined),
  lastUnlessApproval: (merged, next, field, pluginId) => {
    const approvedBy = merged?.requireApproval?.pluginId;
    return Boolean(approvedBy) && approvedBy !== pluginId ? merged[field] : (next[field] ?? merged?.[field]);
  },
};

/** Both are read, also where the first decides: reading may fail. */
function firstDefined(first: unknown, second: unknown): unknown {
  return first ?? second;
}

/** An empty text takes nothing away. */
function joined(left: Given, right: Given): unknown {
  if (left && right) return `${left}\n\n${right}`;
  return right || (left ?? right);
}

/** The message is the one that V8 has for the document's expression; a bundler may rename ours. */
function listIn(next: Given, field: string): Iterable<unknown> {
  const list = next[field] ?? [];
  if (typeof list[Symbol.iterator] !== "function")
    throw new TypeError(`(next.${field} ?? []) is not iterable`);
  return list;
}

/** Of these a whole result wins, and not each field by itself. */
const wholes: { [N in PluginHookName]?: Merge } = {
  before_agent_finalize: mergeFinalize,
  subagent_spawning: mergeSpawning,
  subagent_delivery_target: (merged, next) => (merged?.origin ? merged : next),
};

/** Of a row with mode `modify`. */
export function mergeOf(name: PluginHookName, form: MergeForm): Merge {
  return wholes[name] ?? mergeFields(form.fields ?? {}, form);
}

function mergeFields(fields: FieldRules, form: MergeForm): Merge {
  const chosen = Object.entries(fields).map(([field, rule]) => [field, rules[rule] as Rule] as const);
  return (merged, next, pluginId) => {
    // A logger that throws lets a run go on after its end.
    if (isDecided(merged, form)) return merged;
    const result: Result = {};
    for (const [field, rule] of chosen) result[field] = rule(merged, next, field, pluginId);
    return result;
  };
}

function mergeFinalize(merged: Given, next: Given): Given {
  if (merged?.action === "finalize") return merged;
  if (next.action === "finalize") return { action: "finalize", reason: next.reason };
  if (merged?.action === "revise" && next.action === "revise") {
    const candidates = [...candidatesOf(merged), ...candidatesOf(next)];
    const [retry] = candidates;
    const reason = joined(merged.reason, next.reason);
    return withCandidates({ action: "revise", reason, ...(retry ? { retry } : {}) }, candidates);
  }
  if (merged?.action === "revise") return merged;
  if (next.action === "revise") {
    const retry = withInstruction(next.retry);
    return { action: "revise", reason: next.reason, ...(retry ? { retry } : {}) };
  }
  return next.action === "continue" ? { action: "continue", reason: next.reason } : (merged ?? next);
}

function mergeSpawning(merged: Given, next: Given): Given {
  if (merged?.status === "error") return merged;
  if (next.status === "error") return next;
  const deliveryOrigin = merged?.deliveryOrigin ?? next.deliveryOrigin;
  return {
    status: "ok",
    threadBindingReady: Boolean(merged?.threadBindingReady || next.threadBindingReady),
    ...(deliveryOrigin ? { deliveryOrigin } : {}),
  };
}
