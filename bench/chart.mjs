// bench/chart.svg: what each way adds to one enforced commit. Pure. The colours are seen on white and on black.
import { addedBy } from "./added.mjs";

const text = "#767e87";
const colours = { interlock: "#2f9e63", other: "#8a93a0" };
const [left, width, bar, gap, top] = [190, 430, 24, 12, 62];
const fewest = 0.1;

const escape = (words) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const label = (value) => {
  const digits = value >= 10 ? 0 : value >= 1 ? 1 : 2;
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(digits)} ms`;
};

export function renderChart(table) {
  const bars = table.rows
    .filter(({ short }) => short !== undefined && short !== "git")
    .map(({ short }) => ({ short, added: addedBy(table, short) }));
  const decades = Math.ceil(Math.log10(Math.max(...bars.map(({ added }) => added), 1) / fewest));
  const x = (value) => left + (width * Math.log10(Math.max(value, fewest) / fewest)) / decades;
  const bottom = top + bars.length * (bar + gap);
  const ticks = Array.from({ length: decades + 1 }, (_, i) => fewest * 10 ** i);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 ${bottom + 44}" font-family="system-ui, sans-serif" font-size="14" fill="${text}" role="img">
<title>Added to one enforced git commit, in milliseconds, on a logarithmic scale</title>
<text x="12" y="24" font-size="16" font-weight="600">Added to one enforced git commit (logarithmic scale, shorter is better)</text>
<text x="12" y="44" font-size="12">minima of ${table.rounds} interleaved rounds; ${escape(table.version)}; ${escape(table.machine.split(",").slice(0, 2).join(","))}</text>
${ticks.map((value) => `<path d="M${x(value).toFixed(1)} ${top - 4}V${bottom}" stroke="${text}" stroke-opacity="0.35"/><text x="${x(value).toFixed(1)}" y="${bottom + 18}" text-anchor="middle" font-size="12">${Number(value.toPrecision(1))} ms</text>`).join("\n")}
${bars
  .map(({ short, added }, i) => {
    const y = top + i * (bar + gap);
    const middle = y + bar / 2 + 5;
    return `<text x="${left - 10}" y="${middle}" text-anchor="end">${escape(short)}</text><rect x="${left}" y="${y}" width="${(x(added) - left).toFixed(1)}" height="${bar}" fill="${colours[short] ?? colours.other}"/><text x="${(x(added) + 8).toFixed(1)}" y="${middle}" font-weight="600">${label(added)}</text>`;
  })
  .join("\n")}
</svg>
`;
}
