/** docs/conformance.md: the list of expected differences is read from it, the figures are written into it. */

/** Rows `| script | number | title | why |` under the heading. */
export function parseExpected(document) {
  const section = document.split(/^## /m).find((part) => part.startsWith("Expected differences\n")) ?? "";
  const rows = section.matchAll(/^\| `(t\d{4}[^`]*)` \| (\d+) \| (.*?) \| (.*?) \|$/gm);
  return [...rows].map(([, script, number, title, why]) => ({ script, number: Number(number), title, why }));
}

/** One line of figures a selection, between the document's markers; other lines stay. */
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
