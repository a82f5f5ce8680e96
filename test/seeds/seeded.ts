/** Random choices that are the same in every run. */
export interface Seeded {
  /** A number from 0 up to `count`, without it. */
  below(count: number): number;
  one<T>(of: readonly T[]): T;
  /** Some of them, in their order. */
  some<T>(of: readonly T[]): T[];
  chance(percent: number): boolean;
}

export function seeded(seed: number): Seeded {
  let state = seed;
  const below = (count: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
  return {
    below,
    one: (of) => of[below(of.length)] as (typeof of)[number],
    some: (of) => of.filter(() => below(2) === 0),
    chance: (percent) => below(100) < percent,
  };
}
