/**
 * The text effects by type: one entry for each, one file for what it does. To add one: its file here,
 * its entry in this table, its shape in plan.ts, and its schema in engine/compile/effect-schema.ts.
 */
import { trim, type MessageRules } from "../message-rules.ts";
import type {
  Effect,
  EnsurePrefixEffect,
  EnsureSectionEffect,
  EnsureSuffixEffect,
  EnsureTrailerEffect,
  MatchEffect,
  RemoveTrailerEffect,
} from "../plan.ts";
import { ensurePrefix } from "./ensure-prefix.ts";
import { ensureSection } from "./ensure-section.ts";
import { ensureSuffix } from "./ensure-suffix.ts";
import { ensureTrailer, hasTrailer } from "./ensure-trailer.ts";
import { forbidMatchHolds } from "./forbid-match.ts";
import { removeTrailer } from "./remove-trailer.ts";
import { requireMatchHolds } from "./require-match.ts";

export interface TextEffect<E extends Effect> {
  /** The text as it should be. `value` is the effect's own value with all references filled in. */
  apply(text: string, effect: E, value: string, rules: MessageRules): string;
  /** Is it so? Asked of the final text for what is required. By default: would it change nothing? */
  holds?(text: string, effect: E, value: string, rules: MessageRules): boolean;
  /** What was done, when the text changed. */
  done(effect: E): string;
  /** What it is about, for messages: `trailer 'Co-authored-by'`. */
  subject(effect: E): string;
  /** What is wrong where it does not hold, if the author has words for it. */
  fault?(effect: E): string;
}

const ensureTrailerEffect: TextEffect<EnsureTrailerEffect> = {
  // git trims a value when it reads it back: with spaces around it, it would never be found again.
  apply: (text, { key, dedupe }, value, rules) =>
    ensureTrailer(text, { key, value: trim(value), dedupe }, rules),
  holds: (text, { key, dedupe }, value, rules) =>
    hasTrailer(text, { key, value: trim(value), dedupe }, rules),
  done: ({ key }) => "added '" + key + "'",
  subject: ({ key }) => "trailer '" + key + "'",
};

const removeTrailerEffect: TextEffect<RemoveTrailerEffect> = {
  apply: (text, effect, _value, rules) => removeTrailer(text, effect, rules),
  done: ({ key }) => "removed '" + key + "'",
  subject: ({ key }) => "trailer '" + key + "'",
};

const ensureSectionEffect: TextEffect<EnsureSectionEffect> = {
  apply: (text, { heading, level }, value) => ensureSection(text, { heading, level, body: value }),
  done: ({ heading }) => "added the section '" + heading + "'",
  subject: ({ heading }) => "section '" + heading + "'",
};

const ensurePrefixEffect: TextEffect<EnsurePrefixEffect> = {
  apply: (text, _effect, value, rules) => ensurePrefix(text, value, rules),
  done: () => "added the prefix",
  subject: () => "prefix",
};

const ensureSuffixEffect: TextEffect<EnsureSuffixEffect> = {
  apply: (text, _effect, value, rules) => ensureSuffix(text, value, rules),
  done: () => "added the suffix",
  subject: () => "suffix",
};

const requireMatchEffect: TextEffect<MatchEffect> = {
  apply: (text) => text,
  holds: (text, { dfa }, _value, rules) => requireMatchHolds(text, dfa, rules),
  done: () => "",
  subject: () => "pattern",
  fault: ({ message }) => message,
};

const forbidMatchEffect: TextEffect<MatchEffect> = {
  ...requireMatchEffect,
  holds: (text, { dfa }, _value, rules) => forbidMatchHolds(text, dfa, rules),
};

const textEffects: { [T in Effect["type"]]: TextEffect<Effect & { type: T }> } = {
  "text.ensureTrailer": ensureTrailerEffect,
  "text.removeTrailer": removeTrailerEffect,
  "text.ensureSection": ensureSectionEffect,
  "text.ensurePrefix": ensurePrefixEffect,
  "text.ensureSuffix": ensureSuffixEffect,
  "text.requireMatch": requireMatchEffect,
  "text.forbidMatch": forbidMatchEffect,
};

export function textEffectOf(effect: Effect): TextEffect<Effect> {
  return textEffects[effect.type] as TextEffect<Effect>;
}

/** Is what the effect asks for so in this text? */
export function effectHolds(text: string, effect: Effect, value: string, rules: MessageRules): boolean {
  const kind = textEffectOf(effect);
  return kind.holds
    ? kind.holds(text, effect, value, rules)
    : kind.apply(text, effect, value, rules) === text;
}
