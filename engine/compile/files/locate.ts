/** Places in a text as lines and columns. */
import type { Frame } from "../../core/problem.ts";

/** The frame of a span; only its first line is shown. */
export type Locate = (start: number, end: number) => Frame;

export function createLocator(text: string): Locate {
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (start, end) => {
    const place = Math.min(start, text.length);
    const line = lastAtMost(lineStarts, place);
    const lineStart = lineStarts[line] as number;
    const nextLine = lineStarts[line + 1];
    const content = text
      .slice(lineStart, nextLine === undefined ? text.length : nextLine - 1)
      .replace(/\r$/, "");
    const column = place - lineStart;
    const width = content.slice(column, column + Math.max(1, end - start)).trimEnd().length;
    return { line: line + 1, column: column + 1, width: Math.max(1, width), text: content };
  };
}

/** The index of the last number that is not above `limit`; the numbers rise, and the first is not above it. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
