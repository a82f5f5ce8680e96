import { expect, test } from "vitest";
import { findWrongImports, order } from "../../scripts/lint-folders.mjs";

/** A file that lies in a folder, at a place that its own order allows. */
const fileIn: { [folder: string]: string } = {
  engine: "engine/core/a.ts",
  "engine/compile": "engine/compile/files/a.ts",
  "shim/native": "shim/native/process/a.ts",
};

/** A file in each folder, and one in the next: the second may import the first, and not the other way round. */
const pairs = Object.entries(order).flatMap(([top, folders]) => {
  const files = folders.map((folder) => {
    const path = [top, folder].filter((part) => part !== "" && part !== ".").join("/");
    return folder === "." ? `${path}/a.ts` : (fileIn[path] ?? `${path}/a.ts`);
  });
  return files.slice(1).map((file, i): [string, string] => [files[i] as string, file]);
});

/** What `from` imports `to` by. */
function specifier(from: string, to: string): string {
  return `./${"../".repeat(from.split("/").length - 1)}${to}`;
}

test.each(pairs)("%s must not import %s, nor its types", (low, high) => {
  expect(findWrongImports({ [low]: `import type { A } from "${specifier(low, high)}";\n` })).toEqual([
    `${low}: imports '${high}', which is built on it`,
  ]);
  expect(findWrongImports({ [high]: `import { a } from "${specifier(high, low)}";\n` })).toEqual([]);
});

test("a C file must not include a header of a folder that is built on its own", () => {
  const files = {
    "shim/native/process/a.c":
      '#include <string.h>\n#include "duktape.h"\n#include "process/a.h"\n#include "host/host.h"\n',
    "shim/native/host/a.h": '#include "process/a.h"\n',
  };
  expect(findWrongImports(files)).toEqual([
    "shim/native/process/a.c: imports 'shim/native/host/host.h', which is built on it",
  ]);
});

test("a folder that has no place in the order is an error", () => {
  expect(() => findWrongImports({ "shim/attic/a.ts": 'import { a } from "../host.ts";\n' })).toThrow(
    "'shim/attic' has no place",
  );
});
