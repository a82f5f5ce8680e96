/**
 * The text effects by type: one line for each, one file for what it does. To add one: its file here,
 * its line in this table, its shape in plan.ts, and its schema in engine/compile/effect-schema.ts.
 */
import type { MessageRules } from "../message-rules.ts";
import type { Effect, EnsureTrailerEffect } from "../plan.ts";
import { ensureTrailer, hasTrailer } from "./ensure-trailer.ts";

export interface TextEffect<E extends Effect> {
  /** The text as it should be. `value` is the effect's own value with all references filled in. */
  apply(text: string, effect: E, value: string, rules: MessageRules): string;
  /** Is it so? Asked of the final text for what is required. */
  holds(text: string, effect: E, value: string, rules: MessageRules): boolean;
  /** What was done, when the text changed. */
  done(effect: E): string;
  /** What it is about, for messages: `trailer 'Co-authored-by'`. */
  subject(effect: E): string;
  /** What is wrong where it does not hold, and the way out. */
  fault(effect: E): { message: string; hint: string };
}

const ensureTrailerEffect: TextEffect<EnsureTrailerEffect> = {
  apply: (text, { key, dedupe }, value, rules) => ensureTrailer(text, { key, value, dedupe }, rules),
  holds: (text, { key, dedupe }, value, rules) => hasTrailer(text, { key, value, dedupe }, rules),
  done: ({ key }) => "added '" + key + "'",
  subject: ({ key }) => "trailer '" + key + "'",
  fault: ({ key }) => ({
    message: "the trailer '" + key + "' is required, and the message does not end with it",
    hint: "run 'interlock explain -- git commit ...': a later hook removed it, or a scissors line is the first line",
  }),
};

const textEffects: { [T in Effect["type"]]: TextEffect<Extract<Effect, { type: T }>> } = {
  "text.ensureTrailer": ensureTrailerEffect,
};

export function textEffectOf(effect: Effect): TextEffect<Effect> {
  return textEffects[effect.type];
}
