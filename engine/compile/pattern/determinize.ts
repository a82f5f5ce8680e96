/**
 * The subset construction, for an unanchored search: a new attempt begins at every byte. Assertions
 * that look back are decided when a state is made, those that look ahead when the next byte is known.
 */
import type { Assertion, Nfa, NfaNode } from "./build-nfa.ts";
import { isContinuation, wordBytes, type ByteClasses } from "./byte-classes.ts";
import { tooLarge } from "./pattern-problem.ts";

export interface Dfa {
  start: number;
  /** The next state, by state and class. */
  next: number[][];
  /** Does a text that ends in this state match? */
  accepts: boolean[];
}

/** State 0 of every automaton: a match is behind us. */
const found = 0;
const maxStates = 8_000;
const maxWork = 20_000_000;

/** What stands beside a position; null is the text's beginning or end. */
type Neighbour = number | null;

interface Subset {
  nodes: number[];
  before: Neighbour;
}

export function determinize(nfa: Nfa, classes: ByteClasses): Dfa {
  const reach = new Reach(nfa);
  const subsets: (Subset | null)[] = [null];
  const next: number[][] = [classes.sample.map(() => found)];
  const accepts = [true];
  const known = new Map<string, number>();

  const stateOf = (seeds: number[], before: Neighbour): number => {
    const nodes = reach.from([...seeds, nfa.start], before, undefined);
    if (nodes === null) return found;
    const key = (nodes.some((id) => reach.isPending(id)) ? kindOf(before) : "") + nodes.join();
    const state = known.get(key);
    if (state !== undefined) return state;
    if (subsets.length >= maxStates) throw tooLarge();
    known.set(key, subsets.length);
    return subsets.push({ nodes, before }) - 1;
  };

  const start = stateOf([], null);
  for (let state = 1; state < subsets.length; state++) {
    const { nodes, before } = subsets[state] as Subset;
    accepts[state] = reach.from(nodes, before, null) === null;
    const hasPending = nodes.some((id) => reach.isPending(id));
    // Most bytes lead to the same few places.
    const met = new Map<string, number>();
    next[state] = classes.sample.map((byte) => {
      const ahead = hasPending ? reach.from(nodes, before, byte) : nodes;
      if (ahead === null) return found;
      const seeds = reach.step(ahead, byte);
      const key = kindOf(byte) + seeds.join();
      const to = met.get(key) ?? stateOf(seeds, byte);
      met.set(key, to);
      return to;
    });
  }
  return { start, next, accepts };
}

/** Bytes of one kind are alike to every assertion that looks back. */
function kindOf(before: Neighbour): string {
  return before === null ? "start " : before === 0x0a ? "line " : isWord(before) ? "word " : "other ";
}

class Reach {
  private readonly nodes: NfaNode[];
  private readonly seen: Uint32Array;
  private round = 0;
  private work = 0;

  constructor(nfa: Nfa) {
    this.nodes = nfa.nodes;
    this.seen = new Uint32Array(nfa.nodes.length);
  }

  isPending(id: number): boolean {
    return (this.nodes[id] as NfaNode).kind === "assert";
  }

  /**
   * The nodes that wait for a byte, reached without one; null if a match is among them. While what comes
   * after is not known (undefined), assertions that look ahead wait too.
   */
  from(seeds: readonly number[], before: Neighbour, after: Neighbour | undefined): number[] | null {
    this.round++;
    const waiting: number[] = [];
    const stack = [...seeds];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (this.seen[id] === this.round) continue;
      this.seen[id] = this.round;
      if (++this.work > maxWork) throw tooLarge();
      const node = this.nodes[id] as NfaNode;
      if (node.kind === "found") return null;
      if (node.kind === "bytes") waiting.push(id);
      else if (node.kind === "fork") stack.push(...node.to);
      else if (node.kind !== "assert") stack.push(node.to);
      else {
        const holds = decide(node.assertion, before, after);
        if (holds === undefined) waiting.push(id);
        else if (holds) stack.push(node.to);
      }
    }
    return waiting.sort((a, b) => a - b);
  }

  /** Where one byte leads. */
  step(ids: readonly number[], byte: number): number[] {
    const to: number[] = [];
    for (const id of ids) {
      const node = this.nodes[id] as NfaNode;
      if (node.kind !== "bytes") continue;
      this.work += node.edges.length;
      for (const edge of node.edges) {
        if (byte >= edge.range.min && byte <= edge.range.max) to.push(edge.to);
      }
    }
    return to;
  }
}

function decide(assertion: Assertion, before: Neighbour, after: Neighbour | undefined): boolean | undefined {
  if (assertion === "textStart") return before === null;
  if (assertion === "lineStart") return before === null || before === 0x0a;
  if (after === undefined) return undefined;
  if (assertion === "textEnd") return after === null;
  if (assertion === "lineEnd") return after === null || after === 0x0a;
  const isBoundary = isWord(before) !== isWord(after);
  if (assertion === "wordBoundary") return isBoundary;
  // Between the bytes of one code point there is no position.
  return !isBoundary && !(after !== null && isContinuation(after));
}

function isWord(neighbour: Neighbour): boolean {
  return neighbour !== null && wordBytes[neighbour] === true;
}
