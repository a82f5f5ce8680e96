import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";

const folder = join(root, "test", "clients");
const read = (...path: string[]): string => readFileSync(join(root, ...path), "utf8");

const table = /<!-- programs -->\n([^]*?)<!-- \/programs -->/.exec(read("docs", "clients.md"))?.[1] ?? "";
const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \| .+? \| `(.+?)` \|$/gm)].map(
  ([, program, from, file]) => ({ program: program as string, from: from as string, file: file as string }),
);

test("docs/clients.md lists every program that test/clients runs, and no other", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThanOrEqual(12);
  expect(rows.map(({ file }) => file).sort()).toEqual(files.sort());
});

test("docs/clients.md names the versions of npm's programs that are installed", () => {
  const listed = rows.map(({ program, from }) => [program, /^npm, (.+)$/.exec(from)?.[1]] as const);
  const { dependencies } = JSON.parse(read("test", "clients", "package.json"));
  expect(Object.fromEntries(listed.filter(([, version]) => version !== undefined))).toEqual(dependencies);
});

test("the lock file of these programs has their hashes and no download addresses", () => {
  const { packages } = JSON.parse(read("test", "clients", "package-lock.json")) as {
    packages: { [path: string]: { integrity?: string; resolved?: string; inBundle?: boolean } };
  };
  const installed = Object.entries(packages).filter(([path]) => path !== "");
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  // What comes inside another package has that one's hash.
  expect(installed.filter(([, entry]) => entry.integrity === undefined && !entry.inBundle)).toEqual([]);
});
