import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFigures } from "../../scripts/conformance/document.mjs";
import { root } from "../support/paths.ts";

const page = readFileSync(join(root, "docs", "conformance.md"), "utf8");

test("figures of a selection replace the older ones and leave the others", () => {
  const once = replaceFigures(page, "one", "1 | 2");
  const both = replaceFigures(once, "two", "3 | 4");
  expect(both).toContain("| one | 1 | 2 |\n| two | 3 | 4 |\n<!-- /figures -->");
  expect(replaceFigures(both, "one", "5 | 6")).toContain(
    "| one | 5 | 6 |\n| two | 3 | 4 |\n<!-- /figures -->",
  );
});
