/**
 * Cuts a message down to the part that its trailers depend on. Here speed made the code harder: judging the trailers of a message
 * takes the script engine twice as long as everything else about a commit, and most commits end in the same lines as another
 * one. So the judge remembers for each such part whether it is clean.
 */
const tab = 9;
const lineEnd = 10;
const space = 32;
const hash = 35;

/** Stands for any title: where there is one, trailers are read the same below it. */
const title = "x";

/**
 * A short message with the same trailers: git looks for them in the last paragraph, so that paragraph under a title of one letter will
 * do. Null where that is not certain, and the whole message has to be read: a comment may cut it off, and git ignores some endings.
 */
export function trailerPartOf(message: string): string | null {
  const { length } = message;
  const end = message.charCodeAt(length - 1) === lineEnd ? length - 1 : length;
  const first = message.charCodeAt(0);
  const beginsAndEndsInText = first > space && message.charCodeAt(end - 1) > space;
  if (!beginsAndEndsInText || first === hash || message.indexOf("\n#") >= 0) return null;
  const lastLine = message.lastIndexOf("\n", end - 1) + 1;
  if (lastLine === 0) return title;
  if (message.charCodeAt(lastLine) === tab || message.startsWith("Conflicts:", lastLine)) return null;
  const blank = message.lastIndexOf("\n\n", end - 1);
  return blank < 0 ? null : title + "\n\n" + message.slice(blank + 2);
}
