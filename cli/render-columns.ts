/**
 * Rows of texts as aligned columns, under their headings.
 */
export function renderColumns(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(printable));
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => (line[i] as string).length)));
  const padded = lines.map((line) => line.map((cell, i) => cell.padEnd(widths[i] as number)).join("  "));
  return padded.map((line) => line.trimEnd() + "\n").join("");
}

/** One cell is one line, and nothing in it steers a terminal. */
function printable(cell: string): string {
  return cell.replace(/\s+/g, " ").replace(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, "?");
}
