/**
 * Bytes that no part of an automaton tells apart are one class; the automaton is built over classes.
 */
import type { Nfa } from "./build-nfa.ts";

export interface ByteClasses {
  /** The class of each byte. */
  of: number[];
  /** One byte of each class. */
  sample: number[];
}

/** Is it a word character? For each of the 256 bytes. */
export const wordBytes: readonly boolean[] = Array.from({ length: 256 }, (_, byte) =>
  /\w/.test(String.fromCharCode(byte)),
);

/** A byte inside a UTF-8 sequence, where no code point begins. */
export function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

export function findByteClasses(nfa: Nfa): ByteClasses {
  // Line ends, word characters and continuation bytes, for the assertions.
  const cuts = new Set([0, 0x0a, 0x0b, 0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b, 0x80, 0xc0]);
  for (const node of nfa.nodes) {
    if (node.kind !== "bytes") continue;
    for (const { range } of node.edges) cuts.add(range.min).add(range.max + 1);
  }
  const sample = [...cuts].filter((cut) => cut < 256).sort((a, b) => a - b);
  const of = Array.from({ length: 256 }, (_, byte) => sample.findLastIndex((first) => first <= byte));
  return { of, sample };
}
