/**
 * Which messages are judged alike. Most rules ask for trailers, and most commits of a history end in one of a few ways, so
 * the native host can tell by itself that a commit is clean: it has seen another that was (shim/native/alike-commits.c).
 */
import type { Contribution, MatchEffect, Plan, TextEffect } from "../core/plan.ts";
import type { PatternDfa } from "../core/pattern-dfa.ts";
import { refersToIdents } from "./named-idents.ts";

/**
 * A message is like a clean one if it has the same trailer part (trailer-part.ts), is of no kind that can be seen (seen-kind.ts),
 * cleanup would leave it as it is, and each of these patterns matches, or does not if it is forbidden.
 */
export interface Alike {
  /** Of the trailers that the rules read, in lower case. */
  keys: readonly string[];
  patterns: { dfa: PatternDfa; isForbidden: boolean }[];
}

/** Do the rules read nothing of a commit but trailers, patterns and its kind? */
export function canBeAlike({ scope, trustAuthors, points, programs = {} }: Plan): boolean {
  return (
    scope === "all" &&
    trustAuthors === undefined &&
    (programs[point] || []).length === 0 &&
    (points[point] || []).every(
      (contribution) =>
        !refersToIdents(contribution) &&
        (contribution.effects as TextEffect[]).every(
          (effect) => readsTrailersOnly(effect) || isMatch(effect),
        ),
    )
  );
}

const point = "commit.message.finalize";

export function readsTrailersOnly({ type }: TextEffect): boolean {
  return type === "text.ensureTrailer" || type === "text.removeTrailer";
}

/** Of the trailers that these read, in lower case, each once. */
export function keysOf(contributions: readonly Contribution[]): string[] {
  const keys: string[] = [];
  for (const { effects } of contributions)
    for (const effect of effects as TextEffect[]) {
      if (effect.type !== "text.ensureTrailer" && effect.type !== "text.removeTrailer") continue;
      const key = effect.key.toLowerCase();
      if (keys.indexOf(key) < 0) keys.push(key);
    }
  return keys;
}

export function isMatch(effect: TextEffect): effect is MatchEffect {
  return effect.type === "text.requireMatch" || effect.type === "text.forbidMatch";
}
