/**
 * A pattern as the compiler leaves it: a deterministic automaton over bytes. One table look-up a byte,
 * whatever the pattern and the text. `engine/compile/pattern/` builds it.
 */
export interface PatternDfa {
  /** The class of each of the 256 bytes; the classes are numbered from 0. */
  classes: number[];
  classCount: number;
  /** State 0 is "never", state 1 is "found"; the others are numbered from 2. */
  start: number;
  /**
   * For each state from 2 on, where it leads; parsed when the state is entered, which most never are.
   * Either JSON of runs of classes: the next state, the class at which another run begins, its next state,
   * and so on. Or `~` and JSON of what is not as in the start's row, three numbers a run: its first class,
   * the class behind its last, the next state.
   */
  rows: string[];
  /** For each state from 2 on, `1` if a text that ends there matches, or else `0`. */
  ends: string;
}

const firstUndecided = 2;

/** Does the pattern match anywhere in the text? Stops as soon as the answer is known. */
export function matches(dfa: PatternDfa, bytes: string): boolean {
  return scanner(dfa, bytes) >= 0;
}

/** As `matches`, and how many bytes were read. */
export function scan(dfa: PatternDfa, bytes: string): { matches: boolean; steps: number } {
  const found = scanner(dfa, bytes);
  return found < 0 ? { matches: false, steps: ~found } : { matches: true, steps: found };
}

/** Gives how many bytes were read; `~` of that if there is no match. */
type Scanner = (dfa: PatternDfa, bytes: string) => number;

/** The script engine is slow at this, so the native host adds a function to it that does the same (shim/native/engine/pattern-table.c). */
declare const interlockScanPattern: Scanner | undefined;

const scanner = typeof interlockScanPattern === "undefined" ? scanRows : interlockScanPattern;

function scanRows(dfa: PatternDfa, bytes: string): number {
  const classes = dfa.classes;
  const length = bytes.length;
  const rows = parsedRows(dfa);
  let state = dfa.start;
  let i = 0;
  while (i < length && state >= firstUndecided) {
    const row = rows[state] || (rows[state] = parseRow(dfa, state, rows[dfa.start]));
    state = row[classes[bytes.charCodeAt(i++)] as number] as number;
  }
  const isMatch = state < firstUndecided ? state === 1 : dfa.ends.charAt(state - firstUndecided) === "1";
  return isMatch ? i : ~i;
}

/** Parsed rows, for callers that match many texts. Not enumerable, so that they are not written to a plan file. */
function parsedRows(dfa: PatternDfa & { parsed?: number[][] }): number[][] {
  if (dfa.parsed === undefined) Object.defineProperty(dfa, "parsed", { value: [] });
  return dfa.parsed as number[][];
}

export function parseRow(dfa: PatternDfa, state: number, startRow: number[] | undefined): number[] {
  const encoded = dfa.rows[state - firstUndecided] as string;
  return startRow !== undefined && encoded.charAt(0) === "~"
    ? applyChanges(startRow, JSON.parse(encoded.slice(1)))
    : expandRuns(JSON.parse(encoded), dfa.classCount);
}

function expandRuns(runs: number[], classCount: number): number[] {
  const row: number[] = [];
  let at = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const next = runs[i] as number;
    const end = i + 1 < runs.length ? (runs[i + 1] as number) : classCount;
    // Not by push: in the script engine a call takes ten times as long.
    while (at < end) row[at++] = next;
  }
  return row;
}

function applyChanges(startRow: number[], changes: number[]): number[] {
  const row = startRow.slice();
  for (let i = 0; i < changes.length; i += 3) {
    for (let of = changes[i] as number; of < (changes[i + 1] as number); of++) {
      row[of] = changes[i + 2] as number;
    }
  }
  return row;
}
