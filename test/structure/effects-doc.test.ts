/**
 * The tables of docs/effects.md are those of the program, and each effect has a section with an example.
 * `UPDATE_DOCS=1 npx vitest run test/structure/effects-doc` writes the tables.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keyForms } from "../../engine/compile/schema/effect-keys.ts";
import { effectTypes, valueKey } from "../../engine/compile/schema/effect-schema.ts";
import type { EffectKey } from "../../engine/core/effects/effect-row.ts";
import { effectRows, type EffectType } from "../../engine/core/effects/effects.ts";
import { root } from "../support/paths.ts";

const cell = (text: string): string => text.replaceAll("|", "\\|");

function renderList(): string {
  const rows = effectTypes.map(
    (type) => `| [\`${type}\`](#${type.toLowerCase().replace(".", "")}) | ${effectRows[type].summary} |`,
  );
  return ["| effect | what it does |", "|---|---|", ...rows].join("\n");
}

function renderDefault(key: EffectKey): string {
  if (key.optional) return "none";
  if (!("default" in key)) return "required";
  const { default: value } = key;
  return value === null || (Array.isArray(value) && value.length === 0) ? "none" : String(value);
}

function renderForm({ form, names = [] }: EffectKey): string {
  return [
    keyForms[form].says,
    ...(names.length > 0 ? [names.map((name) => `\`${name}\``).join(", ")] : []),
  ].join(" ");
}

function renderKeys(type: EffectType): string {
  const { keys, isCheck } = effectRows[type];
  const rows = Object.entries(keys).map(
    ([name, key]) => `| \`${name}\` | ${renderDefault(key)} | ${cell(renderForm(key))} |`,
  );
  if (!isCheck) rows.push("| `required` | false | `true` or `false` |");
  if (!isCheck && valueKey(type) !== null) rows.push("| `missing` | error | `error`, `warn` or `skip` |");
  return ["| key | default | |", "|---|---|---|", ...rows].join("\n");
}

const blocks: [page: string, name: string, text: string][] = [
  ["docs/effects.md", "effects", renderList()],
  ...effectTypes.map((type): [string, string, string] => [
    "docs/effects.md",
    `keys ${type}`,
    renderKeys(type),
  ]),
];

test.each(blocks)("%s: %s", (page, name, text) => {
  const path = join(root, page);
  const block = new RegExp(`(<!-- ${name} -->\n)([^]*?)(<!-- /${name} -->)`);
  if (process.env["UPDATE_DOCS"]) {
    const written = readFileSync(path, "utf8");
    writeFileSync(
      path,
      written.replace(block, (_, open, __, end) => `${open}\n${text}\n\n${end}`),
    );
  }
  expect(block.exec(readFileSync(path, "utf8"))?.[2]?.trim()).toBe(text);
});

test.each(effectTypes)("%s has a section, and an example in it", (type) => {
  const page = readFileSync(join(root, "docs/effects.md"), "utf8");
  const section = page.split(/^## /m).find((each) => each.startsWith(`${type}\n`)) ?? "";
  expect(section).toContain(`type: ${type}`);
  expect(section).toContain("/examples.yaml");
});
