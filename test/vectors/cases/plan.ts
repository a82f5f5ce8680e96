import type { Plan } from "../../../engine/core/plan.ts";

/** A plan that does nothing. */
export const defaultPlan: Plan = {
  mode: "enforce",
  onEngineFailure: "block",
  scope: "all",
  env: {},
  envFile: null,
  config: {},
  layers: { install: "", user: "", repository: "" },
  inputs: [],
  namesAuthor: false,
  points: {},
};
