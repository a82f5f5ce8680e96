/**
 * The trailers of a message, ready to be asked for by key. Many effects ask about one text in turn,
 * and each may add a line to it; so the last view is kept, and follows the line that was added
 * instead of reading the whole message again. Seen from outside this changes nothing but the time.
 */
import { insertLines } from "./lines.ts";
import { isBlank, type MessageRules } from "./message-rules.ts";
import { findTrailerBlock, readTrailers, type Trailer, type TrailerBlock } from "./trailer-block.ts";

export interface TrailerView {
  text: string;
  rules: MessageRules;
  block: TrailerBlock;
  /** Where lines end in CR, or nothing is cleaned, reading anew is simpler than following. */
  canFollow: boolean;
  /** By key in lower case. */
  byKey: { [key: string]: Trailer[] };
}

let last: TrailerView | null = null;

export function viewTrailers(text: string, rules: MessageRules): TrailerView {
  if (last !== null && last.text === text && isSameRules(last.rules, rules)) return last;
  const block = findTrailerBlock(text, rules);
  const canFollow = rules.cleanup !== "verbatim" && !text.includes("\r");
  const view: TrailerView = { text, rules, block, canFollow, byKey: {} };
  for (const trailer of readTrailers(block, rules)) addToView(view, trailer);
  last = view;
  return view;
}

/** The trailers with this key, whatever its case. */
export function trailersOf(view: TrailerView, key: string): readonly Trailer[] {
  const name = key.toLowerCase();
  return Object.prototype.hasOwnProperty.call(view.byKey, name) ? (view.byKey[name] as Trailer[]) : [];
}

/** The text with one trailer more, at the end of its block or in a new one. */
export function insertTrailer(view: TrailerView, trailer: Trailer): string {
  const { block } = view;
  const { lines, start, end } = block;
  const line = trailer.key + ": " + trailer.value;
  const before = lines[end - 1] as string;
  const added = start === end && !isBlank(before) ? ["", line] : [line];
  const text = insertLines(view.text, lines, end, added);
  if (!view.canFollow) return text;
  lines.splice(end, 0, ...added);
  block.end = end + added.length;
  if (start === end) block.start = block.end - 1;
  addToView(view, trailer);
  view.text = text;
  return text;
}

function addToView(view: TrailerView, trailer: Trailer): void {
  const name = trailer.key.toLowerCase();
  if (Object.prototype.hasOwnProperty.call(view.byKey, name)) (view.byKey[name] as Trailer[]).push(trailer);
  else view.byKey[name] = [trailer];
}

function isSameRules(a: MessageRules, b: MessageRules): boolean {
  return a.cleanup === b.cleanup && a.commentChar === b.commentChar;
}
