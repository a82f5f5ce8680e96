/**
 * `text.ensureSuffix`: the body, which is what stands before the trailer block, ends with the given
 * lines. If it does not, they are added as a paragraph of their own; every other byte stays, and git reads the same
 * trailers as before. Running it again changes nothing.
 */
import type { TextEffect } from "../plan.ts";
import { quoted } from "../printable.ts";
import { insertLines, linesOf, splitLines } from "../text/lines.ts";
import type { CleanupSettings } from "../cleanup-settings.ts";
import { isBlank, trimEnd } from "../white-space.ts";
import { titled, trailersInPlainText, underTitle } from "../text/plain-text.ts";
import { findTrailers, placesAboveTrailers, splitMessage, splitShown } from "../text/trailer-block.ts";
import { onText, type EffectRow } from "./effect-row.ts";

export interface EnsureSuffixEffect extends TextEffect {
  type: "text.ensureSuffix";
}

export function ensureSuffix(text: string, suffix: string, cleanup: CleanupSettings): string {
  // git cleans the suffix too. Compare only what it will keep.
  const own = splitMessage(linesOf(suffix).join("\n"), cleanup);
  const wanted = own.kept.map((index) => own.lines[index] as string);
  const message = splitMessage(text, cleanup);
  const { lines, kept, titleEnd } = message;
  if (wanted.length === 0 || kept.length === 0) return text;

  const { start, end } = findTrailers(message, kept.length, cleanup);
  const bodyEnd = start === end ? kept.length : start;
  const committed = kept.map((index) => lines[index] as string);
  if (endsWithLines(committed, bodyEnd, titleEnd, wanted)) return text;
  // A suffix that looks like a trailer is a trailer block, to which other trailers may have been added.
  for (let i = bodyEnd + 1; i <= kept.length; i++) {
    if (!isBlank(committed[i - 1] as string) && endsWithLines(committed, i, titleEnd, wanted)) return text;
  }

  if (start !== end) return insertLines(text, lines, kept[start] as number, wanted.concat(""));
  const last = kept[kept.length - 1] as number;
  return insertLines(text, lines, last + 1, paragraphBehind(lines[last], wanted));
}

/**
 * Does the message, as git shows it, end with all lines of the suffix? Only trailers may follow them, and what continues
 * those: to git, text and comments may stand in a trailer block too. A message without a body has no suffix, nor has one
 * whose suffix cleanup drops.
 */
export function hasSuffix(text: string, suffix: string, cleanup: CleanupSettings): boolean {
  const wanted = linesOf(suffix);
  if (wanted.length === 0) return true;
  const message = splitShown(text, cleanup);
  const { lines, kept, titleEnd } = message;
  const shown = kept.map((index) => lines[index] as string);
  if (endsWithLines(shown, shown.length, titleEnd, wanted)) return true;
  // Below a scissors line git finds no trailers, and shows the text.
  if (splitMessage(text, cleanup).kept.length < kept.length) return false;
  const { start, end } = findTrailers(message, kept.length, cleanup);
  if (skipBlankLines(shown, shown.length) !== end) return false;
  const places = placesAboveTrailers({ lines: shown, start, end }, cleanup);
  return places.some((place) => endsWithLines(shown, place, titleEnd, wanted));
}

/** For a text without git's rules, such as a pull request's; it may have trailers too, and they stay last. */
export function ensureTextSuffix(text: string, suffix: string): string {
  return underTitle(text, (message) => ensureSuffix(message, suffix, trailersInPlainText));
}

function hasTextSuffix(text: string, suffix: string): boolean {
  return hasSuffix(titled(text), suffix, trailersInPlainText);
}

function hasLastParagraph(text: string, suffix: string): boolean {
  const lines = splitLines(text);
  return endsWithLines(lines, lines.length, 0, linesOf(suffix));
}

/** For a text without trailers, such as a response: the suffix is the last paragraph. */
export function ensureLastParagraph(text: string, suffix: string): string {
  const wanted = linesOf(suffix);
  const lines = splitLines(text);
  if (endsWithLines(lines, lines.length, 0, wanted)) return text;
  const end = skipBlankLines(lines, lines.length);
  return insertLines(text, lines, end, paragraphBehind(lines[end - 1], wanted));
}

function paragraphBehind(previous: string | undefined, paragraph: string[]): string[] {
  return previous === undefined || isBlank(previous) ? paragraph : [""].concat(paragraph);
}

/** Are these the last lines between two places? White space at line ends and the number of blank lines do not matter. */
function endsWithLines(lines: string[], end: number, start: number, wanted: string[]): boolean {
  let at = skipBlankLines(lines, end);
  let left = wanted.length;
  while (left > 0) {
    if (at <= start || trimEnd(lines[at - 1] as string) !== trimEnd(wanted[left - 1] as string)) return false;
    const next = skipBlankLines(lines, at - 1);
    const nextLeft = skipBlankLines(wanted, left - 1);
    if (nextLeft > 0 && next < at - 1 !== nextLeft < left - 1) return false;
    at = next;
    left = nextLeft;
  }
  return true;
}

/** The place behind the last line above a place that is not blank. */
function skipBlankLines(lines: string[], from: number): number {
  let end = from;
  while (end > 0 && isBlank(lines[end - 1] as string)) end--;
  return end;
}

const done = (_: unknown, value: string): string => "added the suffix " + quoted(value);

export const ensureSuffixRow: EffectRow<EnsureSuffixEffect> = {
  type: "text.ensureSuffix",
  summary: "adds a paragraph before the trailers",
  meantBy: "suffix|footer|text.*append|append.*text",
  keys: { value: { form: "lines" } },
  isCheck: false,
  subject: () => "suffix",
  on: {
    message: {
      ...onText(
        done,
        (text, _, value, cleanup) => ensureSuffix(text, value, cleanup),
        (text, _, value, cleanup) => hasSuffix(text, value, cleanup),
      ),
      reads: "message",
      forbids: () => false,
      compares: () => "texts",
    },
    description: onText(
      done,
      (text, _, value) => ensureTextSuffix(text, value),
      (text, _, value) => hasTextSuffix(text, value),
    ),
    response: onText(
      done,
      (text, _, value) => ensureLastParagraph(text, value),
      (text, _, value) => hasLastParagraph(text, value),
    ),
  },
  // With an editor, git's cleanup removes such a line, and the next run would add it again.
  whyUnfit: ({ value }, kind) =>
    kind === "message" && value.some((text, i) => i % 2 === 0 && (i === 0 ? /^#|\n#/ : /\n#/).test(text))
      ? {
          key: "value",
          message: "a line of the suffix begins with '#', as comments in a commit message do",
          hint: "begin the line with something else",
        }
      : null,
};
