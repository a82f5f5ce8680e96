/**
 * The text effects by type: one entry for each, one file for what it does. To add one: its file here,
 * its entry in this table, its shape in plan.ts, and its schema in engine/compile/effect-schema.ts.
 */
import { trim, type MessageRules } from "../message-rules.ts";
import { textOf, viewOf, withText, withView, type TextDraft } from "../text-draft.ts";
import type { EffectWords } from "../effect-problems.ts";
import type {
  EnsurePrefixEffect,
  EnsureSectionEffect,
  EnsureSuffixEffect,
  EnsureTrailerEffect,
  MatchEffect,
  RemoveTrailerEffect,
  TextEffect,
} from "../plan.ts";
import { ensurePrefix, ensureTextPrefix } from "./ensure-prefix.ts";
import { ensureSection } from "./ensure-section.ts";
import { ensureSuffix, ensureTextSuffix } from "./ensure-suffix.ts";
import { ensureInView, hasTrailer, type WantedTrailer } from "./ensure-trailer.ts";
import { forbidMatchHolds } from "./forbid-match.ts";
import { plainTextAsItIs, trailersInPlainText, underTitle } from "./plain-text.ts";
import { removeTrailer } from "./remove-trailer.ts";
import { requireMatchHolds } from "./require-match.ts";

export interface TextEffectKind<E extends TextEffect> extends EffectWords<E> {
  /**
   * The text as it should be; the very same draft if there is nothing to change. `value` is the effect's own
   * value with all references filled in.
   */
  apply(draft: TextDraft, effect: E, value: string): TextDraft;
  /** Is it so? Asked of the final text for what is required. By default: would it change nothing? */
  holds?(draft: TextDraft, effect: E, value: string): boolean;
  /** What was done, when the text changed. */
  done(effect: E): string;
}

const ensureTrailerEffect: TextEffectKind<EnsureTrailerEffect> = {
  apply: (draft, effect, value) => {
    const view = ensureInView(viewOf(draft), wantedTrailer(effect, value));
    return view === null ? draft : withView(draft, view);
  },
  // A message may have no place for the trailer: that it stays the same does not mean that it is there.
  holds: (draft, effect, value) => hasTrailer(viewOf(draft), wantedTrailer(effect, value)),
  done: ({ key }) => "added '" + key + "'",
  subject: ({ key }) => "trailer '" + key + "'",
};

/** git trims a value when it reads it back: with spaces around it, it would never be found again. */
function wantedTrailer({ key, dedupe }: EnsureTrailerEffect, value: string): WantedTrailer {
  return { key, value: trim(value), dedupe };
}

/** An effect on the text as such. `rules` is null for a text that is no commit message; see plain-text.ts. */
function onText<E extends TextEffect>(
  change: (text: string, effect: E, value: string, rules: MessageRules | null) => string,
): TextEffectKind<E>["apply"] {
  return (draft, effect, value) => withText(draft, change(textOf(draft), effect, value, draft.rules));
}

const removeTrailerEffect: TextEffectKind<RemoveTrailerEffect> = {
  apply: onText((text, effect, _value, rules) =>
    rules !== null
      ? removeTrailer(text, effect, rules)
      : underTitle(text, (message) => removeTrailer(message, effect, trailersInPlainText)),
  ),
  done: ({ key }) => "removed '" + key + "'",
  subject: ({ key }) => "trailer '" + key + "'",
};

const ensureSectionEffect: TextEffectKind<EnsureSectionEffect> = {
  apply: onText((text, { heading, level }, value) => ensureSection(text, { heading, level, body: value })),
  done: ({ heading }) => "added the section '" + heading + "'",
  subject: ({ heading }) => "section '" + heading + "'",
};

const ensurePrefixEffect: TextEffectKind<EnsurePrefixEffect> = {
  apply: onText((text, _effect, value, rules) =>
    rules === null ? ensureTextPrefix(text, value) : ensurePrefix(text, value, rules),
  ),
  done: () => "added the prefix",
  subject: () => "prefix",
};

const ensureSuffixEffect: TextEffectKind<EnsureSuffixEffect> = {
  apply: onText((text, _effect, value, rules) =>
    rules === null ? ensureTextSuffix(text, value) : ensureSuffix(text, value, rules),
  ),
  done: () => "added the suffix",
  subject: () => "suffix",
};

const requireMatchEffect: TextEffectKind<MatchEffect> = {
  apply: (draft) => draft,
  holds: (draft, { dfa }) => requireMatchHolds(textOf(draft), dfa, draft.rules || plainTextAsItIs),
  done: () => "",
  subject: () => "pattern",
  fault: ({ message }) => message,
};

const forbidMatchEffect: TextEffectKind<MatchEffect> = {
  ...requireMatchEffect,
  holds: (draft, { dfa }) => forbidMatchHolds(textOf(draft), dfa, draft.rules || plainTextAsItIs),
};

const textEffects: { [T in TextEffect["type"]]: TextEffectKind<TextEffect & { type: T }> } = {
  "text.ensureTrailer": ensureTrailerEffect,
  "text.removeTrailer": removeTrailerEffect,
  "text.ensureSection": ensureSectionEffect,
  "text.ensurePrefix": ensurePrefixEffect,
  "text.ensureSuffix": ensureSuffixEffect,
  "text.requireMatch": requireMatchEffect,
  "text.forbidMatch": forbidMatchEffect,
};

export function textEffectOf(effect: TextEffect): TextEffectKind<TextEffect> {
  return textEffects[effect.type] as TextEffectKind<TextEffect>;
}

/** Is what the effect asks for so in this text? */
export function effectHolds(draft: TextDraft, effect: TextEffect, value: string): boolean {
  const kind = textEffectOf(effect);
  return kind.holds ? kind.holds(draft, effect, value) : kind.apply(draft, effect, value) === draft;
}
