/** A diff of two messages for a terminal: lines in colour, and where one line took the place of another, the words. */
import { diffLines, type DiffLine } from "./diff-lines.ts";
import type { Painter, Style } from "./colour.ts";

/** One line each, with its mark. */
export function paintDiff(before: string, after: string, paint: Painter): string[] {
  const lines = diffLines(before, after);
  const removed = lines.filter(({ mark }) => mark === "-");
  const added = lines.filter(({ mark }) => mark === "+");
  // Only then is it likely that one took the other's place.
  const arePairs = removed.length === added.length;
  const partner = (line: DiffLine): DiffLine | undefined =>
    arePairs ? (line.mark === "-" ? added[removed.indexOf(line)] : removed[added.indexOf(line)]) : undefined;
  return lines.map((line) => {
    const { mark, text } = line;
    const shown = text === "" ? mark : mark + " ";
    if (mark === " ") return shown + text;
    const [style, word]: [Style, Style] = mark === "-" ? ["red", "removed"] : ["green", "added"];
    const other = partner(line);
    if (other === undefined) return paint(style, shown + text);
    const { head, middle, tail } = differingPart(text, other.text);
    return paint(style, shown + head) + paint(word, middle) + paint(style, tail);
  });
}

/** White space of ASCII alone: the texts are bytes, and `\s` has 0xa0, which is a part of many characters of UTF-8. */
const blanks = /([\t-\r ]+)/;

/** The words of the text that the other one does not have at this place. */
export function differingPart(text: string, other: string): { head: string; middle: string; tail: string } {
  const a = text.split(blanks);
  const b = other.split(blanks);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  const most = Math.min(a.length, b.length) - head;
  while (tail < most && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return {
    head: a.slice(0, head).join(""),
    middle: a.slice(head, a.length - tail).join(""),
    tail: a.slice(a.length - tail).join(""),
  };
}
