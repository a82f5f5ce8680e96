/**
 * Which contributions can be judged in a commit that exists. Less is known of it than while it was made:
 * of the ways in which it may have come about only a merge can be seen, and a value may be missing here
 * that was there then.
 */
import type { Contribution, Reference, TextEffect, When } from "./plan.ts";
import { lookUp, resolveTemplate, type Values } from "./resolve-template.ts";
import { whyNotRun } from "./when.ts";

export interface JudgeContext {
  /** `git` gives the commit's own author and committer. */
  values: Values;
  /** Does the commit have two or more parents? */
  isMerge: boolean;
  /** Those of the repository, or the one pushed to; null if nobody can say. */
  remotes(): string[] | null;
  /** `core.commentChar`. */
  commentChar: string;
}

export interface NotJudged {
  id: string;
  plugin: string;
  source: string;
  reason: string;
  /** `commit-time-only` is in the nature of things; `unknown-here` can be mended. */
  cause: "commit-time-only" | "unknown-here";
  /** Would a commit that is made here be refused for it? If not, the rule may simply not be in force here. */
  stopsCommits: boolean;
}

/** Is it for this commit? What cannot be told goes into `notJudged`; then the answer is no. */
export function isForCommit(
  contribution: Contribution,
  context: JudgeContext,
  notJudged: NotJudged[],
): boolean {
  const { when } = contribution;
  if (when === undefined) return contribution.disabledBy === undefined;
  const unknown = whyUnknown(when, context);
  const facts = {
    commit: context.isMerge ? ("merge" as const) : null,
    remotes: (): string[] => context.remotes() || [],
  };
  const { values } = context;
  if (unknown === null) return whyNotRun(contribution, { values, facts }) === null;
  // What is certainly not for this commit need not be known.
  const certain = { ...contribution, when: certainPart(when, context) };
  if (whyNotRun(certain, { values, facts }) === null) notJudged.push(describe(contribution, unknown));
  return false;
}

/** Kinds of commits that leave no trace in the object. */
export function unseenKinds(when: When): string[] {
  return (when.commit || []).filter((kind) => kind !== "merge");
}

type Unknown = Pick<NotJudged, "reason" | "cause">;

function whyUnknown(when: When, { values, isMerge, remotes }: JudgeContext): Unknown | null {
  if (!isMerge && unseenKinds(when).length > 0)
    return {
      reason: "whether a commit is '" + unseenKinds(when).join("' or '") + "' is known only while it is made",
      cause: "commit-time-only",
    };
  for (const reference of when.present || []) {
    if (isFromCaller(reference) && lookUp(reference, values) === "")
      return {
        reason: "environment variable '" + reference.slice("env.".length) + "' is not set here",
        cause: "unknown-here",
      };
  }
  if (when.remote && remotes() === null)
    return { reason: "which remote the commits are for is not known here", cause: "unknown-here" };
  return null;
}

/** The environment may be another one than that of the commit; config keys are the plan's own. */
function isFromCaller(reference: Reference): boolean {
  return reference.startsWith("env.");
}

function certainPart(when: When, { isMerge, remotes }: JudgeContext): When {
  const certain: When = {};
  if (when.present) certain.present = when.present.filter((reference) => !isFromCaller(reference));
  if (when.commit && (isMerge || unseenKinds(when).length === 0)) certain.commit = when.commit;
  if (when.remote && remotes() !== null) certain.remote = when.remote;
  return certain;
}

/** Values that cannot be had: what rests on them is left out when the contribution runs. */
export function noteMissingValues(contribution: Contribution, values: Values, notJudged: NotJudged[]): void {
  let found: NotJudged | null = null;
  for (const effect of contribution.effects as TextEffect[]) {
    const resolved = resolveTemplate(effect.value, values);
    if (typeof resolved === "string") continue;
    const isMissing = resolved.why === "missing";
    const reason =
      "'${" + resolved.reference + "}' " + (isMissing ? "is not set here" : "has a control character in it");
    const stopsCommits = !isMissing || effect.missing === "error";
    if (found === null || (stopsCommits && !found.stopsCommits))
      found = { ...describe(contribution, { reason, cause: "unknown-here" }), stopsCommits };
  }
  if (found !== null) notJudged.push(found);
}

function describe({ id, plugin, source }: Contribution, unknown: Unknown): NotJudged {
  return { id, plugin, source, reason: unknown.reason, cause: unknown.cause, stopsCommits: false };
}
