/** The plan's form of an automaton; see `PatternDfa`. */
import type { PatternDfa } from "../../core/pattern-dfa.ts";
import type { ByteClasses } from "./byte-classes.ts";
import type { Dfa } from "./determinize.ts";
import { tooLarge } from "./pattern-problem.ts";

/** Limits, because every commit reads the whole plan. */
const maxStates = 2_000;
const maxCharacters = 64 * 1024;
const never = 0;
const found = 1;

export function encodeDfa(dfa: Dfa, classes: ByteClasses): PatternDfa {
  let undecided = 2;
  const numbers = dfa.next.map((row, state) => {
    const isSink = row.every((to) => to === state);
    return isSink ? (dfa.accepts[state] ? found : never) : undecided++;
  });
  if (undecided - 2 > maxStates) throw tooLarge();
  const states = numbers.flatMap((number, state) => (number >= 2 ? [state] : []));
  const columns = mergeColumns(states.map((state) => dfa.next[state] as number[]));
  const rows = columns.rows.map((row) => row.map((to) => numbers[to] as number));
  const startRow = rows[(numbers[dfa.start] as number) - 2] ?? [];
  const encoded = {
    classCount: columns.count,
    classes: classes.of.map((of) => columns.mergedOf[of] ?? 0),
    start: numbers[dfa.start] as number,
    rows: rows.map((row) =>
      row === startRow ? encodeRuns(row) : shorter(encodeRuns(row), encodeChanges(row, startRow)),
    ),
    ends: states.map((state) => (dfa.accepts[state] ? "1" : "0")).join(""),
  };
  if (JSON.stringify(encoded).length > maxCharacters) throw tooLarge();
  return encoded;
}

function shorter(a: string, b: string): string {
  return b.length < a.length ? b : a;
}

/** Where a run of classes leads, the class at which the next run begins, where that leads, … */
function encodeRuns(row: readonly number[]): string {
  const runs = row.flatMap((to, of) => (of === 0 ? [to] : to === row[of - 1] ? [] : [of, to]));
  return JSON.stringify(runs);
}

/** What is not as in the first state, in runs: the first class, the class behind the last, where they lead. */
function encodeChanges(row: readonly number[], startRow: readonly number[]): string {
  const changes: number[] = [];
  for (let of = 0; of < row.length;) {
    const first = of++;
    if (row[first] === startRow[first]) continue;
    while (of < row.length && row[of] === row[first]) of++;
    changes.push(first, of, row[first] as number);
  }
  return `~${JSON.stringify(changes)}`;
}

/** Classes that every state treats alike become one. */
function mergeColumns(rows: readonly number[][]): {
  rows: number[][];
  mergedOf: number[];
  count: number;
} {
  const merged = new Map<string, number>();
  const kept: number[] = [];
  const mergedOf = (rows[0] ?? []).map((_, of) => {
    const column = rows.map((row) => row[of]).join();
    const known = merged.get(column);
    if (known !== undefined) return known;
    merged.set(column, kept.length);
    return kept.push(of) - 1;
  });
  return {
    rows: rows.map((row) => kept.map((of) => row[of] as number)),
    mergedOf,
    count: kept.length,
  };
}
