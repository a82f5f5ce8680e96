/**
 * The effects on a commit message by type: one entry for each, one file for what it does. A message has no sections.
 */
import type { RemoveTrailerEffect, TextEffect } from "../plan.ts";
import { ensurePrefix } from "./ensure-prefix.ts";
import { ensureSuffix } from "./ensure-suffix.ts";
import { isUnwanted, removeTrailer } from "./remove-trailer.ts";
import {
  ensureTrailerEffect,
  forbidMatchEffect,
  prefixWords,
  removeTrailerEffect,
  requireMatchEffect,
  suffixWords,
} from "./shared-effects.ts";
import { onText, type TextEffectTable } from "./text-effect-kind.ts";
import { viewOf } from "../text/text-draft.ts";
import type { TrailerView } from "../text/trailer-view.ts";

const removeFromText = removeTrailerEffect(removeTrailer);

function hasUnwanted(view: TrailerView, unwanted: RemoveTrailerEffect): boolean {
  const { key } = unwanted;
  for (let trailer = view.byKey[key.toLowerCase()]; trailer !== undefined; trailer = trailer.previous) {
    if (isUnwanted({ key, value: trailer.value }, unwanted)) return true;
  }
  return false;
}

export const messageEffects: TextEffectTable<Exclude<TextEffect["type"], "text.ensureSection">> = {
  "text.ensureTrailer": ensureTrailerEffect,
  "text.removeTrailer": {
    ...removeFromText,
    // Mostly there is no such trailer, and the view, which others ask too, knows that.
    apply: (draft, effect, value) =>
      hasUnwanted(viewOf(draft), effect) ? removeFromText.apply(draft, effect, value) : "",
  },
  "text.ensurePrefix": onText(prefixWords, (text, _, value, rules) => ensurePrefix(text, value, rules)),
  "text.ensureSuffix": onText(suffixWords, (text, _, value, rules) => ensureSuffix(text, value, rules)),
  "text.requireMatch": requireMatchEffect,
  "text.forbidMatch": forbidMatchEffect,
};
