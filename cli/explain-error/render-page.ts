/** A page about an error as a terminal shows it. */
import { renderCode } from "../../engine/core/problem.ts";
import type { Example, Place } from "./error-page.ts";
import type { FoundPage } from "./sections.ts";

const width = 78;

export function renderPage({ code, section, cause, fix, example }: FoundPage): string {
  return [
    `${renderCode(code)} ${section.toLowerCase()}`,
    "",
    ...wrapped("cause", cause),
    ...wrapped("fix", fix),
    "",
    ...renderExample(example),
    "",
  ].join("\n");
}

export function renderList(pages: readonly FoundPage[]): string {
  const longest = Math.max(...pages.map(({ code }) => code.length)) + 2;
  const sections = [...new Set(pages.map(({ section }) => section))];
  const blocks = sections.map((title) => {
    const rows = pages.filter(({ section }) => section === title).map((page) => listRow(page, longest));
    return [title.toLowerCase() + ":", ...rows, ""].join("\n");
  });
  return `${blocks.join("\n")}\n'interlock explain-error <code>' says what to do\n`;
}

function listRow({ code, cause }: FoundPage, longest: number): string {
  const text = `  ${`E-${code}`.padEnd(longest)}  ${plainText(cause)}`;
  return text.length <= width ? text : text.slice(0, width - 3).replace(/[\s,;:]*\S*$/, "") + "...";
}

const placeNames: { [P in Place]: string } = {
  config: "in config.yaml",
  manifest: "in plugin.yaml",
  hook: "in a hook of plugin.yaml",
  effect: "in an effect of plugin.yaml",
};

function renderExample(example: Example): string[] {
  if ("seen" in example) return ["example:", ...indented(example.seen)];
  const { wrong, right } = example;
  return [
    `wrong, ${placeNames[example.in]}:`,
    ...indented(wrong.split("\n")),
    "right:",
    ...indented(right.split("\n")),
  ];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

/** Words behind a heading, in lines that fit. */
function wrapped(heading: string, markdown: string): string[] {
  const lines: string[] = [];
  let line = `${heading}:`.padEnd(6);
  for (const word of plainText(markdown).split(" ")) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = "      ";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

/** Markdown without its marks: links become the paths of the documents. */
function plainText(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\(([^)#]*)[^)]*\)/g, "$1 (docs/$2)").replace(/`([^`]*)`/g, "'$1'");
}
