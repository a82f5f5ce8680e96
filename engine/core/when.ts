/**
 * `when`: the conditions of a contribution. All must hold; there are no expressions.
 */
import type { CommitKind, Occasion } from "./occasion.ts";
import { matchesGlob } from "./glob.ts";
import type { Contribution, Reference, When } from "./plan.ts";
import { lookUp, type Values } from "./resolve-template.ts";

/** What the conditions are decided by. */
export interface RunContext {
  values: Values;
  occasion: Occasion;
}

/** Why the contribution is disabled, or which of its conditions does not hold; null if it runs. */
export function whyNotRun(contribution: Contribution, { values, occasion }: RunContext): string | null {
  const { disabledBy, when } = contribution;
  if (disabledBy !== undefined) return "switched off in " + disabledBy;
  return when === undefined ? null : whyNotWhen(when, { values, occasion });
}

/** Which condition does not hold; null if all do. */
export function whyNotWhen(when: When, { values, occasion }: RunContext): string | null {
  const { present } = when;
  if (present !== undefined) {
    for (const reference of present) {
      // As `lookUp` would, without the call: calls are expensive in the script engine.
      const known = values.known[reference];
      const value = known === undefined ? lookUp(reference, values) : known;
      if (value === "") return nameOf(reference) + " is not set";
    }
  }
  // Last, because remotes may have to be read from git's config.
  return (
    (when.commit && whyNotCommit(when.commit, occasion)) ||
    (when.remote && whyNotRemote(when.remote, occasion)) ||
    null
  );
}

function nameOf(reference: Reference): string {
  const name = "'" + reference.slice(reference.indexOf(".") + 1) + "'";
  return (reference.startsWith("config.") ? "config key " : "environment variable ") + name;
}

function whyNotCommit(commit: readonly CommitKind[], occasion: Occasion): string | null {
  const kind = occasion.commit();
  if (kind === null) return "which kind of commit this is is not known";
  if (commit.indexOf(kind) >= 0) return null;
  return "the commit is '" + kind + "', not " + quoteAll(commit);
}

function whyNotRemote(remote: readonly string[], occasion: Occasion): string | null {
  const names = occasion.remotes();
  if (names.length === 0) return "the repository has no remote";
  const isWanted = (name: string): boolean => remote.some((glob) => matchesGlob(name, glob));
  return names.some(isWanted) ? null : "no remote matches " + quoteAll(remote);
}

function quoteAll(words: readonly string[]): string {
  return words.map((word) => "'" + word + "'").join(" or ");
}
