import { expect, test } from "vitest";
import { findWrongImports, order } from "../../scripts/lint-folders.mjs";

const pairs = Object.entries(order).flatMap(([top, folders]) =>
  folders.slice(1).map((folder, i): [string, string] => {
    const path = (name: string | undefined): string => (top === "." ? "" : `${top}/`) + `${name}/x/a.ts`;
    return [path(folders[i]), path(folder)];
  }),
);

test.each(pairs)("%s must not import %s, nor its types", (low, high) => {
  const specifier = `${"../".repeat(low.split("/").length - 1)}${high}`;
  expect(findWrongImports({ [low]: `import type { A } from "${specifier}";\n` })).toEqual([
    `${low}: imports '${high}', which is built on it`,
  ]);
  expect(findWrongImports({ [high]: `import { a } from "${specifier.replace(high, low)}";\n` })).toEqual([]);
});

test("a folder that has no place in the order is an error", () => {
  expect(() => findWrongImports({ "shim/attic/a.ts": 'import { a } from "../host.ts";\n' })).toThrow(
    "'shim/attic' is not listed",
  );
});
