/**
 * The effects on a commit message by type: one entry for each, one file for what it does. A message has no sections.
 */
import type { TextEffect } from "../plan.ts";
import { ensurePrefix, hasPrefix } from "./ensure-prefix.ts";
import { ensureSuffix, hasSuffix } from "./ensure-suffix.ts";
import { removeTrailer } from "./remove-trailer.ts";
import {
  ensureTrailerEffect,
  forbidMatchEffect,
  hasUnwanted,
  prefixWords,
  removeTrailerEffect,
  requireMatchEffect,
  suffixWords,
} from "./shared-effects.ts";
import { onText, type TextEffectTable } from "./text-effect-kind.ts";
import { viewOf } from "../text/text-draft.ts";

const removeFromText = removeTrailerEffect(removeTrailer);

export const messageEffects: TextEffectTable<Exclude<TextEffect["type"], "text.ensureSection">> = {
  "text.ensureTrailer": ensureTrailerEffect,
  "text.removeTrailer": {
    ...removeFromText,
    // Mostly there is no such trailer, and the view, which others ask too, knows that.
    apply: (draft, effect, value) =>
      hasUnwanted(viewOf(draft), effect) ? removeFromText.apply(draft, effect, value) : "",
  },
  "text.ensurePrefix": onText(
    prefixWords,
    (text, _, value, rules) => ensurePrefix(text, value, rules),
    (text, _, value, rules) => hasPrefix(text, value, rules),
  ),
  "text.ensureSuffix": onText(
    suffixWords,
    (text, _, value, rules) => ensureSuffix(text, value, rules),
    (text, _, value, rules) => hasSuffix(text, value, rules),
  ),
  "text.requireMatch": requireMatchEffect,
  "text.forbidMatch": forbidMatchEffect,
};
