import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordDemo } from "../../scripts/demo/record.mjs";
import { dist, root } from "../support/paths.ts";

test("docs/demo.svg shows what the commands print ('npm run record' writes it)", async () => {
  expect(await recordDemo(dist)).toBe(readFileSync(join(root, "docs", "demo.svg"), "utf8"));
});
