/**
 * Which messages are judged alike. Most rules ask for trailers, and most commits of a history end in one of a few ways, so
 * the native host can tell by itself that a commit is clean: it has seen another that was (shim/native/alike-commits.c).
 */
import type { MatchEffect, Plan, TextEffect } from "../core/plan.ts";
import type { PatternDfa } from "../core/pattern-dfa.ts";
import { refersToIdents } from "./named-idents.ts";

/**
 * A message is like a clean one if it has the same `trailerPart`, is of no kind that can be seen (seen-kind.ts), cleanup would
 * leave it as it is, and each of these patterns matches, or does not if it is forbidden.
 */
export interface Alike {
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

export function isMatch(effect: TextEffect): effect is MatchEffect {
  return effect.type === "text.requireMatch" || effect.type === "text.forbidMatch";
}

const tab = 9;
const lineEnd = 10;
const space = 32;
const hash = 35;

/** Stands for any other: only that there is one matters to trailers. */
const title = "x";

/**
 * A short message with the same trailers: git looks for them from the end up to the first blank line below the title, so
 * the last paragraph under a title of one letter will do. Null if that is not certain: a comment may cut the message
 * off, and git ignores some endings.
 */
export function trailerPart(message: string): string | null {
  const { length } = message;
  const end = message.charCodeAt(length - 1) === lineEnd ? length - 1 : length;
  const first = message.charCodeAt(0);
  const beginsAndEndsInText = first > space && message.charCodeAt(end - 1) > space;
  if (!beginsAndEndsInText || first === hash || message.indexOf("\n#") >= 0) return null;
  const lastLine = message.lastIndexOf("\n", end - 1) + 1;
  if (lastLine === 0) return title;
  if (message.charCodeAt(lastLine) === tab || message.startsWith("Conflicts:", lastLine)) return null;
  const blank = message.lastIndexOf("\n\n", end - 1);
  return blank < 0 ? null : title + message.slice(blank);
}
