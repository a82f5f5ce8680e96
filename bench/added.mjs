// Comparisons within a table of bench/results.json.

/** The row that a row is compared with: the one it names, or the first. A row that others name has none. */
export function baseOf(rows, row) {
  const base = rows.find(({ name }) => name === row.base) ?? rows[0];
  const isBase = base === row || rows.some((other) => other.base === row.name);
  return isBase ? undefined : base;
}

/** What a way adds to the one it is compared with, in milliseconds. */
export function addedBy({ rows }, short, at = "minimum") {
  const row = rows.find((one) => (one.short ?? one.name) === short);
  return row.wall[at] - baseOf(rows, row).wall[at];
}
