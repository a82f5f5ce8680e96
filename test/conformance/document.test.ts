import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseExpected, replaceFigures } from "../../scripts/conformance/document.mjs";
import { root } from "../support/paths.ts";

const page = readFileSync(join(root, "docs", "conformance.md"), "utf8");

test("a row under 'Expected differences' is read, and one elsewhere is not", () => {
  const row = "| `t7520-ignored-hook-warning` | 3 | a title | a reason |\n";
  const text = `# T\n\n## Other\n\n${row}\n## Expected differences\n\n| script | test | title | why |\n|---|---|---|---|\n${row}`;
  expect(parseExpected(text)).toEqual([
    { script: "t7520-ignored-hook-warning", number: 3, title: "a title", why: "a reason" },
  ]);
});

test("every row of the document's own list is read", () => {
  const rows = [...page.matchAll(/^\| `t\d{4}[^|]*\|/gm)];
  expect(parseExpected(page)).toHaveLength(rows.length);
});

test("figures of a selection replace the older ones and leave the others", () => {
  const once = replaceFigures(page, "one", "1 | 2");
  const both = replaceFigures(once, "two", "3 | 4");
  expect(both).toContain("| one | 1 | 2 |\n| two | 3 | 4 |\n<!-- /figures -->");
  expect(replaceFigures(both, "one", "5 | 6")).toContain(
    "| one | 5 | 6 |\n| two | 3 | 4 |\n<!-- /figures -->",
  );
});
