const mostBytes = 100;

/** Somebody's text within a message of ours: in quotes, on one line, and cut where a reader would stop. */
export function quoted(text: string): string {
  const line = text.replace(/[\x00-\x1f\x7f]+/g, " ");
  if (line.length <= mostBytes) return "'" + line + "'";
  // The cut may go through a character of several bytes: that one goes whole.
  return "'" + line.slice(0, mostBytes - 3).replace(/[\xc0-\xff][\x80-\xbf]*$/, "") + "...'";
}
