/**
 * The effects on a text that is no commit message (see plain-text.ts), by type. Tables of their own, because commits
 * need not load them.
 */
import type { EnsureSectionEffect, TextEffect } from "../plan.ts";
import { ensureTextPrefix } from "./ensure-prefix.ts";
import { ensureSection, ensureSectionAboveTrailers } from "./ensure-section.ts";
import { ensureLastParagraph, ensureTextSuffix } from "./ensure-suffix.ts";
import { trailersInPlainText, underTitle } from "./plain-text.ts";
import { removeTrailer } from "./remove-trailer.ts";
import {
  ensureTrailerEffect,
  forbidMatchEffect,
  prefixWords,
  removeTrailerEffect,
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
  "text.removeTrailer": removeTrailerEffect((text, effect, _, removed) =>
    underTitle(text, (message) => removeTrailer(message, effect, trailersInPlainText, removed)),
  ),
  "text.ensureSection": onText(sectionWords, (text, { heading, level }, body) =>
    ensureSectionAboveTrailers(text, { heading, level, body }),
  ),
  "text.ensurePrefix": onText(prefixWords, (text, _, value) => ensureTextPrefix(text, value)),
  "text.ensureSuffix": onText(suffixWords, (text, _, value) => ensureTextSuffix(text, value)),
  "text.requireMatch": requireMatchEffect,
  "text.forbidMatch": forbidMatchEffect,
};

/** Where the text has no trailers; the compiler lets no effect on them in. */
export const trailerlessEffects: TextEffectTable<
  Exclude<TextEffect["type"], "text.ensureTrailer" | "text.removeTrailer">
> = {
  ...plainTextEffects,
  "text.ensureSection": onText(sectionWords, (text, { heading, level }, body) =>
    ensureSection(text, { heading, level, body }),
  ),
  "text.ensureSuffix": onText(suffixWords, (text, _, value) => ensureLastParagraph(text, value)),
};
