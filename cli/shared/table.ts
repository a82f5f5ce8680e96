/**
 * Tables for people: as columns if they fit the terminal, else with the last column wrapped, else one row a block, as
 * psql's `expanded auto` does it. A program reads one row a line.
 */
import { printable } from "../../engine/core/printable.ts";
import type { Style } from "../../shim/report/colour.ts";
import { wrapLines } from "../../shim/verbs/wrap-text.ts";
import type { Painted } from "./output.ts";
import { knownWidth, painter } from "./terminal.ts";

const gap = 2;
const narrowestText = 24;

export interface Table {
  headings: readonly string[];
  /** A line of dashes below each heading. */
  underlined?: boolean;
  rows: readonly (readonly string[])[];
  /** The style of a cell, by its column and its text. */
  styleOf?(column: number, cell: string): Style | null;
}

export function renderTable(table: Table): Painted {
  const rows = table.rows.map((row) => row.map(oneLine));
  const lines = [table.headings, ...rows];
  const widths = table.headings.map((_, i) => Math.max(...lines.map((line) => (line[i] as string).length)));
  const paint = painter(1);
  const paintCell = (column: number, cell: string): string => {
    const style = table.styleOf?.(column, cell) ?? null;
    return style === null ? cell : paint(style, cell);
  };
  const screen = knownWidth(1) ?? Infinity;
  const last = widths.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap, 0);
  const room = screen - before;
  if (room < Math.min(widths[last] as number, narrowestText))
    return renderBlocks(table.headings, rows, screen, paintCell);
  const render = (line: readonly string[], cellOf: (column: number, cell: string) => string): string =>
    wrapLines(line[last] as string, room)
      .map((text, i) => {
        const cells = line.slice(0, last).map((cell) => (i === 0 ? cell : ""));
        return [...cells, text].map((cell, column) =>
          pad(cell, cellOf(column, cell), widths[column] as number),
        );
      })
      .map((cells) => cells.join(" ".repeat(gap)).trimEnd() + "\n")
      .join("");
  const dashes = table.headings.map((heading) => "-".repeat(heading.length));
  return (
    render(table.headings, (_, cell) => paint("bold", cell)) +
    (table.underlined === true ? render(dashes, (_, cell) => paint("dim", cell)) : "") +
    rows.map((row) => render(row, paintCell)).join("")
  );
}

/** One row a block; empty cells are left out. */
function renderBlocks(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  screen: number,
  paintCell: (column: number, cell: string) => string,
): Painted {
  const paint = painter(1);
  const width = Math.max(...headings.map((heading) => heading.length));
  const blocks = rows.map((row) =>
    row.map((cell, column) => {
      if (cell === "") return "";
      const heading = headings[column] as string;
      return wrapLines(cell, screen - width - gap)
        .map(
          (line, i) =>
            pad(i === 0 ? heading : "", paint("bold", i === 0 ? heading : ""), width + gap) +
            paintCell(column, line) +
            "\n",
        )
        .join("");
    }),
  );
  return blocks.map((lines) => lines.join("")).join("\n");
}

/** `shown`: the text with its colour, which takes no room. */
function pad(text: string, shown: string, width: number): string {
  return shown + " ".repeat(Math.max(0, width - text.length));
}

/** One cell is one line. */
function oneLine(cell: string): string {
  return printable(cell.replace(/\s+/g, " "));
}
