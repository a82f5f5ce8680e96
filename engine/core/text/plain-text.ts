/**
 * Effects on a text that is no commit message, such as the body of a pull request. git has no say in
 * it: there are no comments, and nothing is cleaned. Its trailers are those of the commit that a squash
 * merge makes of it, where a title goes before it; so its only paragraph may be the trailer block.
 */
import { noComments, type MessageRules } from "../message-rules.ts";

export const trailersInPlainText: MessageRules = { cleanup: "whitespace", commentChar: noComments };

/** A pattern judges the text itself, up to its last line end. */
export const plainTextAsItIs: MessageRules = { cleanup: "verbatim", commentChar: noComments };

const title = "x";
/** The title's own and the blank one behind it. */
export const linesOfTitle = 2;

/** What an effect on trailers makes of the text if a title stands before it. */
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
