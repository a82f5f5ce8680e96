import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { thorough } from "../sets.ts";
import { longest } from "../support/longest-first.ts";
import { root } from "../support/paths.ts";

test("every test file that is begun early is there", () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("what npm test leaves out is there, and named once", () => {
  expect(thorough.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(thorough.filter((path, i) => thorough.indexOf(path) !== i)).toEqual([]);
});

test("the map of the tests has a row for every folder", () => {
  const map = readFileSync(join(root, "test", "README.md"), "utf8");
  const rows = [...map.matchAll(/^\| .* \| `([a-z-]+)\/`/gm)].map(([, name]) => name);
  const folders = readdirSync(join(root, "test"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(rows.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});
