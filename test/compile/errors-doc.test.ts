import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnosticCodes } from "../../engine/compile/files/diagnostic.ts";
import { problemCodes } from "../../engine/core/problem.ts";
import { verbCodes } from "../../cli/shared/complain.ts";
import { callCodes, runCodes } from "../../library/diagnostic.ts";

test("docs/errors.md lists every code, and no other", () => {
  const text = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
  const listed = [...text.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
  expect(listed.sort()).toEqual(
    [...problemCodes, ...diagnosticCodes, ...callCodes, ...runCodes, ...verbCodes].sort(),
  );
});
