/**
 * The form of a row in the table of lifecycle points. Everything that a runner has to know about a point is data here:
 * how results are merged, what refuses, which result field changes the payload.
 */
import type { FailurePolicy } from "../../core/plan.ts";

export interface LifecyclePoint {
  mode: LifecycleMode;
  /** The names that other systems give it. */
  aliases: readonly string[];
  /** The name under which `createHookRunner` runs it; left out: it does not. */
  hookName?: string;
  /** `createHookRunner` gives the event the `runId` of the context, if it has none. */
  takesRunId?: true;
  summary: string;
  payload: PayloadForm;
  /** How the results of several hooks become one; left out: the common rules alone. */
  merge?: MergeForm;
  /** How a result says "no": `block` with `blockReason`, `cancel`, or a gate's `outcome`. Left out: nothing can be refused. */
  refuses?: RefusalForm;
  /** Result fields that replace a field of the payload. */
  rewrites?: { readonly [resultField: string]: string };
  /** What happens if a hook cannot run; left out: `warn`. */
  failure?: FailurePolicy;
  /** For every hook; left out: `programLimitMs` for programs, none for functions. */
  timeLimitMs?: number;
  /** Plain text on a program's standard output is context for the model. */
  plainOutput?: "context";
}

/**
 * `modify`: one after the other, results merged. `gate`: one after the other, fails closed. `observe`: all at once, fails
 * open. `claim`: the first `handled: true` wins. `chain-sync`: one after the other, functions only, no promises.
 */
export type LifecycleMode = "modify" | "gate" | "observe" | "claim" | "chain-sync";

export type RefusalForm = "block" | "cancel" | "outcome";

/** The type of each field, with `?` for one that may be left out. Fields that are not listed are kept as they are. */
export interface PayloadForm {
  readonly [field: string]: FieldForm | `${FieldForm}?`;
}

export type FieldForm = "text" | "number" | "time" | "flag" | "list" | "map" | "object" | "items" | "value";

export type FieldRule =
  | "firstDefined"
  | "lastDefined"
  | "stickyTrue"
  | "anyTrue"
  | "concat"
  | "append"
  | "trueOverFalse"
  | "firstOfPlugin"
  | "lastUnlessApproval"
  | "firstWithInstruction";

export interface FieldRules {
  readonly [field: string]: FieldRule;
}

/** `fields`: each by its rule. `rank`: the result whose field has the strongest value wins as a whole. */
export interface MergeForm {
  readonly fields?: FieldRules;
  readonly rank?: RankForm;
  /** No further hook runs once the merged result has this value. */
  readonly stop?: { readonly [field: string]: string | boolean };
}

export interface RankForm {
  field: string;
  /** The strongest first; `*` is any value. A result without one of them is the weakest. */
  order: readonly RankedValue[];
}

export interface RankedValue {
  value: string;
  /** Two results of the same rank: which is kept, or the rules by which their fields are merged. */
  equal: "first" | "last" | FieldRules;
}
