/**
 * The usage, options, exit statuses and examples in docs/commands.md, the list in the README and the formats in docs/verify.md are those of
 * the program.
 * `UPDATE_DOCS=1 npx vitest run test/structure/commands-doc` writes them, and a section for a verb that has none.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderUsage } from "../../cli/shared/usage.ts";
import { verbs } from "../../cli/verbs.ts";
import { commonOptions, statusesOf } from "../../shim/verbs/common-options.ts";
import { renderForm, renderNames } from "../../shim/verbs/help.ts";
import { verifyFormats } from "../../shim/verbs/verify-formats.ts";
import type { OptionForm, VerbForm } from "../../shim/verbs/verb-form.ts";
import { root } from "../support/paths.ts";

const cell = (text: string): string => text.replaceAll("|", "\\|");

function renderOptions(options: readonly OptionForm[]): string[] {
  const shown = options.filter(({ internal }) => !internal);
  if (shown.length === 0) return [];
  const rows = shown.map((option) => `| \`${cell(renderNames(option))}\` | ${cell(option.summary)} |`);
  return ["", "| option | |", "|---|---|", ...rows];
}

const runBy = "<!-- run by: test/docs/verb-examples.test.ts -->";

function renderVerb(verb: VerbForm): string {
  const examples = (verb.examples ?? []).map(([line, does]) => `${line}  # ${does}`);
  return [
    `\`interlock ${renderForm(verb)}\`: ${verb.summary}.`,
    ...renderOptions(verb.options),
    "",
    `Exit status: ${statusesOf(verb)
      .map(([status, meaning]) => `${status}, ${meaning}`)
      .join("; ")}.`,
    ...(examples.length === 0 ? [] : ["", runBy, "", "```sh", ...examples, "```"]),
  ].join("\n");
}

const formats = Object.entries(verifyFormats).map(([name, summary]) => `| \`${name}\` | ${cell(summary)} |`);

const blocks: [page: string, name: string, text: string][] = [
  ["docs/verify.md", "formats", ["| | |", "|---|---|", ...formats].join("\n")],
  ["README.md", "help", "```\n" + renderUsage(verbs, { width: 80, heading: (text) => text }) + "```"],
  ["docs/commands.md", "common options", renderOptions(commonOptions).join("\n").trim()],
  ...verbs.map((verb): [string, string, string] => [
    "docs/commands.md",
    `verb ${verb.name}`,
    renderVerb(verb),
  ]),
];

test.each(blocks)("%s: %s", (page, name, text) => {
  const path = join(root, page);
  const block = new RegExp(`(<!-- ${name} -->\n)([^]*?)(<!-- /${name} -->)`);
  if (process.env["UPDATE_DOCS"]) {
    let written = readFileSync(path, "utf8");
    if (!block.test(written))
      written += `\n## interlock ${name.replace("verb ", "")}\n\n<!-- ${name} -->\n<!-- /${name} -->\n`;
    const gap = page === "README.md" ? "" : "\n";
    writeFileSync(
      path,
      written.replace(block, (_, open, __, end) => `${open}${gap}${text}\n${gap}${end}`),
    );
  }
  expect(block.exec(readFileSync(path, "utf8"))?.[2]?.trim()).toBe(text);
});
