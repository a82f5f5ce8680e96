import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { longest } from "../support/longest-first.ts";
import { root } from "../support/paths.ts";

test("every test file that is begun early is there", () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
