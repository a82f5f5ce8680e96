/** Judges a commit that a vector describes with plain data. */
import { createMessageJudge } from "../../engine/judge/judge-message.ts";
import type { JudgeContext } from "../../engine/judge/judgeable.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";

export interface GivenCommit {
  message: string;
  env?: { [name: string]: string };
  isMerge?: boolean;
  /** Null: nobody can say. */
  remotes?: string[] | null;
  committer?: string;
}

/** The judgement in short. */
export function judge(plan: Plan, given: GivenCommit): unknown {
  const env = given.env || {};
  const values = makeValues(
    plan,
    {},
    (name) => (Object.prototype.hasOwnProperty.call(env, name) ? env[name] : undefined),
    (which) => (which === "committer" ? given.committer || "" : ""),
  );
  const context: JudgeContext = {
    values,
    isMerge: given.isMerge || false,
    remotes: () => (given.remotes === undefined ? [] : given.remotes),
  };
  const { violations, notJudged } = createMessageJudge(plan, context, () => "")(given.message);
  return {
    violations: violations.map(({ id, message, before, after }) =>
      before === after ? [id, message] : [id, message, after],
    ),
    notJudged: notJudged.map(({ id, reason, cause }) => id + " " + cause + ": " + reason),
  };
}
