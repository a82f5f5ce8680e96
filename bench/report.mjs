// Renders bench/RESULTS.md and the README's figures from bench/results.json. Pure.
import { addedBy, baseOf } from "./added.mjs";
import { renderChart } from "./chart.mjs";
import { replaceMarked } from "./marked-section.mjs";

const ms = (value) => value.toFixed(value >= 100 ? 0 : 2);
const ratio = (value, base) => (value / base).toFixed(2);
const signed = (value) => `${value < 0 ? "-" : "+"}${ms(Math.abs(value))}`;

function renderRow(rows, row) {
  const base = baseOf(rows, row);
  const compared = (key, at) =>
    base === undefined
      ? ["", ""]
      : [ratio(row[key][at], base[key][at]), signed(row[key][at] - base[key][at])];
  const cells = [
    row.name,
    ms(row.wall.minimum),
    ...compared("wall", "minimum"),
    ms(row.wall.median),
    ...compared("wall", "median"),
    ms(row.cpu.minimum),
    compared("cpu", "minimum")[0],
    ms(row.cpu.median),
    row.peak.toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}

const heading = `| | minimum ms | ratio | added | median ms | ratio | added | CPU minimum ms | ratio | CPU median ms | MB |
|---|---|---|---|---|---|---|---|---|---|---|`;

function renderTable(table) {
  const { title, note, rows } = table;
  return `## ${title}

${renderCircumstances(table)}${note ? ` ${note}` : ""}

${heading}
${rows.map((row) => renderRow(rows, row)).join("\n")}
`;
}

/** Where and how a table was measured. */
function renderCircumstances({ rounds, machine, version, load }) {
  const [before, after] = load.map((value) => value.toFixed(1));
  return `${rounds} round${rounds === 1 ? "" : "s"} on ${machine}; ${version}; load average ${before} before, ${after} after.`;
}

/** The time that each tool adds to one enforced commit. */
function renderSummary({ tables }) {
  const { commit, "rev-parse": pass } = tables;
  const peers = commit.rows.filter(({ short }) => short && short !== "git" && short !== "interlock");
  const line = (what, table, short) => {
    const [minimum, median] = ["minimum", "median"].map((at) => signed(addedBy(table, short, at)));
    return `| ${what} | ${minimum} ms | ${median} ms |`;
  };
  return [
    "| added to the real git | at the minimum | at the median |",
    "|---|---|---|",
    line("`git rev-parse HEAD`, passed through", pass, "interlock"),
    line("`git commit -m`, enforced by interlock", commit, "interlock"),
    ...peers.map(({ name, short }) => line(`the same, enforced by ${name}`, commit, short)),
  ].join("\n");
}

/** The README's figures. */
export function renderFigures(results) {
  return `![The time that each tool adds to one enforced commit, as in the table below](bench/chart.svg)

${renderSummary(results)}

commitlint checks the message; the others add the trailer. Commits: ${renderCircumstances(results.tables.commit)}
All figures: [bench/RESULTS.md](bench/RESULTS.md).`;
}

export function renderResults(results) {
  return `# Measured

\`npm run bench\` writes this page from [results.json](results.json). Every round runs every row of a table once, and each round
starts with the next row; commitlint, which takes hundreds of times as long, runs in every tenth round. The minimum is the time on an undisturbed machine, the median the typical time. Ratios and differences
are relative to the first row of a table; for pushes, to the real git over the same transport. CPU is the processor time of
all processes of a command; MB is the largest resident set of any of them.

${renderSummary(results)}

The other tools add the same trailer as interlock, with \`git interpret-trailers\`; commitlint checks the message instead. lefthook,
prek and husky installed their own hooks. \`--no-verify\` skips every commit-msg hook, but not interlock.

${Object.values(results.tables).map(renderTable).join("\n")}
The binary has ${(results.binary / 1e6).toFixed(2)} MB, static and stripped.
`;
}

/** Every file that is written from the figures, with its text; `read` gives the text that a file has now. */
export function renderAll(results, read) {
  return [
    ["bench/RESULTS.md", renderResults(results)],
    ["bench/chart.svg", renderChart(results.tables.commit)],
    ["README.md", replaceMarked(read("README.md"), "figures", renderFigures(results))],
  ];
}
