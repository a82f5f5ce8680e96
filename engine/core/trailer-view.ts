/**
 * The trailers of a message, ready to be asked for by key. Many effects ask about one message in turn, and
 * each may add a line; so the lines are collected, and the text is built once, when somebody wants it.
 */
import { insertLines } from "./lines.ts";
import { isBlank, type MessageRules } from "./message-rules.ts";
import { findTrailerBlock, readTrailers, type Trailer, type TrailerBlock } from "./trailer-block.ts";

export interface TrailerView {
  /** As it was read. */
  text: string;
  rules: MessageRules;
  /** Where the trailers stand in it. */
  block: TrailerBlock;
  /** Lines to be put in at the block's end. */
  added: string[];
  /** By key in lower case. No prototype, so that every key is its own. */
  byKey: { [key: string]: Trailer[] | undefined };
}

export function viewTrailers(text: string, rules: MessageRules): TrailerView {
  const block = findTrailerBlock(text, rules);
  const view: TrailerView = { text, rules, block, added: [], byKey: Object.create(null) };
  for (const trailer of readTrailers(block, rules)) addToKey(view, trailer);
  return view;
}

/** The trailers with this key, whatever its case. */
export function trailersOf(view: TrailerView, key: string): readonly Trailer[] {
  return view.byKey[key.toLowerCase()] || [];
}

/** The view with one trailer more, at the end of its block or in a new one; the one given is used up. */
export function addTrailer(view: TrailerView, trailer: Trailer): TrailerView {
  const { lines, start, end } = view.block;
  const isNewBlock = view.added.length === 0 && start === end;
  if (isNewBlock && !isBlank(lines[end - 1] as string)) view.added.push("");
  view.added.push(trailer.key + ": " + trailer.value);
  if (!canCollect(view)) return viewTrailers(renderView(view), view.rules);
  addToKey(view, trailer);
  return view;
}

export function renderView({ text, block, added }: TrailerView): string {
  return added.length === 0 ? text : insertLines(text, block.lines, block.end, added);
}

/**
 * Is the next line's place behind the last, with the same line end? Where nothing is cleaned, or a text with
 * CRs does not end its last line, reading anew is simpler than saying so.
 */
function canCollect({ text, rules }: TrailerView): boolean {
  return rules.cleanup !== "verbatim" && (text.endsWith("\n") || !text.includes("\r"));
}

function addToKey(view: TrailerView, trailer: Trailer): void {
  const name = trailer.key.toLowerCase();
  const others = view.byKey[name];
  if (others) others.push(trailer);
  else view.byKey[name] = [trailer];
}
