/** The lines in which two texts differ, with a few around them, as `diff -u` shows them. */
const context = 2;

/** The longest common part is searched in a table of this many cells at most. */
const mostCells = 4_000_000;

interface Line {
  mark: " " | "-" | "+";
  text: string;
}

export function diffTexts(before: string, after: string): string[] {
  return hunksOf(compareLines(linesOf(before), linesOf(after)));
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function compareLines(a: readonly string[], b: readonly string[]): Line[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  const most = Math.min(a.length, b.length) - head;
  let tail = 0;
  while (tail < most && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ mark: " ", text }));
  return [
    ...same(a.slice(0, head)),
    ...compareMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ];
}

function compareMiddle(a: readonly string[], b: readonly string[]): Line[] {
  const marked = (lines: readonly string[], mark: Line["mark"]): Line[] =>
    lines.map((text) => ({ mark, text }));
  const width = b.length + 1;
  if ((a.length + 1) * width > mostCells) return [...marked(a, "-"), ...marked(b, "+")];
  /** How many lines the rests of both have in common, from these places on. */
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] as number;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ mark: " ", text: a[i++] as string });
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push({ mark: "-", text: a[i++] as string });
    else lines.push({ mark: "+", text: b[j++] as string });
  }
  return lines;
}

/** `@@ <line>` begins each part: where it is in the new text. */
function hunksOf(lines: readonly Line[]): string[] {
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - context), i + context + 1).some(({ mark }) => mark !== " "),
  );
  const shown: string[] = [];
  let number = 1;
  lines.forEach(({ mark, text }, i) => {
    if (isNear[i] && !isNear[i - 1]) shown.push(`@@ ${number}`);
    if (isNear[i]) shown.push(mark + text);
    if (mark !== "-") number++;
  });
  return shown;
}
