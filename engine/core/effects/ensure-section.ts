/**
 * `text.ensureSection`: the Markdown text has a section with this heading, of whatever level. If not,
 * one is added at the end; every other byte stays. Running it again changes nothing.
 */
import { decodeUtf8 } from "../bytes.ts";
import { insertLines, linesOf, splitLines } from "../lines.ts";
import { outlineMarkdown, parseAtxHeading } from "../markdown-headings.ts";
import { isBlank } from "../message-rules.ts";

export interface WantedSection {
  heading: string;
  /** 2 if left out. */
  level?: number;
  body?: string;
}

export function ensureSection(text: string, wanted: WantedSection): string {
  const level = Math.max(1, Math.min(6, wanted.level === undefined ? 2 : wanted.level));
  const headingLine = "#".repeat(level) + " " + linesOf(wanted.heading).join(" ");
  // Read back, because a run of # at its end is no part of a heading.
  const name = comparable(parseAtxHeading(headingLine) || "");
  const lines = splitLines(text);
  const { headings, closer } = outlineMarkdown(lines);
  if (headings.some((heading) => comparable(heading) === name)) return text;

  const added = closer === null ? [] : [closer];
  const last = lines[lines.length - 1];
  if (closer !== null || (last !== undefined && !isBlank(last))) added.push("");
  added.push(headingLine);
  const body = linesOf(wanted.body === undefined ? "" : wanted.body);
  return insertLines(text, lines, lines.length, body.length === 0 ? added : added.concat("", body));
}

/** Headings are compared without regard to case, in letters of all alphabets. */
function comparable(heading: string): string {
  return decodeUtf8(heading).toLowerCase();
}
