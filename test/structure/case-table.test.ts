/** `node scripts/case-table.mjs` writes the table. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedPoints, renderCaseTable } from "../../scripts/case-table.mjs";
import { changedByLower, changedByUpper, unicodeVersion } from "../../engine/core/text/case-table.ts";
import { root } from "../support/paths.ts";

test("the table of letters is the one that this Node's Unicode gives, if that is of the same version", () => {
  const written = readFileSync(join(root, "engine", "core", "text", "case-table.ts"), "utf8");
  if (process.versions["unicode"] === unicodeVersion)
    expect(unformatted(written)).toBe(unformatted(renderCaseTable()));
  else expect(unicodeVersion).toMatch(/^\d+\.\d+$/);
});

function unformatted(text: string): string {
  return text.replace(/[\s,]+/g, "");
}

test("every letter is found in the table, and nothing else", () => {
  const { byLower, byUpper } = changedPoints();
  const [lower, upper] = [new Set(byLower), new Set(byUpper)];
  // Unicode does not take a mapping back: an older version knows fewer letters.
  const isKnown = process.versions["unicode"] === unicodeVersion;
  const wrong: number[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const differs = changedByLower(point) !== lower.has(point) || changedByUpper(point) !== upper.has(point);
    if (differs && (isKnown || lower.has(point) || upper.has(point))) wrong.push(point);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});
