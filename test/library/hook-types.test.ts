/** `tsc --strict` over right and wrong uses of hooks: the right ones compile, and each wrong one does not. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { typecheck } from "./typed-project.ts";

test.each(["hook-runner.ts", "register.ts"])("%s", (name) => {
  const program = readFileSync(join(root, "test", "library", "types", name), "utf8");
  expect(typecheck({ [name]: program })).toBe("");
});
