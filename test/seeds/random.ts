/** Numbers that look random and are the same at every run (mulberry32), and what is made of them. */
export interface Random {
  below(count: number): number;
  chance(percent: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Each with this chance, in the order given. */
  some<T>(choices: readonly T[], percent: number): T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    below: (count) => Math.floor(next() * count),
    chance: (percent) => next() * 100 < percent,
    pick: (choices) => choices[random.below(choices.length)] as never,
    some: (choices, percent) => choices.filter(() => random.chance(percent)),
  };
  return random;
}
