/**
 * A set of code points as a trie over the bytes of their UTF-8 form, with equal subtries shared.
 */
export interface CodePointRange {
  readonly min: number;
  readonly max: number;
}

export interface ByteRange {
  min: number;
  max: number;
}

/** What follows the bytes from `min` to `max`; null where the code point is complete. */
export interface TrieEdge extends ByteRange {
  to: Trie | null;
}

/** Equal tries are the same object, within one `buildTrie`. */
export interface Trie {
  id: number;
  edges: readonly TrieEdge[];
}

export function buildTrie(ranges: readonly CodePointRange[]): Trie {
  const sequences = ranges.flatMap(withoutSurrogates).flatMap(byLength).flatMap(toSequences);
  const shared = new Map<string, Trie>();
  return shareTrie(sequences, 0, shared);
}

function shareTrie(sequences: readonly ByteRange[][], depth: number, shared: Map<string, Trie>): Trie {
  const edges: TrieEdge[] = [];
  for (let from = 0; from < sequences.length;) {
    const first = (sequences[from] as ByteRange[])[depth] as ByteRange;
    let end = from + 1;
    while (end < sequences.length && isSameRange(sequences[end]?.[depth], first)) end++;
    const isLast = (sequences[from] as ByteRange[]).length === depth + 1;
    const to = isLast ? null : shareTrie(sequences.slice(from, end), depth + 1, shared);
    const previous = edges.at(-1);
    if (previous !== undefined && previous.to === to && previous.max === first.min - 1) {
      previous.max = first.max;
    } else {
      edges.push({ ...first, to });
    }
    from = end;
  }
  const key = edges.map((edge) => `${edge.min}-${edge.max}:${edge.to?.id ?? ""}`).join();
  const known = shared.get(key);
  if (known !== undefined) return known;
  const trie = { id: shared.size, edges };
  shared.set(key, trie);
  return trie;
}

function isSameRange(a: ByteRange | undefined, b: ByteRange): boolean {
  return a !== undefined && a.min === b.min && a.max === b.max;
}

/** Surrogates have no UTF-8 form. */
function withoutSurrogates(range: CodePointRange): CodePointRange[] {
  return [
    { min: range.min, max: Math.min(range.max, 0xd7ff) },
    { min: Math.max(range.min, 0xe000), max: range.max },
  ].filter(({ min, max }) => min <= max);
}

const longestOfLength = [0x7f, 0x7ff, 0xffff, 0x10ffff];

function byLength(range: CodePointRange): CodePointRange[] {
  return longestOfLength
    .map((max, i) => ({
      min: Math.max(range.min, i === 0 ? 0 : (longestOfLength[i - 1] as number) + 1),
      max: Math.min(range.max, max),
    }))
    .filter(({ min, max }) => min <= max);
}

/** Splits a range until it is the product of one byte range a position. */
function toSequences({ min, max }: CodePointRange): ByteRange[][] {
  if (max <= 0x7f) return [[{ min, max }]];
  for (let mask = 0x3f; (min & ~mask) !== (max & ~mask); mask = (mask << 6) | 0x3f) {
    const cut = (min & mask) !== 0 ? (min | mask) + 1 : (max & mask) !== mask ? max & ~mask : null;
    if (cut !== null) return [...toSequences({ min, max: cut - 1 }), ...toSequences({ min: cut, max })];
  }
  const last = encode(max);
  return [encode(min).map((byte, i) => ({ min: byte, max: last[i] as number }))];
}

function encode(point: number): number[] {
  return [...new TextEncoder().encode(String.fromCodePoint(point))];
}
