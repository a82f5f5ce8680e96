import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { renderAll } from "../../bench/report.mjs";
import { configSchema } from "../../engine/compile/schema/config-schema.ts";
import { hookPointNames, hookPoints } from "../../engine/core/hook-points.ts";
import { version } from "../../engine/core/version.ts";
import { ownVariables } from "../../shim/plan/own-variables.ts";
import { dist, root } from "../support/paths.ts";

function read(...path: string[]): string {
  return readFileSync(join(root, ...path), "utf8");
}

const notOurs = new Set(["node_modules", "dist", "dist-packaged", "build", ".git"]);

/** Files below a folder, by their names' end; links are not followed. */
function filesBelow(folder: string, ends: readonly string[]): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : filesBelow(path, ends);
    return entry.isFile() && ends.some((end) => entry.name.endsWith(end)) ? [path] : [];
  });
}

/** The keys of a strict map with those inside it, as `push.verify`; a map of free keys is one key. */
function keysOf(schema: z.ZodType, prefix = ""): string[] {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  if (!(inner instanceof z.ZodObject)) return [prefix];
  return Object.entries(inner.shape).flatMap(([key, value]) =>
    keysOf(value as z.ZodType, prefix === "" ? key : `${prefix}.${key}`),
  );
}

/** The first column of the tables under a heading, without its backquotes. */
function namesUnder(heading: string, text: string): string[] {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] as string);
}

/** Variables that the program reads; include guards and the build's own definitions are none. */
function variablesRead(): string[] {
  const sources = ["shim", "cli", "engine", "library"].flatMap((name) =>
    filesBelow(join(root, name), [".ts", ".c"]),
  );
  const reads =
    /\b(?:(?:getenv|is_set|env(?:\.get)?|isOn)\((?:host, )?|process\.env\[)"(INTERLOCK_[A-Z_]+)"[)\]]/g;
  const found = sources.flatMap((path) => [...readFileSync(path, "utf8").matchAll(reads)]);
  return [...new Set(found.map((match) => match[1] as string))];
}

/** Everything that looks like a variable of ours, but for what only the C compiler sees. */
function variablesNamed(): string[] {
  const sources = ["shim", "cli", "engine", "library"].flatMap((name) =>
    filesBelow(join(root, name), [".ts", ".c", ".h", ".S"]),
  );
  const found = sources.flatMap((path) => [...readFileSync(path, "utf8").matchAll(/\bINTERLOCK_[A-Z_]+/g)]);
  const names = new Set(found.map((match) => match[0]));
  return [...names].filter((name) => !name.endsWith("_H") && !compilerOnly.includes(name));
}

const compilerOnly = ["INTERLOCK_HEAP_AT_START", "INTERLOCK_VERSION"];

test("the list of verbs in the README is what the program prints", () => {
  const shown = /<!-- help -->\n```\n([^]*?)```\n<!-- \/help -->/.exec(read("README.md"))?.[1];
  const run = spawnSync(join(dist, "bin", "interlock"), ["--help"], { encoding: "utf8" });
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: "" });
  expect(shown).toBe(run.stdout);
});

test("docs/configuration.md lists every key of a config file, and no other", () => {
  const listed = namesUnder("Keys", read("docs", "configuration.md"));
  expect(listed.sort()).toEqual(keysOf(configSchema).sort());
});

test("docs/configuration.md lists every environment variable that is read, and no other", () => {
  const listed = namesUnder("Environment variables", read("docs", "configuration.md")).sort();
  expect(listed).toEqual(variablesRead().sort());
  expect(listed).toEqual(variablesNamed().sort());
  expect(listed).toEqual([...ownVariables].sort());
});

test("docs/plugins.md lists every hook point with all its columns", () => {
  const section = read("docs", "plugins.md").split(/^## Hook points$/m)[1] as string;
  const row = /^\| `([a-z_.]+)`(.*?) \| (\w+) \| (yes|no)\b.*? \| (.*?) \| (\w+) \| (\d+) ms \|$/gm;
  const listed = [...section.matchAll(row)].map(
    ([, name, aliases, mode, fired, payload, failure, limit]) => ({
      name,
      aliases,
      mode,
      fired,
      payload,
      failure,
      limit: Number(limit),
    }),
  );
  expect(listed).toEqual(
    hookPointNames.map((name) => ({
      name,
      aliases: hookPoints[name].aliases.map((alias) => `, also \`${alias}\``).join(""),
      mode: hookPoints[name].mode,
      fired: hookPoints[name].fired ? "yes" : "no",
      payload: Object.entries(hookPoints[name].payload)
        .map(([field, type]) => `\`${field}\`: ${type}`)
        .join(", "),
      failure: hookPoints[name].failure,
      limit: hookPoints[name].timeLimitMs,
    })),
  );
});

test("ARCHITECTURE.md has at most 200 lines, and names only files that exist", () => {
  const text = read("ARCHITECTURE.md");
  expect(text.split("\n").length - 1).toBeLessThanOrEqual(200);
  const named = [...text.matchAll(/`((?:cli|docs|engine|library|plugins|scripts|shim|test)\/[\w./-]+)`/g)];
  expect(named.length).toBeGreaterThan(20);
  expect(named.map((match) => match[1] as string).filter((path) => !existsSync(join(root, path)))).toEqual(
    [],
  );
});

test("a decision has at most 30 lines", () => {
  for (const path of filesBelow(join(root, "docs", "decisions"), [".md"])) {
    expect(readFileSync(path, "utf8").split("\n").length - 1, path).toBeLessThanOrEqual(30);
  }
});

describe("every relative link leads to a file, and every anchor to a heading", () => {
  const pages = filesBelow(root, [".md"]);
  test.each(pages.map((path) => [relative(root, path), path]))("%s", (_, path) => {
    const text = readFileSync(path, "utf8").replace(/^```[^]*?^```/gm, "");
    const links = [...text.matchAll(/\]\((?![a-z]+:)([^)\s]*)\)/g)].map((match) => match[1] as string);
    expect(links.filter((link) => !leadsSomewhere(path, link))).toEqual([]);
  });
});

function leadsSomewhere(page: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : join(dirname(page), file);
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  const headings = [...readFileSync(target, "utf8").matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] as string)
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-"),
  );
  return headings.includes(anchor);
}

test("package.json has the version that the program prints", () => {
  expect(JSON.parse(read("package.json")).version).toBe(version);
  const run = spawnSync(join(dist, "bin", "interlock"), ["--version"], { encoding: "utf8" });
  expect(run.stdout).toBe(`interlock ${version}\n`);
});

describe("what is written from bench/results.json is what it gives", () => {
  const written = renderAll(JSON.parse(read("bench", "results.json")), read);
  test.each(written)("%s", (path, text) => {
    expect(read(path)).toBe(text);
  });

  test("and the figures are there", () => {
    expect(read("README.md")).toMatch(/<!-- figures -->[^]*\d\.\d\d ms[^]*<!-- \/figures -->/);
  });
});
