/** Lines and white space as git sees them. */

/** git's white space: space, tab, LF and CR, nothing else (its own ctype.c, not C's). */
export function isBlank(line: string): boolean {
  // Mostly the first character tells: the script engine is slow at patterns.
  return !(line.charCodeAt(0) > 0x20) && !/[^ \t\n\r]/.test(line);
}

/** Drops white space at the end. A loop, because `/\s+$/` takes quadratic time on long runs. */
export function trimEnd(line: string): string {
  let end = line.length;
  // The usual case: no byte from `!` on is white space.
  if (line.charCodeAt(end - 1) > 32) return line;
  while (end > 0 && " \t\n\r".includes(line.charAt(end - 1))) end--;
  return end === line.length ? line : line.slice(0, end);
}

/** The first line that is not blank, as git shows a message. */
export function titleOf(message: string): string {
  let at = 0;
  for (;;) {
    const end = message.indexOf("\n", at);
    const line = message.slice(at, end < 0 ? message.length : end);
    if (end < 0 || !isBlank(line)) return trimEnd(line);
    at = end + 1;
  }
}

export function trim(text: string): string {
  if (text.charCodeAt(0) > 32 && text.charCodeAt(text.length - 1) > 32) return text;
  return trimEnd(trimStart(text));
}

export function trimStart(text: string): string {
  let start = 0;
  while (start < text.length && " \t\r\n".includes(text.charAt(start))) start++;
  return start === 0 ? text : text.slice(start);
}
