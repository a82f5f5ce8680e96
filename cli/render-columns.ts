/**
 * Rows of texts as aligned columns, under their headings.
 */
import { printable } from "../engine/core/printable.ts";

export function renderColumns(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(oneLine));
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => (line[i] as string).length)));
  const padded = lines.map((line) => line.map((cell, i) => cell.padEnd(widths[i] as number)).join("  "));
  return padded.map((line) => line.trimEnd() + "\n").join("");
}

/** One cell is one line. */
function oneLine(cell: string): string {
  return printable(cell.replace(/\s+/g, " "));
}
