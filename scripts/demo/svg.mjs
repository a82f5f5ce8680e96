// A terminal's text as a small SVG whose lines appear one after the other; where CSS animation is off, all are there.

const width = 100;
const lineHeight = 20;
const charWidth = 8.4;
const padding = 16;

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Breaks lines as a terminal of this width does. */
function wrap(line) {
  const parts = [];
  for (let i = 0; i === 0 || i < line.text.length; i += width)
    parts.push({ ...line, text: line.text.slice(i, i + width), colour: colourOf(line) });
  return parts;
}

function colourOf({ text, kind }) {
  if (kind === "comment") return "#8b949e";
  if (text.startsWith("interlock:")) return "#e3b341";
  return kind === "output" && /^\s+\+/.test(text) ? "#7ee787" : null;
}

function paint({ text, kind, colour }) {
  if (kind === "command" && text.startsWith("$ "))
    return `<tspan fill="#7ee787">$ </tspan>${escape(text.slice(2))}`;
  return colour === null ? escape(text) : `<tspan fill="${colour}">${escape(text)}</tspan>`;
}

/** `lines` have `text`, `kind` (command, comment or output) and `at`, the second at which they appear. */
export function renderSvg(title, lines) {
  const rows = lines.flatMap(wrap);
  const height = rows.length * lineHeight + 2 * padding;
  const texts = rows.map((row, i) => {
    const y = padding + lineHeight * (i + 0.75);
    const delay = `style="animation-delay:${row.at.toFixed(1)}s"`;
    return row.text === "" ? "" : `<text x="${padding}" y="${y}" ${delay}>${paint(row)}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width * charWidth + 2 * padding)} ${height}" role="img" xml:space="preserve">
<title>${escape(title)}</title>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #e6edf3; white-space: pre; }
@media (prefers-reduced-motion: no-preference) {
  text { animation: appear 0.2s both; }
  @keyframes appear { from { opacity: 0; } to { opacity: 1; } }
}
</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${texts.join("")}</svg>
`;
}
