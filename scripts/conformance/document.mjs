/** Writes the figures into docs/conformance.md. */

/** One line of figures per selection, between the document's markers; other lines stay. */
export function replaceFigures(document, selection, line) {
  return document.replace(/(<!-- figures -->\n)([^]*?)(<!-- \/figures -->)/, (_, open, rows, close) => {
    const row = `| ${selection} | ${line} |\n`;
    const old = rows.split(/(?<=\n)/).findIndex((text) => text.startsWith(`| ${selection} |`));
    const lines = rows.split(/(?<=\n)/);
    if (old >= 0) lines[old] = row;
    else lines.push(row);
    return open + lines.join("") + close;
  });
}
