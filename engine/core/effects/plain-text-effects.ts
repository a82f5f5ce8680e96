/**
 * The effects on a text that is no commit message (see plain-text.ts), by type. A table of its own, because commits
 * need not load it.
 */
import type { EnsureSectionEffect, TextEffect } from "../plan.ts";
import { ensureTextPrefix } from "./ensure-prefix.ts";
import { ensureSection } from "./ensure-section.ts";
import { ensureTextSuffix } from "./ensure-suffix.ts";
import { trailersInPlainText, underTitle } from "./plain-text.ts";
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

const sectionWords = {
  done: ({ heading }: EnsureSectionEffect): string => "added the section '" + heading + "'",
  subject: ({ heading }: EnsureSectionEffect): string => "section '" + heading + "'",
};

export const plainTextEffects: TextEffectTable<TextEffect["type"]> = {
  "text.ensureTrailer": ensureTrailerEffect,
  "text.removeTrailer": onText(removeTrailerWords, (text, effect) =>
    underTitle(text, (message) => removeTrailer(message, effect, trailersInPlainText)),
  ),
  "text.ensureSection": onText(sectionWords, (text, { heading, level }, body) =>
    ensureSection(text, { heading, level, body }),
  ),
  "text.ensurePrefix": onText(prefixWords, (text, _, value) => ensureTextPrefix(text, value)),
  "text.ensureSuffix": onText(suffixWords, (text, _, value) => ensureTextSuffix(text, value)),
  "text.requireMatch": requireMatchEffect,
  "text.forbidMatch": forbidMatchEffect,
};
