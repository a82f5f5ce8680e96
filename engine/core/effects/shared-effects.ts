/**
 * Effects, and words for them, that are the same for commit messages and for other texts.
 */
import { changeView, textOf, viewOf } from "../text-draft.ts";
import type { EnsureTrailerEffect, MatchEffect, RemoveTrailerEffect } from "../plan.ts";
import { ensureInView, hasTrailer } from "./ensure-trailer.ts";
import { forbidMatchHolds } from "./forbid-match.ts";
import { plainTextAsItIs } from "./plain-text.ts";
import { requireMatchHolds } from "./require-match.ts";
import type { TextEffectKind } from "./text-effect-kind.ts";

export const ensureTrailerEffect: TextEffectKind<EnsureTrailerEffect> = {
  apply: (draft, effect, value) => {
    const view = ensureInView(draft.view || viewOf(draft), effect, value);
    if (view === null) return "";
    changeView(draft, view);
    return "added '" + effect.key + "'";
  },
  // A message may have no place for the trailer: that it stays the same does not mean that it is there.
  holds: (draft, effect, value) => hasTrailer(draft.view || viewOf(draft), effect, value),
  subject: ({ key }) => "trailer '" + key + "'",
  // git trims a value when it reads it back: with spaces around it, it would never be found again.
  trims: true,
};

export const removeTrailerWords = {
  done: ({ key }: RemoveTrailerEffect): string => "removed '" + key + "'",
  subject: ({ key }: RemoveTrailerEffect): string => "trailer '" + key + "'",
};

export const prefixWords = {
  done: (): string => "added the prefix",
  subject: (): string => "prefix",
};

export const suffixWords = {
  done: (): string => "added the suffix",
  subject: (): string => "suffix",
};

export const requireMatchEffect: TextEffectKind<MatchEffect> = {
  apply: () => "",
  holds: (draft, { dfa }) => requireMatchHolds(textOf(draft), dfa, draft.rules || plainTextAsItIs),
  subject: () => "pattern",
  fault: ({ message }) => message,
};

export const forbidMatchEffect: TextEffectKind<MatchEffect> = {
  ...requireMatchEffect,
  holds: (draft, { dfa }) => forbidMatchHolds(textOf(draft), dfa, draft.rules || plainTextAsItIs),
};
