/** The tables in docs/lifecycle.md are those of the program. `UPDATE_DOCS=1 npx vitest run test/structure/lifecycle-doc` writes them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { hookFileSchema } from "../../engine/compile/schema/hook-file-schema.ts";
import { manifestSchema } from "../../engine/compile/schema/manifest-schema.ts";
import { basePayload, lifecyclePoints, pointOf, type PointName } from "../../engine/lifecycle/all-points.ts";
import { dialectNames, dialects } from "../../engine/lifecycle/dialects/dialects.ts";
import { commonRules } from "../../engine/lifecycle/merge-results.ts";
import type { MergeForm, RankForm } from "../../engine/lifecycle/points/point-form.ts";
import { root } from "../support/paths.ts";

const path = join(root, "docs", "lifecycle.md");
const names = Object.keys(lifecyclePoints) as PointName[];
const quoted = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ");

function renderPoints(): string {
  const rows = names.map((name) => {
    const { aliases, mode, summary, failure, timeLimitMs } = pointOf(name);
    return `| \`${name}\` | ${quoted(aliases)} | ${mode} | ${summary} | ${failure} | ${timeLimitMs === null ? "" : `${timeLimitMs} ms`} |`;
  });
  return [
    "| hook point | other names | mode | when | on failure | limit |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

function renderPayloads(): string {
  const rows = names.map((name) => {
    const fields = Object.entries(pointOf(name).payload).filter(
      ([field]) => !Object.hasOwn(basePayload, field),
    );
    return `| \`${name}\` | ${fields.map(([field, form]) => `\`${field}\`: ${form.replace("?", ", optional")}`).join("; ")} |`;
  });
  return ["| hook point | fields |", "|---|---|", ...rows].join("\n");
}

function renderMerge(): string {
  const rows = names
    .filter((name) => Object.keys(pointOf(name).merge).length > 0 || pointOf(name).refuses !== null)
    .map((name) => {
      const { merge, refuses, rewrites } = pointOf(name);
      const changes = Object.entries(rewrites).map(([field, target]) => `\`${field}\` → \`${target}\``);
      return `| \`${name}\` | ${describeMerge(merge)} | ${refuses === null ? "" : `\`${refuses}\``} | ${changes.join(", ")} |`;
    });
  return [
    "| hook point | fields and their rules | refuses by | changes the payload |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

function describeMerge({ fields = {}, rank }: MergeForm): string {
  if (rank !== undefined) return describeRank(rank);
  return Object.entries(fields)
    .map(([field, rule]) => `\`${field}\` ${rule}`)
    .join("; ");
}

function describeRank({ field, order }: RankForm): string {
  const steps = order.map(({ value, equal }) => {
    const rules =
      typeof equal === "string"
        ? `the ${equal}`
        : Object.entries(equal)
            .map(([each, rule]) => `\`${each}\` ${rule}`)
            .join(", ");
    return `${value === "*" ? "any" : `\`${value}\``} (${rules})`;
  });
  return `the strongest \`${field}\` wins: ${steps.join(" > ")}`;
}

function renderCommon(): string {
  const rows = Object.entries(commonRules).map(([field, rule]) => `| \`${field}\` | ${rule} |`);
  return ["| field | rule |", "|---|---|", ...rows].join("\n");
}

function renderDialects(): string {
  const rows = dialectNames.map(
    (name) => `| [\`${name}\`](runtimes/${name}.md) | ${quoted(Object.keys(dialects[name].events))} |`,
  );
  return ["| dialect | events |", "|---|---|", ...rows].join("\n");
}

const tables = {
  points: renderPoints(),
  payloads: renderPayloads(),
  merge: renderMerge(),
  common: renderCommon(),
  dialects: renderDialects(),
};

test.each(Object.entries(tables))("the table of %s", (name, table) => {
  const block = new RegExp(`(<!-- ${name} -->\\n)([^]*?)(<!-- /${name} -->)`);
  const page = readFileSync(path, "utf8");
  if (process.env["UPDATE_DOCS"])
    writeFileSync(
      path,
      page.replace(block, (_, open, __, end) => `${open}\n${table}\n\n${end}`),
    );
  expect(block.exec(readFileSync(path, "utf8"))?.[2]?.trim()).toBe(table);
});

function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(root, "docs", page), "utf8");
  const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```/gm)];
  return blocks.filter(([, named]) => named === language).map((match) => match[2] as string);
}

describe("what there is to paste", () => {
  test.each(dialectNames)("for %s names events of that runtime, and can be read", (name) => {
    const page = `runtimes/${name}.md`;
    for (const block of blocksOf(page, "json")) expect(() => JSON.parse(block)).not.toThrow();
    for (const block of blocksOf(page, "yaml")) expect(() => parse(block)).not.toThrow();
    const text = readFileSync(join(root, "docs", page), "utf8");
    const calls = [...text.matchAll(/interlock dispatch (\S+) --dialect ([\w-]+)/g)];
    expect(calls.length).toBeGreaterThan(0);
    for (const [, event, dialect] of calls)
      expect([Object.hasOwn(dialects[name].events, event as string), dialect]).toEqual([true, name]);
  });

  test("in docs/programs.md is valid", () => {
    const [manifest = "", file = "", ...more] = blocksOf("programs.md", "yaml");
    expect(more).toEqual([]);
    manifestSchema.parse(parse(manifest));
    hookFileSchema.parse(parse(file));
  });
});
