/**
 * Effects, and words for them, that are the same for commit messages and for other texts.
 */
import type { MessageRules } from "../message-rules.ts";
import { changeText, changeView, textOf, viewOf, type TextDraft } from "../text/text-draft.ts";
import type { EnsureTrailerEffect, MatchEffect, RemoveTrailerEffect } from "../plan.ts";
import { quoted } from "../printable.ts";
import { ensureInView, hasTrailer } from "./ensure-trailer.ts";
import { findMatched, findUnmatched, quoteFound, quoteUnmatched } from "./match.ts";
import { plainTextAsItIs } from "../text/plain-text.ts";
import { isUnwanted } from "./remove-trailer.ts";
import type { TextEffectKind } from "./text-effect-kind.ts";
import type { TrailerView } from "../text/trailer-view.ts";

export const ensureTrailerEffect: TextEffectKind<EnsureTrailerEffect> = {
  apply: (draft, effect, value) => {
    const view = ensureInView(draft.view || viewOf(draft), effect, value);
    if (view === null) return "";
    changeView(draft, view);
    return "added " + quoted(effect.key + ": " + value);
  },
  // Some messages have no place for the trailer, so an unchanged message may still lack it.
  holds: (draft, effect, value) => hasTrailer(draft.view || viewOf(draft), effect, value),
  subject: ({ key }) => "trailer '" + key + "'",
  // git trims values when it reads them, so a value with spaces around it would never be found again.
  trims: true,
};

export function hasUnwanted(view: TrailerView, unwanted: RemoveTrailerEffect): boolean {
  const { key } = unwanted;
  for (let trailer = view.byKey[key.toLowerCase()]; trailer !== undefined; trailer = trailer.previous) {
    if (isUnwanted({ key, value: trailer.value }, unwanted)) return true;
  }
  return false;
}

const mostNamed = 3;

/** `remove` adds each trailer that it removes to `removed`. */
export function removeTrailerEffect(
  remove: (text: string, effect: RemoveTrailerEffect, rules: MessageRules, removed: string[]) => string,
): TextEffectKind<RemoveTrailerEffect> {
  return {
    subject: ({ key }) => "trailer '" + key + "'",
    apply: (draft, effect) => {
      const removed: string[] = [];
      const text = remove(textOf(draft), effect, draft.rules as MessageRules, removed);
      if (!changeText(draft, text)) return "";
      const more = removed.length - mostNamed;
      const names = removed.slice(0, mostNamed).map(quoted).join(", ");
      return "removed " + names + (more > 0 ? " and " + more + " more" : "");
    },
    holds: (draft, effect) => !hasUnwanted(viewOf(draft), effect),
  };
}

export const prefixWords = {
  done: (_: unknown, value: string): string => "added the prefix " + quoted(value),
  subject: (): string => "prefix",
};

export const suffixWords = {
  done: (_: unknown, value: string): string => "added the suffix " + quoted(value),
  subject: (): string => "suffix",
};

function rulesOf({ rules }: TextDraft): MessageRules {
  return rules || plainTextAsItIs;
}

/** Only for commit messages: if a response is refused for a secret, quoting it would put the secret into a log. */
function quoteIn(draft: TextDraft, reading: string | null, quote: (text: string) => string): string {
  return draft.rules === null || reading === null ? "" : quote(reading);
}

export const requireMatchEffect: TextEffectKind<MatchEffect> = {
  apply: () => "",
  holds: (draft, { dfa }) => findUnmatched(textOf(draft), dfa, rulesOf(draft)) === null,
  subject: () => "pattern",
  fault: ({ message }) => message,
  found: (draft, { dfa }) =>
    quoteIn(draft, findUnmatched(textOf(draft), dfa, rulesOf(draft)), (text) => quoteUnmatched(dfa, text)),
};

export const forbidMatchEffect: TextEffectKind<MatchEffect> = {
  ...requireMatchEffect,
  holds: (draft, { dfa }) => findMatched(textOf(draft), dfa, rulesOf(draft)) === null,
  found: (draft, { dfa }) =>
    quoteIn(draft, findMatched(textOf(draft), dfa, rulesOf(draft)), (text) => quoteFound(dfa, text)),
};
