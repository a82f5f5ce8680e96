/**
 * What a check of the set-up found.
 */
import type { CompiledPlan } from "../../engine/compile/compile-plan.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../../shim/host.ts";
import type { Layers } from "../../shim/plan/layers.ts";

export interface Finding {
  /** The check it came from. */
  check: string;
  /** `fail`: the rules are not enforced, or the agent could disable them. */
  status: "ok" | "warn" | "fail";
  message: string;
  /** What to do about it; empty if all is well. */
  fix: string;
  /** Do the rules hold in spite of it, until the user does something about them? */
  canUndo?: true;
}

/** What every check looks at. */
export interface SetUp {
  host: Host;
  layers: Layers;
  /** The work tree's top folder, empty outside a repository. */
  top: string;
  /** Null if there is no configuration at all. */
  compiled: CompiledPlan | null;
  /** The baked plan of a sealed install, else the one compiled now; null if there is none. */
  plan: Plan | null;
  /** interlock's own bin folder. */
  ownFolder: string;
  /** While an image is built, values that are set when the agent starts are still missing. */
  isBuild: boolean;
}

/** `before`: what was found by the checks before this one. */
export type Check = (setUp: SetUp, before: readonly Finding[]) => Finding[];

export function ok(check: string, message: string): Finding {
  return { check, status: "ok", message, fix: "" };
}

export function warn(check: string, message: string, fix: string): Finding {
  return { check, status: "warn", message, fix };
}

export function fail(check: string, message: string, fix: string): Finding {
  return { check, status: "fail", message, fix };
}
