/** The table of effects: a file for each, and here its row. */
import type { TextEffect } from "../plan.ts";
import { appendUniqueRow } from "./append-unique.ts";
import type { TextEffectRow } from "./effect-row.ts";
import { ensurePrefixRow } from "./ensure-prefix.ts";
import { ensureSectionRow } from "./ensure-section.ts";
import { ensureSuffixRow } from "./ensure-suffix.ts";
import { ensureTrailerRow } from "./ensure-trailer.ts";
import { forbidMatchRow, requireMatchRow } from "./match.ts";
import { removeTrailerRow } from "./remove-trailer.ts";

export const textEffects: {
  readonly [T in TextEffect["type"]]: TextEffectRow<TextEffect & { type: T }>;
} = {
  "text.ensureTrailer": ensureTrailerRow,
  "text.removeTrailer": removeTrailerRow,
  "text.ensureSection": ensureSectionRow,
  "text.ensurePrefix": ensurePrefixRow,
  "text.ensureSuffix": ensureSuffixRow,
  "text.requireMatch": requireMatchRow,
  "text.forbidMatch": forbidMatchRow,
};

export const listEffects = { "list.appendUnique": appendUniqueRow };

/** The row of an effect on a text. */
export function rowOf({ type }: { type: TextEffect["type"] }): TextEffectRow<TextEffect> {
  return textEffects[type] as TextEffectRow<TextEffect>;
}
