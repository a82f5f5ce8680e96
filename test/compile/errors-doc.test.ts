/** docs/errors.md is written from the pages of errors. `UPDATE_DOCS=1 npx vitest run test/compile/errors-doc` writes it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allPages, sections, type Section } from "../../cli/explain-error/sections.ts";
import { nativeCodes } from "../../cli/explain-error/pages/of-the-binary.ts";
import { problemKinds } from "../../engine/core/problem-codes.ts";
import { root } from "../support/paths.ts";

const path = join(root, "docs", "errors.md");

function renderTable({ pages }: Section): string {
  const rows = Object.entries(pages).map(
    ([code, { cause, fix }]) => `| \`E-${code}\` | ${cause} | ${fix} |\n`,
  );
  return `| code | cause | fix |\n|---|---|---|\n${rows.join("")}`;
}

/** The first table below a heading. */
const tableOf = (title: string): RegExp =>
  new RegExp(`(?<=^## ${title}\\n(?:[^#|]*\\n)?\\n)(?:\\|.*\\n)+`, "m");

describe("docs/errors.md", () => {
  test("lists every error with its cause and the way out, and no other", () => {
    const before = readFileSync(path, "utf8");
    const after = sections.reduce((text, section) => {
      expect(text).toMatch(tableOf(section.title));
      return text.replace(tableOf(section.title), () => renderTable(section));
    }, before);
    if (process.env["UPDATE_DOCS"]) writeFileSync(path, after);
    else expect(before).toBe(after);
    expect(before.match(/^\| `/gm)).toHaveLength(allPages.length);
  });

  test("no code is used twice", () => {
    const codes = allPages.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual(expect.arrayContaining([...Object.keys(problemKinds), ...nativeCodes]));
  });
});

test("the codes that the binary and the shim write out are those of the table, and all of the binary's are in use", () => {
  const codes = allPages.map(({ code }) => code);
  const textsBelow = (folder: string, ending: string): string[] =>
    (readdirSync(join(root, folder), { recursive: true }) as string[])
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(root, folder, name), "utf8"));
  const inC = textsBelow("shim/native", ".c").flatMap((text) =>
    [...text.matchAll(/\b(?:die\((?:EXIT_\w+|status_of_failure\(\)), |fail_engine\()"([a-z-]+)"/g)].map(
      ([, code]) => code,
    ),
  );
  expect([...new Set(inC)].sort()).toEqual([...nativeCodes, "wrong-usage"].sort());
  const written = [...textsBelow("shim", ".ts"), ...textsBelow("cli", ".ts")].flatMap((text) =>
    [...text.matchAll(/renderCode\("([a-z-]+)"\)/g)].map(([, code]) => code),
  );
  expect(written.length).toBeGreaterThan(0);
  for (const code of written) expect(codes).toContain(code);
});
