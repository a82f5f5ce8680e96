/** Text from outside, made safe to show. */

/**
 * Replaces what could steer a terminal: control characters but tab and line end, and characters that turn the
 * direction of a line. `Host.write` does the same for byte strings.
 */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, "?");
}

const mostBytes = 100;

/** Text from outside within a message of ours: in quotes, on one line, cut if it is long. A byte string. */
export function quoted(text: string): string {
  const line = text.replace(/[\x00-\x1f\x7f]+/g, " ");
  if (line.length <= mostBytes) return "'" + line + "'";
  // A cut inside a character of several bytes drops the whole character.
  return "'" + line.slice(0, mostBytes - 3).replace(/[\xc0-\xff][\x80-\xbf]*$/, "") + "...'";
}
