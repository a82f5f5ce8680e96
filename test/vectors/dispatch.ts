/** Runs a dispatch that a vector describes with plain data. */
import { runEffects } from "../../engine/core/dispatch/run-effects.ts";
import type { HookPointName } from "../../engine/core/hook-points.ts";
import type { CommitKind, Occasion } from "../../engine/core/occasion.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";

/** A string is dispatched as a text, a list as a list. */
export interface Given {
  payload?: string | string[];
  /** Is the text no commit message? */
  plain?: boolean;
  sealedFile?: { [name: string]: string };
  env?: { [name: string]: string };
  allowEmpty?: boolean;
  commit?: CommitKind;
  remotes?: string[];
  /** Answers `${git.committer}`; there is no author. */
  committer?: string;
}

export const defaultPayload = "fix\n";

/** The outcome in short: the payload, each hook's state, and the codes of what is wrong. */
export function dispatch(plan: Plan, given: Given): unknown {
  const env = given.env || {};
  const values = makeValues(
    plan,
    given.sealedFile || {},
    (name) => (Object.prototype.hasOwnProperty.call(env, name) ? env[name] : undefined),
    (which) => (which === "committer" ? given.committer || "" : ""),
  );
  const occasion: Occasion = { commit: () => given.commit || null, remotes: () => given.remotes || [] };
  const cleanup = given.plain ? null : { mode: "whitespace" as const, commentChar: "#" };
  const allowEmpty = given.allowEmpty || false;
  const point = Object.keys(plan.points)[0] as HookPointName;
  const payload = given.payload === undefined ? defaultPayload : given.payload;
  const outcome = runEffects(plan, point, payload, { cleanup, values, allowEmpty, occasion });
  return {
    payload: outcome.value,
    trace: outcome.trace.map((entry) => entry.id + " " + entry.state + ": " + entry.detail),
    problems: outcome.problems.map((problem) => problem.code),
    warnings: outcome.warnings.map((problem) => problem.code),
  };
}
