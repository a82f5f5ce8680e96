/** Each of the mistakes gives one diagnostic that a new user can act on. */
import { expect, test } from "vitest";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { effectTypes } from "../../engine/compile/schema/effect-schema.ts";
import { mistakes } from "./mistakes.ts";
import { createWorkspace } from "./workspace.ts";

/** Hints that would fit any mistake, and so help with none. */
const emptyWords = /change the value|fix the YAML|write (?:a map|a list|a text) here/;

test("there are at least seventy", () => {
  expect(Object.keys(mistakes).length).toBeGreaterThanOrEqual(70);
});

test.each(Object.entries(mistakes))("%s", (_, tree) => {
  const workspace = createWorkspace(tree);
  for (const [path, bytes] of Object.entries(tree))
    writeFileSync(join(workspace.root, path), bytes, "latin1");
  const { diagnostics } = workspace.compile();
  expect(diagnostics.filter(({ severity }) => severity !== "note")).toHaveLength(1);
  // The list grows with every effect.
  const complaint = workspace.complaints().replace(effectTypes.join(", "), "<all effects>");
  expect(complaint).toMatchSnapshot();
  expect(complaint).toMatch(/^<root>\/\S+\.yaml:\d+:\d+: (?:error|warning): .* \[E-[a-z-]+\]\n/);
  expect(complaint).toMatch(/\n +\d+ \| .*\n +\| +\^+\nhint: .+\n$/);
  expect(complaint).not.toMatch(emptyWords);
});
