/** Plans, contributions and effects for the vectors of dispatching. */
import type { EnsureTrailerEffect } from "../../../engine/core/effects/ensure-trailer.ts";
import type { Contribution, Effect, Plan, Template, When } from "../../../engine/core/plan.ts";
import { defaultPayload, type Given } from "../dispatch.ts";
import type { Vector } from "../vector.ts";
import { defaultPlan } from "./plan.ts";

/** What every effect has. */
export const common = { required: false, missing: "error", line: 1 } as const;

export function trailer(
  key: string,
  value: Template,
  more: Partial<EnsureTrailerEffect> = {},
): EnsureTrailerEffect {
  return { ...common, type: "text.ensureTrailer", key, value, dedupe: true, ...more };
}

export const always: When = {};

export function contribution(id: string, effects: Effect[], more: Partial<Contribution> = {}): Contribution {
  return {
    id,
    plugin: "p",
    source: "plugin.yaml:1",
    effects,
    ...more,
  };
}

export function plan(
  contributions: Contribution[],
  more: Partial<Plan> = {},
  point = "commit.message.finalize",
): Plan {
  return { ...defaultPlan, points: { [point]: contributions }, ...more };
}

interface Outcome {
  /** As it was, if left out. */
  payload?: string | string[];
  trace: string[];
  problems?: string[];
  warnings?: string[];
}

export function vector(title: string, of: Plan, given: Given, outcome: Outcome): Vector {
  const before = given.payload === undefined ? defaultPayload : given.payload;
  return {
    title,
    input: [of, given],
    output: {
      payload: outcome.payload === undefined ? before : outcome.payload,
      trace: outcome.trace,
      problems: outcome.problems || [],
      warnings: outcome.warnings || [],
    },
  };
}
