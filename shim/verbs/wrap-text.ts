/** Text for a terminal of a given width. Pure; a word that is longer than a line stays whole. */

const narrowest = 20;

/** Lines with an indent, each with its line end. */
export function wrap(text: string, width: number, indent: string): string {
  return wrapLines(text, width - indent.length)
    .map((line) => indent + line + "\n")
    .join("");
}

export function wrapLines(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > Math.max(width, narrowest)) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : line + " " + word;
  }
  return lines.concat(line);
}

/** Two columns; the second is wrapped. */
export function renderRows(rows: readonly (readonly string[])[], width: number): string {
  const left = Math.max.apply(
    null,
    rows.map(([text]) => (text as string).length),
  );
  return rows
    .map(([name, text]) => {
      const lines = wrapLines(text as string, width - left - 4);
      return lines.map(
        (line, i) => "  " + padded(i === 0 ? (name as string) : "", left) + "  " + line + "\n",
      );
    })
    .map((lines) => lines.join(""))
    .join("");
}

function padded(text: string, width: number): string {
  let column = text;
  while (column.length < width) column += " ";
  return column;
}
