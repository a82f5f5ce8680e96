/** `tsc --strict` over right and wrong uses of hooks: the right ones compile, and each wrong one does not. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { typecheck } from "./typed-project.ts";

test("what is given to a hook runner, and to its registration", () => {
  const names = ["hook-runner.ts", "register.ts"];
  const programs = names.map((name) => [
    name,
    readFileSync(join(root, "test", "library", "types", name), "utf8"),
  ]);
  expect(typecheck(Object.fromEntries(programs))).toBe("");
});
