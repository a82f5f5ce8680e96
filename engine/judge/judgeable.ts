/**
 * Which contributions can be judged in a commit that exists. Less is known about it than at commit
 * time: only some kinds can be seen later (seen-kind.ts), and a value that was set then may be missing now.
 */
import { commitKinds, type CommitKind } from "../core/occasion.ts";
import type { Contribution, Reference, TextEffect, When } from "../core/plan.ts";
import { seenKinds, type SeenKind } from "../core/seen-kind.ts";
import { asWritten, lookUp, resolveTemplate, type Values } from "../core/resolve-template.ts";
import { whyNotRun } from "../core/when.ts";

export interface JudgeContext {
  /** `git` gives the commit's own author and committer. */
  values: Values;
  /** Does the commit have two or more parents? */
  isMerge: boolean;
  /** The repository's remotes, or the one pushed to; null if unknown. */
  remotes(): string[] | null;
}

export interface NotJudged {
  id: string;
  plugin: string;
  source: string;
  reason: string;
  /**
   * `commit-time-only`: can never be judged later. `unknown-here`: can be judged once something is set. `unreadable`: because of
   * what the commit itself holds. `failed`: a program whose failure blocks gave no answer, perhaps because of this message.
   */
  cause: "commit-time-only" | "unknown-here" | "unreadable" | "failed";
  /** Would a commit made here be refused for it? If not, the rule may just not be in force here. */
  stopsCommits: boolean;
}

/** The kind that `when.commit` is compared with. `composed` stands for all kinds that cannot be seen. */
export function kindForRules(seen: SeenKind | null): CommitKind {
  return seen || "composed";
}

/** Does the contribution apply to this commit? If that is unknown, it is added to `notJudged` and the answer is no. */
export function isForCommit(
  contribution: Contribution,
  context: JudgeContext,
  seen: SeenKind | null,
  notJudged: NotJudged[],
): boolean {
  const { when } = contribution;
  if (when === undefined) return contribution.disabledBy === undefined;
  const unknown = whyUnknown(when, context, seen);
  const occasion = {
    commit: () => kindForRules(seen),
    remotes: (): string[] => context.remotes() || [],
  };
  const { values } = context;
  if (unknown === null) return whyNotRun(contribution, { values, occasion }) === null;
  // If another condition excludes the commit anyway, the unknown one does not matter.
  const certain = { ...contribution, when: certainPart(when, context, seen) };
  if (whyNotRun(certain, { values, occasion }) === null) notJudged.push(describe(contribution, unknown));
  return false;
}

/**
 * The kinds for which a condition can be judged only while the commit is made: those that cannot be seen, unless all of
 * them are listed. Then it holds for every commit that is none of the others.
 */
export function commitTimeKinds({ commit = [] }: When): CommitKind[] {
  const listed = commit.filter(isUnseen);
  return commitKinds.filter(isUnseen).every((kind) => listed.indexOf(kind) >= 0) ? [] : listed;
}

function isUnseen(kind: CommitKind): boolean {
  return seenKinds.indexOf(kind) < 0;
}

type Unknown = Pick<NotJudged, "reason" | "cause">;

function whyUnknown(when: When, { values, remotes }: JudgeContext, seen: SeenKind | null): Unknown | null {
  if (seen === null && commitTimeKinds(when).length > 0)
    return {
      reason:
        "whether a commit is '" + commitTimeKinds(when).join("' or '") + "' is known only while it is made",
      cause: "commit-time-only",
    };
  for (const reference of when.present || []) {
    if (isFromCaller(reference) && lookUp(reference, values) === "")
      return {
        reason: "environment variable '" + reference.slice(reference.indexOf(".") + 1) + "' is not set here",
        cause: "unknown-here",
      };
  }
  if (when.remote && remotes() === null)
    return { reason: "which remote the commits are for is not known here", cause: "unknown-here" };
  return null;
}

/** The environment may differ from that of the commit; config keys are part of the plan. */
function isFromCaller(reference: Reference): boolean {
  return !reference.startsWith("config.");
}

function certainPart(when: When, { remotes }: JudgeContext, seen: SeenKind | null): When {
  const certain: When = {};
  if (when.present) certain.present = when.present.filter((reference) => !isFromCaller(reference));
  if (when.commit && (seen !== null || commitTimeKinds(when).length === 0)) certain.commit = when.commit;
  if (when.remote && remotes() !== null) certain.remote = when.remote;
  return certain;
}

/** Notes values that do not resolve: effects that need them are skipped when the contribution runs. */
export function noteMissingValues(contribution: Contribution, values: Values, notJudged: NotJudged[]): void {
  let found: NotJudged | null = null;
  for (const effect of contribution.effects as TextEffect[]) {
    const resolved = resolveTemplate(effect.value, values);
    if (typeof resolved === "string") continue;
    const isMissing = resolved.why === "missing";
    const reason =
      "'" +
      asWritten(resolved.reference) +
      "' " +
      (isMissing ? "is not set here" : "has a control character in it");
    const stopsCommits = !isMissing || effect.missing === "error";
    // `git.author` and `git.committer` are those of the commit: its author chose them.
    const cause = resolved.reference.startsWith("git.") ? "unreadable" : "unknown-here";
    if (found === null || (stopsCommits && !found.stopsCommits))
      found = { ...describe(contribution, { reason, cause }), stopsCommits };
  }
  if (found !== null) notJudged.push(found);
}

function describe({ id, plugin, source }: Contribution, unknown: Unknown): NotJudged {
  return { id, plugin, source, reason: unknown.reason, cause: unknown.cause, stopsCommits: false };
}
