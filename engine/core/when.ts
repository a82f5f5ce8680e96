/**
 * `when`: the conditions of a contribution. All must hold; there are no expressions.
 */
import type { RunContext } from "./dispatch-context.ts";
import type { CommitKind, Facts } from "./facts.ts";
import { matchesGlob } from "./glob.ts";
import type { Contribution } from "./plan.ts";

/** Why it is switched off, or which part of `when` does not hold; null if it runs. */
export function whyNotRun(contribution: Contribution, { values, facts }: RunContext): string | null {
  const { disabledBy, when } = contribution;
  if (disabledBy !== undefined) return "switched off in " + disabledBy;
  if (when === undefined) return null;
  for (const name of when.envPresent || []) {
    if (values.env(name) === "") return "environment variable '" + name + "' is not set";
  }
  for (const key of when.configPresent || []) {
    if (values.config(key) === "") return "config key '" + key + "' is not set";
  }
  // Last, because only a remote has to be looked for.
  return (
    (when.commit && whyNotCommit(when.commit, facts)) ||
    (when.remote && whyNotRemote(when.remote, facts)) ||
    null
  );
}

function whyNotCommit(commit: readonly CommitKind[], facts: Facts): string | null {
  if (facts.commit === null) return "which kind of commit this is is not known";
  if (commit.indexOf(facts.commit) >= 0) return null;
  return "the commit is '" + facts.commit + "', not " + quoteAll(commit);
}

function whyNotRemote(remote: readonly string[], facts: Facts): string | null {
  const names = facts.remotes();
  if (names.length === 0) return "the repository has no remote";
  const isWanted = (name: string): boolean => remote.some((glob) => matchesGlob(name, glob));
  return names.some(isWanted) ? null : "no remote matches " + quoteAll(remote);
}

function quoteAll(words: readonly string[]): string {
  return words.map((word) => "'" + word + "'").join(" or ");
}
