/**
 * Runs a hook point's contributions over any text, commit message or not. Pure: the same input and plan give the same
 * outcome. The effects on other texts (see plain-text.ts) have tables of their own here, so that commits need not load them.
 */
import {
  dispatchMessage,
  type DispatchContext,
  type MessageContext,
  type TextOutcome,
} from "./dispatch-message.ts";
import { runnerOf, onText, type TextEffectTable } from "../effects/text-effect-kind.ts";
import { hookPoints, type HookPointName } from "../hook-points.ts";
import type { Plan, EnsureSectionEffect, TextEffect } from "../plan.ts";
import { runContributions } from "../run-contributions.ts";
import { draftOf, textOf } from "../text/text-draft.ts";
import { ensureTextPrefix, hasTextPrefix } from "../effects/ensure-prefix.ts";
import { ensureSection, ensureSectionAboveTrailers, hasSection } from "../effects/ensure-section.ts";
import {
  ensureLastParagraph,
  ensureTextSuffix,
  hasLastParagraph,
  hasTextSuffix,
} from "../effects/ensure-suffix.ts";
import { trailersInPlainText, underTitle } from "../text/plain-text.ts";
import { removeTrailer } from "../effects/remove-trailer.ts";
import {
  ensureTrailerEffect,
  forbidMatchEffect,
  prefixWords,
  removeTrailerEffect,
  requireMatchEffect,
  suffixWords,
} from "../effects/shared-effects.ts";

const sectionWords = {
  done: ({ heading }: EnsureSectionEffect): string => "added the section '" + heading + "'",
  subject: ({ heading }: EnsureSectionEffect): string => "section '" + heading + "'",
};

export const plainTextEffects: TextEffectTable<TextEffect["type"]> = {
  "text.ensureTrailer": ensureTrailerEffect,
  "text.removeTrailer": removeTrailerEffect((text, effect, _, removed) =>
    underTitle(text, (message) => removeTrailer(message, effect, trailersInPlainText, removed)),
  ),
  "text.ensureSection": onText(
    sectionWords,
    (text, { heading, level }, body) => ensureSectionAboveTrailers(text, { heading, level, body }),
    hasSection,
  ),
  "text.ensurePrefix": onText(
    prefixWords,
    (text, _, value) => ensureTextPrefix(text, value),
    (text, _, value) => hasTextPrefix(text, value),
  ),
  "text.ensureSuffix": onText(
    suffixWords,
    (text, _, value) => ensureTextSuffix(text, value),
    (text, _, value) => hasTextSuffix(text, value),
  ),
  "text.requireMatch": requireMatchEffect,
  "text.forbidMatch": forbidMatchEffect,
};

/** For a text without trailers. The compiler rejects effects on trailers there. */
export const trailerlessEffects: TextEffectTable<
  Exclude<TextEffect["type"], "text.ensureTrailer" | "text.removeTrailer">
> = {
  ...plainTextEffects,
  "text.ensureSection": onText(
    sectionWords,
    (text, { heading, level }, body) => ensureSection(text, { heading, level, body }),
    hasSection,
  ),
  "text.ensureSuffix": onText(
    suffixWords,
    (text, _, value) => ensureLastParagraph(text, value),
    (text, _, value) => hasLastParagraph(text, value),
  ),
};

const plainTextRunner = runnerOf("text", plainTextEffects);
const trailerlessRunner = runnerOf("text", trailerlessEffects);

export function dispatchText(
  plan: Plan,
  point: HookPointName,
  text: string,
  context: DispatchContext,
): TextOutcome {
  if (context.rules !== null) return dispatchMessage(plan, point, text, context as MessageContext);
  const outcome: TextOutcome = { text, trace: [], problems: [], warnings: [] };
  const contributions = plan.points[point] || [];
  if (contributions.length === 0) return outcome;
  const draft = draftOf(text, null);
  const runner = hookPoints[point].trailers === "none" ? trailerlessRunner : plainTextRunner;
  runContributions(contributions, draft, context, runner, outcome);
  outcome.text = textOf(draft);
  return outcome;
}
