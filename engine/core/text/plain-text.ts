/**
 * A text that is not a commit message, such as the body of a pull request. git does not read it: there are no comments,
 * and nothing is cleaned. Its trailers are those of the commit that a squash merge makes from it. There a title comes
 * first, so even the text's only paragraph may be a trailer block.
 */
import { noComments, type CleanupSettings } from "../cleanup-settings.ts";

export const trailersInPlainText: CleanupSettings = { mode: "whitespace", commentChar: noComments };

/** A pattern judges the text itself, up to its last line end. */
export const plainTextAsItIs: CleanupSettings = { mode: "verbatim", commentChar: noComments };

const title = "x";
/** The title's line and the blank line after it. */
export const linesOfTitle = 2;

/** Runs an effect on trailers as if a title came first. */
export function underTitle(text: string, change: (message: string) => string): string {
  const before = titled(text);
  const after = change(before);
  return after === before ? text : textUnderTitle(after);
}

export function titled(text: string): string {
  return text === "" ? title : title + "\n\n" + text;
}

export function textUnderTitle(message: string): string {
  return message.slice(title.length + 2);
}
