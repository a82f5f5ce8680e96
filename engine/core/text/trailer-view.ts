/**
 * The trailers of a message, ready to be asked for by key. Many effects look at one message in turn, and each
 * may add a line; so the lines are collected, and the text is built once.
 */
import { insertLines } from "./lines.ts";
import type { CleanupSettings } from "../cleanup-settings.ts";
import { isBlank } from "../white-space.ts";
import { findTrailerBlock, readTrailers, type TrailerBlock } from "./trailer-block.ts";

export interface TrailerView {
  /** As it was read. */
  text: string;
  cleanup: CleanupSettings;
  /** Where the trailers stand in it. */
  block: TrailerBlock;
  /** Lines to be put in at the block's end. */
  added: string[];
  /**
   * Can further lines simply follow the last one? Not without cleanup, nor in a text with CRs whose last line is not
   * terminated: such a text is parsed again after each line.
   */
  canCollect: boolean;
  /** The last one by key in lower case. No prototype, so that every key is its own. */
  byKey: { [key: string]: ListedTrailer | undefined };
}

export interface ListedTrailer {
  value: string;
  /** The one of the same key before it. */
  previous: ListedTrailer | undefined;
}

export function viewTrailers(text: string, cleanup: CleanupSettings): TrailerView {
  const block = findTrailerBlock(text, cleanup);
  const canCollect = cleanup.mode !== "verbatim" && (text.endsWith("\n") || !text.includes("\r"));
  const view: TrailerView = { text, cleanup, block, added: [], canCollect, byKey: Object.create(null) };
  for (const { key, value } of readTrailers(block, cleanup)) addToKey(view, key.toLowerCase(), value);
  return view;
}

/** Adds a trailer at the end of the block, or in a new block. Use the result, not `view`. `name`: the key in lower case. */
export function addTrailer(view: TrailerView, key: string, value: string, name: string): TrailerView {
  const { added } = view;
  if (added.length === 0) {
    const { lines, start, end } = view.block;
    if (start === end && !isBlank(lines[end - 1] as string)) added.push("");
  }
  added.push(key + ": " + value);
  if (!view.canCollect) return viewTrailers(renderView(view), view.cleanup);
  addToKey(view, name, value);
  return view;
}

export function renderView({ text, block, added }: TrailerView): string {
  return added.length === 0 ? text : insertLines(text, block.lines, block.end, added);
}

function addToKey(view: TrailerView, name: string, value: string): void {
  view.byKey[name] = { value, previous: view.byKey[name] };
}
