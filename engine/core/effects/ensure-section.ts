/**
 * `text.ensureSection`: the Markdown text has a section with this heading, of any level. If not, one is added
 * at the end, or above the trailer block, which must stay last. Every other byte stays, and running it again changes
 * nothing.
 */
import { decodeUtf8 } from "../bytes.ts";
import type { TextEffect } from "../plan.ts";
import { insertLines, linesOf, splitLines } from "../text/lines.ts";
import { outlineMarkdown, parseAtxHeading } from "../text/markdown-headings.ts";
import { isBlank } from "../white-space.ts";
import { findTrailerBlock } from "../text/trailer-block.ts";
import { linesOfTitle, titled, trailersInPlainText } from "../text/plain-text.ts";
import { onText, type EffectRow } from "./effect-row.ts";

export interface EnsureSectionEffect extends TextEffect {
  type: "text.ensureSection";
  heading: string;
  level: number;
}

export interface WantedSection {
  heading: string;
  /** 2 if left out. */
  level?: number;
  body?: string;
}

export function ensureSection(text: string, wanted: WantedSection): string {
  return addSection(text, wanted, (lines) => lines.length);
}

/** For a text that has trailers. */
export function ensureSectionAboveTrailers(text: string, wanted: WantedSection): string {
  return addSection(text, wanted, (lines) => {
    const { start, end } = findTrailerBlock(titled(text), trailersInPlainText);
    return start === end ? lines.length : start - linesOfTitle;
  });
}

function hasSection(text: string, wanted: WantedSection): boolean {
  // Parsed back, because a run of # at the end is not part of a heading.
  const name = comparable(parseAtxHeading(headingLineOf(wanted)) || "");
  return outlineMarkdown(splitLines(text)).headings.some((heading) => comparable(heading) === name);
}

function headingLineOf({ heading, level = 2 }: WantedSection): string {
  return "#".repeat(Math.max(1, Math.min(6, level))) + " " + linesOf(heading).join(" ");
}

function addSection(text: string, wanted: WantedSection, placeIn: (lines: string[]) => number): string {
  if (hasSection(text, wanted)) return text;
  const lines = splitLines(text);
  const place = placeIn(lines);
  const { closer } = outlineMarkdown(lines.slice(0, place));
  let added = closer === null ? [] : [closer];
  const last = lines[place - 1];
  if (closer !== null || (last !== undefined && !isBlank(last))) added.push("");
  added.push(headingLineOf(wanted));
  const body = linesOf(wanted.body === undefined ? "" : wanted.body);
  if (body.length > 0) added = added.concat("", body);
  if (place < lines.length) added.push("");
  return insertLines(text, lines, place, added);
}

/** Headings are compared without regard to case, in letters of all alphabets. */
function comparable(heading: string): string {
  return decodeUtf8(heading).toLowerCase();
}

const done = ({ heading }: EnsureSectionEffect): string => "added the section '" + heading + "'";

/** A Markdown heading begins with the character that begins a comment in a commit message. */
export const ensureSectionRow: EffectRow<EnsureSectionEffect> = {
  type: "text.ensureSection",
  summary: "adds a section to a pull request's description",
  meantBy: "section|heading",
  keys: {
    heading: { form: "heading" },
    level: { form: "heading level", default: 2 },
    body: { form: "lines", default: [], as: "value" },
  },
  isCheck: false,
  subject: ({ heading }) => "section '" + heading + "'",
  on: {
    description: onText(
      done,
      (text, { heading, level }, body) => ensureSectionAboveTrailers(text, { heading, level, body }),
      hasSection,
    ),
    response: onText(
      done,
      (text, { heading, level }, body) => ensureSection(text, { heading, level, body }),
      hasSection,
    ),
  },
  elsewhere: {
    why: (point) => "is for Markdown, and '" + point + "' is a commit message",
    hint: "move it to 'pull_request.description.prepare', or use 'text.ensureSuffix'",
  },
};
