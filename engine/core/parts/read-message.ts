/**
 * A message in parts, as git shows it: cleaned, its first line the title, its trailer block the footer.
 */
import { judgedReadings } from "../clean-message.ts";
import type { CleanupSettings } from "../cleanup-settings.ts";
import { isBlank } from "../white-space.ts";
import { linesOfTitle, plainTextAsItIs, titled, trailersInPlainText } from "../text/plain-text.ts";
import { textOf, type TextDraft } from "../text/text-draft.ts";
import { findTrailerBlock, readTrailers, type PlacedTrailer } from "../text/trailer-block.ts";
import { isTitlePart, nameOf, trailerPrefix, type TitlePart, type TitleParts } from "./part-names.ts";
import { conventional, readTitle } from "./read-title.ts";

export interface Part {
  /** As messages call it. */
  name: string;
  text: string;
  /** The line of the message that it begins in, from 0. */
  line: number;
}

export interface ReadMessage {
  /** Is it a commit's? Other texts have no title. */
  isMessage: boolean;
  text: string;
  lines: string[];
  /** Null until asked for. */
  trailers: { list: PlacedTrailer[]; start: number; end: number } | null;
  /** By format; null for a title that does not have the form. */
  titles: { [format: string]: TitleParts | null | undefined };
}

const cleaned: CleanupSettings = { mode: "whitespace", commentChar: "#" };

/** The last text that was read: every check of a chain asks for the same one, so it is split once. */
let last: { text: string; cleanup: CleanupSettings | null; read: ReadMessage } | null = null;

export function readMessage(draft: TextDraft): ReadMessage {
  const text = textOf(draft);
  if (last !== null && last.cleanup === draft.cleanup && last.text === text) return last.read;
  const readings = judgedReadings(text, draft.cleanup || plainTextAsItIs);
  // The last reading is the one without blanks that git does not show.
  const reading = readings[readings.length - 1] as string;
  const lines = reading === "" ? [] : reading.split("\n");
  const read: ReadMessage = {
    isMessage: draft.cleanup !== null,
    text: reading,
    lines,
    trailers: null,
    titles: {},
  };
  last = { text, cleanup: draft.cleanup, read };
  return read;
}

/** Null if it does not have the form of the format. */
export function titleOf(read: ReadMessage, format: string): TitleParts | null {
  const known = read.titles[format];
  if (known !== undefined) return known;
  const title = read.lines[0];
  const parts = title === undefined || !read.isMessage ? null : readTitle(title, format);
  return (read.titles[format] = parts);
}

/** Of this kind; none if the message has no such part. `format`: the hook's; undefined without one. */
export function partsOf(read: ReadMessage, part: string, format: string | undefined): Part[] {
  if (part.startsWith(trailerPrefix)) return trailerParts(read, part);
  if (isTitlePart(part)) return format === undefined ? [] : titlePart(read, part, format);
  if (part === "text") return read.text === "" ? [] : [{ name: "text", text: read.text, line: 0 }];
  if (part === "title") return linesAs(read, part, 0, read.isMessage ? 1 : 0);
  const footer = footerStart(read, format);
  if (part === "footer") return linesAs(read, part, footer, read.lines.length);
  return linesAs(read, part, read.isMessage ? 1 : 0, footer);
}

function titlePart(read: ReadMessage, part: TitlePart, format: string): Part[] {
  const parts = titleOf(read, format);
  const place = parts === null ? undefined : parts[part];
  if (place === undefined) return [];
  return [{ name: nameOf(part), text: (read.lines[0] as string).slice(place.start, place.end), line: 0 }];
}

function trailerParts(read: ReadMessage, part: string): Part[] {
  const key = part.slice(trailerPrefix.length).toLowerCase();
  const found: Part[] = [];
  for (const trailer of trailersIn(read).list)
    if (trailer.key.toLowerCase() === key && trailer.value !== "")
      found.push({ name: nameOf(part), text: trailer.value, line: trailer.lines[0] as number });
  return found;
}

/** The lines between two places, without blank ones around them. */
function linesAs({ lines }: ReadMessage, name: string, start: number, end: number): Part[] {
  let first = start;
  let behind = Math.min(end, lines.length);
  while (first < behind && isBlank(lines[first] as string)) first++;
  while (behind > first && isBlank(lines[behind - 1] as string)) behind--;
  return first >= behind ? [] : [{ name, text: lines.slice(first, behind).join("\n"), line: first }];
}

export function trailersIn(read: ReadMessage): { list: PlacedTrailer[]; start: number; end: number } {
  if (read.trailers !== null) return read.trailers;
  const cleanup = read.isMessage ? cleaned : trailersInPlainText;
  const block = findTrailerBlock(read.isMessage ? read.text : titled(read.text), cleanup);
  const above = read.isMessage ? 0 : linesOfTitle;
  const list = readTrailers(block, cleanup);
  if (above > 0) for (const trailer of list) trailer.lines = trailer.lines.map((line) => line - above);
  return (read.trailers = { list, start: block.start - above, end: block.end - above });
}

/** What Conventional Commits takes for a footer, wherever it stands. */
const conventionalFooter = /^(?:BREAKING[ -]CHANGE: |(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?) #[0-9])/i;

/** The line at which it begins; the number of lines if there is none. */
export function footerStart(read: ReadMessage, format: string | undefined): number {
  const { list, start } = trailersIn(read);
  const { lines } = read;
  const block = list.length > 0 ? start : lines.length;
  if (format !== conventional) return block;
  for (let i = 1; i < block; i++) {
    const line = lines[i] as string;
    // Few lines begin like this, and the script engine is slow at patterns.
    if ("bBcCfFrR".indexOf(line.charAt(0)) >= 0 && line !== "" && conventionalFooter.test(line)) return i;
  }
  return block;
}
