/** A text as lines: splitting it, and putting lines in without touching the others. */

/** Without their LF; a CR stays. A text that ends in LF has no empty line behind it. */
export function splitLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

/** `added` as whole lines before the line `index`, with line ends as the text has them there. */
export function insertLines(
  text: string,
  lines: readonly string[],
  index: number,
  added: readonly string[],
): string {
  const atEnd = index === lines.length;
  // The text's last line has no line end of its own if the text does not end in one.
  const unterminated = atEnd && !text.endsWith("\n");
  const neighbour = index === 0 ? lines[0] : lines[index - (unterminated ? 2 : 1)];
  const eol = (neighbour || "").endsWith("\r") ? "\r\n" : "\n";
  const joined = added.join(eol);
  const at = atEnd ? text.length : offsetOfLine(text, lines, index);
  const inserted = unterminated ? (text === "" ? "" : eol) + joined : joined + eol;
  return text.slice(0, at) + inserted + text.slice(at);
}

/** Counted from the end of the text, near which insertions happen. */
function offsetOfLine(text: string, lines: readonly string[], index: number): number {
  let offset = text.length + (text.endsWith("\n") ? 0 : 1);
  for (let i = index; i < lines.length; i++) offset -= (lines[i] as string).length + 1;
  return offset;
}

/** A plugin's own text as lines, without CRs and without blank lines around it. */
export function linesOf(words: string): string[] {
  const lines = words.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  let start = 0;
  let end = lines.length;
  while (start < end && !/[^ \t]/.test(lines[start] as string)) start++;
  while (end > start && !/[^ \t]/.test(lines[end - 1] as string)) end--;
  return lines.slice(start, end);
}
