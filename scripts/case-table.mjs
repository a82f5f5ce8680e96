/**
 * Writes `engine/core/text/case-table.ts`, the letters that Unicode's simple case mappings change, by this Node's Unicode:
 * `node scripts/case-table.mjs`. Everybody who judges a message has to use the same table.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const last = 0x10ffff;
/** `ß` has a capital since Unicode 5.1, but no mapping to it. */
const capitalSharpS = 0x1e9e;

function single(text) {
  return [...text].length === 1 ? text.codePointAt(0) : null;
}

/** By code point, those that a simple mapping changes. */
export function changedPoints() {
  const byLower = new Set();
  const byUpper = new Set();
  for (let point = 0; point <= last; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const text = String.fromCodePoint(point);
    // The one capital whose small letter is written as two: a dotted I.
    const lower = point === 0x130 ? 0x69 : single(text.toLowerCase());
    if (lower !== null && lower !== point) {
      byLower.add(point);
      // Some small letters become two capitals in full, and one by the simple mapping.
      if (point !== capitalSharpS && single(String.fromCodePoint(lower).toUpperCase()) === null)
        byUpper.add(lower);
    }
    const upper = single(text.toUpperCase());
    if (upper !== null && upper !== point) byUpper.add(point);
  }
  return { byLower: [...byLower].sort((a, b) => a - b), byUpper: [...byUpper].sort((a, b) => a - b) };
}

/** Runs of every point or every second one: the distance from the run before, the number of points, the step. */
function encode(points) {
  const runs = [];
  let behind = 0;
  for (let i = 0; i < points.length;) {
    const step = points[i + 1] - points[i] === 2 && points[i + 2] - points[i + 1] !== 1 ? 2 : 1;
    let end = i + 1;
    while (end < points.length && points[end] - points[end - 1] === step) end++;
    runs.push([points[i] - behind, end - i, step].map((number) => number.toString(36)).join("."));
    behind = points[end - 1];
    i = end;
  }
  return runs.join(" ");
}

/** At most 120 characters a line. */
function literal(text) {
  const pieces = text.match(/.{1,100}(?: |$)/g) ?? [];
  return pieces.map((piece) => `  ${JSON.stringify(piece)}`).join(" +\n");
}

export function renderCaseTable() {
  const { byLower, byUpper } = changedPoints();
  return `/** Made by \`node scripts/case-table.mjs\`: the letters that Unicode's simple case mappings change. */

export const unicodeVersion = ${JSON.stringify(process.versions.unicode)};

/** In base 36: the distance from the run before, how many, and 2 if only every second one is meant. */
const capitals =
${literal(encode(byLower))};

const smallLetters =
${literal(encode(byUpper))};

/** Capitals, and the few letters in title case. */
export const changedByLower = reader(capitals);

/** Small letters that have a capital, and those in title case. */
export const changedByUpper = reader(smallLetters);

function reader(encoded: string): (point: number) => boolean {
  /** Three numbers a run: its first point, its last, its step. */
  let runs: number[] | null = null;
  return (point) => {
    const table = runs || (runs = decode(encoded));
    let low = 0;
    let high = table.length / 3;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((table[3 * middle + 1] as number) < point) low = middle + 1;
      else high = middle;
    }
    const first = table[3 * low];
    return first !== undefined && point >= first && (point - first) % (table[3 * low + 2] as number) === 0;
  };
}

function decode(encoded: string): number[] {
  const runs: number[] = [];
  let behind = 0;
  for (const run of encoded.split(" ")) {
    const [distance, count, step] = run.split(".").map((digits) => parseInt(digits, 36)) as [number, number, number];
    const first = behind + distance;
    behind = first + (count - 1) * step;
    runs.push(first, behind, step);
  }
  return runs;
}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(import.meta.dirname, "..", "engine", "core", "text", "case-table.ts");
  writeFileSync(path, renderCaseTable());
}
