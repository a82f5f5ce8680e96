import { planFormat, type Plan } from "../../../engine/core/plan.ts";

/** A plan that does nothing. */
export const defaultPlan: Plan = {
  format: planFormat,
  build: "0",
  mode: "enforce",
  onEngineFailure: "block",
  scope: "all",
  env: {},
  envFile: null,
  config: {},
  layers: { install: "", user: "", repository: "" },
  inputs: [],
  points: {},
};
