/**
 * The effects on a commit message by type: one entry for each, one file for what it does. A message has no sections.
 */
import type { TextEffect } from "../plan.ts";
import { ensurePrefix } from "./ensure-prefix.ts";
import { ensureSuffix } from "./ensure-suffix.ts";
import { removeTrailer } from "./remove-trailer.ts";
import {
  ensureTrailerEffect,
  forbidMatchEffect,
  prefixWords,
  removeTrailerWords,
  requireMatchEffect,
  suffixWords,
} from "./shared-effects.ts";
import { onText, type TextEffectTable } from "./text-effect-kind.ts";

export const messageEffects: TextEffectTable<Exclude<TextEffect["type"], "text.ensureSection">> = {
  "text.ensureTrailer": ensureTrailerEffect,
  "text.removeTrailer": onText(removeTrailerWords, (text, effect, _, rules) =>
    removeTrailer(text, effect, rules),
  ),
  "text.ensurePrefix": onText(prefixWords, (text, _, value, rules) => ensurePrefix(text, value, rules)),
  "text.ensureSuffix": onText(suffixWords, (text, _, value, rules) => ensureSuffix(text, value, rules)),
  "text.requireMatch": requireMatchEffect,
  "text.forbidMatch": forbidMatchEffect,
};
