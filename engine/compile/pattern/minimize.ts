/**
 * Hopcroft's algorithm: states that no continuation tells apart become one. Afterwards there is at most
 * one state from which everything matches, and one from which nothing does.
 */
import type { Dfa } from "./determinize.ts";

export function minimize(dfa: Dfa): Dfa {
  const { blockOf } = refine(dfa);
  // Numbered in the order in which they are met, so that the same pattern gives the same automaton.
  const numbers = new Map<number, number>();
  const members: number[] = [];
  const numberOf = (state: number): number => {
    const block = blockOf[state] as number;
    const known = numbers.get(block);
    if (known !== undefined) return known;
    numbers.set(block, members.length);
    return members.push(state) - 1;
  };
  const start = numberOf(dfa.start);
  const next: number[][] = [];
  for (let i = 0; i < members.length; i++) {
    next.push((dfa.next[members[i] as number] as number[]).map(numberOf));
  }
  return { start, next, accepts: members.map((state) => dfa.accepts[state] as boolean) };
}

function refine(dfa: Dfa): { blockOf: number[] } {
  const classCount = dfa.next[0]?.length ?? 0;
  const sources = invert(dfa, classCount);
  const accepting = dfa.accepts.flatMap((accepts, state) => (accepts ? [state] : []));
  const rejecting = dfa.accepts.flatMap((accepts, state) => (accepts ? [] : [state]));
  const blocks = [accepting, rejecting].filter((block) => block.length > 0);
  const blockOf: number[] = [];
  blocks.forEach((block, i) => block.forEach((state) => (blockOf[state] = i)));
  const waiting = blocks.map((_, i) => i);
  const isWaiting = new Set(waiting);

  for (let splitter = waiting.pop(); splitter !== undefined; splitter = waiting.pop()) {
    isWaiting.delete(splitter);
    const members = [...(blocks[splitter] as number[])];
    for (let of = 0; of < classCount; of++) {
      const hit = new Map<number, Set<number>>();
      for (const state of members) {
        for (const source of sources[of]?.[state] ?? []) {
          const block = blockOf[source] as number;
          const inBlock = hit.get(block);
          if (inBlock === undefined) hit.set(block, new Set([source]));
          else inBlock.add(source);
        }
      }
      for (const [block, inside] of hit) {
        const whole = blocks[block] as number[];
        if (inside.size === whole.length) continue;
        const added = blocks.push([...inside]) - 1;
        blocks[block] = whole.filter((state) => !inside.has(state));
        for (const state of inside) blockOf[state] = added;
        const smaller = inside.size <= (blocks[block] as number[]).length ? added : block;
        const wanted = isWaiting.has(block) ? added : smaller;
        if (!isWaiting.has(wanted)) waiting.push(wanted);
        isWaiting.add(wanted);
      }
    }
  }
  return { blockOf };
}

/** By class and state, the states that lead there. */
function invert(dfa: Dfa, classCount: number): number[][][] {
  const sources: number[][][] = Array.from({ length: classCount }, () => []);
  dfa.next.forEach((row, state) =>
    row.forEach((to, of) => ((sources[of] as number[][])[to] ??= []).push(state)),
  );
  return sources;
}
