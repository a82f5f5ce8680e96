/**
 * A short message with the same trailers. git looks for them from the end up to the first blank line, below the title;
 * so a message can be cut down to its last paragraph, under a title of one letter.
 */

/** Null where that is not so plain: comments, which may cut a message off, or an end that git ignores. */
export function trailerPart(message: string): string | null {
  const end = message.endsWith("\n") ? message.length - 1 : message.length;
  const beginsAndEndsInText = message.charCodeAt(0) > space && message.charCodeAt(end - 1) > space;
  if (!beginsAndEndsInText || message.charAt(0) === "#" || message.indexOf("\n#") >= 0) return null;
  const title = message.charAt(0);
  const lastLine = message.lastIndexOf("\n", end - 1) + 1;
  if (lastLine === 0) return title;
  if (message.charAt(lastLine) === "\t" || message.startsWith("Conflicts:", lastLine)) return null;
  const blank = message.lastIndexOf("\n\n", end - 1);
  return blank < 0 ? null : title + message.slice(blank);
}

const space = 32;
