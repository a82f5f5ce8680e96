/**
 * A pattern as the compiler leaves it: a deterministic automaton over bytes. One table look-up a byte,
 * whatever the pattern and the text; `engine/compile/compile-pattern.ts` makes them.
 */
export interface PatternDfa {
  /** The class of each of the 256 bytes; the classes are numbered from 0. */
  classes: number[];
  classCount: number;
  /** State 0 is "never", state 1 is "found"; the others are numbered from 2. */
  start: number;
  /**
   * For each state from 2 on, JSON of where it leads, in runs of classes: the next state, the class at which
   * another run begins, its next state, and so on. Parsed when the state is entered, which most never are.
   */
  rows: string[];
  /** For each state from 2 on, `1` if a text that ends there matches, or else `0`. */
  ends: string;
}

const firstUndecided = 2;

/** Does the pattern match anywhere in the text? Stops as soon as the answer is known. */
export function matches(dfa: PatternDfa, bytes: string): boolean {
  return scan(dfa, bytes).matches;
}

/** As `matches`; says too how many bytes it read. */
export function scan(dfa: PatternDfa, bytes: string): { matches: boolean; steps: number } {
  const classes = dfa.classes;
  const length = bytes.length;
  const rows: number[][] = [];
  let state = dfa.start;
  let i = 0;
  while (i < length && state >= firstUndecided) {
    const row = rows[state] || (rows[state] = parseRow(dfa, state));
    state = row[classes[bytes.charCodeAt(i++)] as number] as number;
  }
  const isMatch = state < firstUndecided ? state === 1 : dfa.ends.charAt(state - firstUndecided) === "1";
  return { matches: isMatch, steps: i };
}

function parseRow(dfa: PatternDfa, state: number): number[] {
  const runs: number[] = JSON.parse(dfa.rows[state - firstUndecided] as string);
  const row: number[] = [];
  for (let run = 0; run < runs.length; run += 2) {
    const end = run + 1 < runs.length ? (runs[run + 1] as number) : dfa.classCount;
    while (row.length < end) row.push(runs[run] as number);
  }
  return row;
}
