/** A simple line diff of two messages: common lines at both ends, and everything between as changed. */
export interface DiffLine {
  mark: " " | "-" | "+";
  text: string;
}

export function diffLines(before: string, after: string): DiffLine[] {
  const a = splitLines(before);
  const b = splitLines(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail++;
  const mark = (lines: string[], as: DiffLine["mark"]): DiffLine[] =>
    lines.map((text) => ({ mark: as, text }));
  return mark(a.slice(0, head), " ").concat(
    mark(a.slice(head, a.length - tail), "-"),
    mark(b.slice(head, b.length - tail), "+"),
    mark(a.slice(a.length - tail), " "),
  );
}

function splitLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}
