/** Predicts which command git's help.autocorrect may choose for a word (help.c and levenshtein.c). */
const cost = { substitute: 2, add: 1, remove: 3 };
/** SIMILARITY_FLOOR: at this distance git suggests nothing. */
const floor = 7;

/** May git correct the word to one of `commands`? Not if one of `others` is nearer. */
export function mayBeCorrectedTo(
  word: string,
  commands: readonly string[],
  others: readonly string[],
): boolean {
  const nearest = (names: readonly string[]): number =>
    names.reduce((best, name) => Math.min(best, distance(word, name) + 1), floor);
  const near = nearest(commands);
  return near < floor && near <= nearest(others);
}

/** Damerau-Levenshtein with git's costs, where swapping two neighbours is free. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last: number[] = [];
  for (let j = 0; j <= to.length; j++) last.push(j * cost.add);
  for (let i = 0; i < from.length; i++) {
    const next = [(i + 1) * cost.remove];
    for (let j = 0; j < to.length; j++) {
      let best = (last[j] as number) + (from[i] === to[j] ? 0 : cost.substitute);
      const isSwap = i > 0 && j > 0 && from[i - 1] === to[j] && from[i] === to[j - 1];
      if (isSwap) best = Math.min(best, before[j - 1] as number);
      best = Math.min(best, (last[j + 1] as number) + cost.remove, (next[j] as number) + cost.add);
      next.push(best);
    }
    before = last;
    last = next;
  }
  return last[to.length] as number;
}
