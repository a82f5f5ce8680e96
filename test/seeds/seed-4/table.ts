/** Rows of a table over a document: the line, the sentence, and a test that it holds. */
import { test } from "vitest";

export type Row = [line: number, sentence: string, holds: () => unknown];

export function testRows(rows: readonly Row[]): void {
  test.each(rows)("line %i: %s", async (_, __, holds) => {
    await holds();
  });
}
