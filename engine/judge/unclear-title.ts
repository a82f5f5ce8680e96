/**
 * Where a message begins with a line of blanks, git's commands differ: `git log` skips it, and takes the paragraph below for
 * the title; `git for-each-ref` takes that line for the title, and the paragraph below may be trailers.
 */
import { asStored } from "../core/cleanup-settings.ts";
import { trimStart } from "../core/white-space.ts";
import { findTrailerBlock } from "../core/text/trailer-block.ts";

export function whyUnclearTitle(message: string): string | null {
  // Almost no message begins so.
  if (message.charCodeAt(0) > 32 || !/^\n*[ \t\r]+\n/.test(message)) return null;
  const below = linesOfBlock(`x\n\n${trimStart(message)}`);
  return below === linesOfBlock(message)
    ? null
    : "it begins with a line of blanks, and programs differ about whether the next lines are its title or trailers";
}

function linesOfBlock(message: string): number {
  const { start, end } = findTrailerBlock(message, asStored);
  return end - start;
}
