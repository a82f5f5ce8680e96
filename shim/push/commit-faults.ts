/** Judges single commits at a push, with what a hook knows. */
import type { NotJudged } from "../../engine/judge/judgeable.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { remoteName } from "../../engine/core/remote-name.ts";
import type { Commit } from "../git/commit-object.ts";
import { askRemotes } from "../git/remotes.ts";
import type { Host } from "../host.ts";
import { idsOf } from "../plan/add-lower-layers.ts";
import { latin1Only } from "../judge/encodings.ts";
import { createVerdicts } from "../judge/judge-commit.ts";

/** What is wrong with a commit, or why it cannot be judged. */
export interface Fault {
  /** The contribution's id, or empty. */
  id: string;
  source: string;
  plugin?: string;
  message: string;
  /** `unjudged`: a value is missing here. `unreadable`: no git with default settings reads the same words in it. */
  kind: "broken" | "unjudged" | "unreadable";
  /** Would the rule change the message, so that `interlock fix` can fix it? A check can only fail. */
  canBeFixed?: boolean;
}

export type CommitJudge = (commit: Commit) => Fault[];

const noFaults: Fault[] = [];

/**
 * `url`: the address of the push. `onSkipped`: called for each commit
 * with a rule that may not be in force here.
 */
export function createJudge(
  host: Host,
  plan: Plan,
  sealed: { [name: string]: string },
  url: string,
  isSealed: boolean,
  onSkipped: (skipped: NotJudged) => void,
): CommitJudge {
  const judgeBy = (rules: Plan): CommitJudge => createJudgeBy(host, rules, sealed, url, isSealed, onSkipped);
  if (plan.sealed === undefined) return judgeBy(plan);
  // In one chain, a rule of the caller's could change the text before a sealed one sees it, and so decide whether that is broken.
  const bySealed = judgeBy(plan.sealed);
  const byAll = judgeBy(plan);
  const isSealedId = idsOf(plan.sealed);
  return (commit) => {
    const faults = bySealed(commit);
    // What is unreadable has no id, and is reported once. Rules that name a person can make more unreadable than others do.
    const isReported = faults.some(({ id }) => id === "");
    return faults.concat(byAll(commit).filter(({ id }) => (id === "" ? !isReported : !isSealedId(id))));
  };
}

function createJudgeBy(
  host: Host,
  plan: Plan,
  sealed: { [name: string]: string },
  url: string,
  isSealed: boolean,
  onSkipped: (skipped: NotJudged) => void,
): CommitJudge {
  let known: string[] | null = null;
  // The remotes that counted when the commits were made, plus the one that is pushed to.
  const remotes = (): string[] => (known = known ?? askRemotes(host, []).concat(remoteName(url)));
  const verdictOn = createVerdicts(host, { plan, sealed, remotes, decoders: latin1Only, isSealed });

  return (commit) => {
    const verdict = verdictOn(commit);
    if (verdict.kind === "left") return noFaults;
    if (verdict.kind === "unreadable")
      return [{ id: "", source: "", message: verdict.reason, kind: "unreadable" }];
    const { violations, notJudged } = verdict;
    if (violations.length === 0 && notJudged.length === 0) return noFaults;
    const faults: Fault[] = violations.map(({ id, source, plugin, message, before, after }) => ({
      id,
      source,
      plugin,
      message,
      kind: "broken",
      canBeFixed: before !== after,
    }));
    for (const rule of notJudged) {
      const { id, source, plugin, reason: message } = rule;
      if (rule.stopsCommits) faults.push({ id, source, plugin, message, kind: "unjudged" });
      else if (rule.cause !== "commit-time-only") onSkipped(rule);
    }
    return faults;
  };
}
