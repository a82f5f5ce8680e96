/** `npm run …` in pages starts long runs, which are tests by themselves. What can be checked here is that the script exists. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { pages, readPage } from "./pages.ts";

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const named = [...pages.map(readPage), readFileSync(join(root, "CONTRIBUTING.md"), "utf8")].flatMap((text) =>
  [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name as string),
);

test.each([...new Set(named)].sort())("npm run %s is a script of package.json", (name) => {
  expect(Object.keys(scripts)).toContain(name);
});
