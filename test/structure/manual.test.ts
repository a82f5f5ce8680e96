/** The manual pages that the build writes are complete, and groff has nothing against them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderManual } from "../../scripts/build/manual.mjs";
import { verbs } from "../../cli/verbs.ts";
import { configSchema } from "../../engine/compile/schema/config-schema.ts";
import { effectTypes } from "../../engine/compile/schema/effect-schema.ts";
import { hookPointNames } from "../../engine/core/hook-points.ts";
import { statusesOf, shownOptions } from "../../shim/verbs/common-options.ts";
import { dist, root } from "../support/paths.ts";

const pages = ["man1/interlock.1", "man5/interlock-config.5", "man5/interlock-plugin.5"];
const fileOf = (page: string): string => join(dist, "share", "man", page);

function format(page: string): { text: string; warnings: string } {
  const env = { ...process.env, MANWIDTH: "400", LC_ALL: "C.UTF-8", MAN_KEEP_FORMATTING: "" };
  const run = spawnSync("man", ["--warnings", "-l", fileOf(page)], { env, encoding: "utf8" });
  return { text: run.stdout, warnings: run.stderr };
}

describe.each(pages)("%s", (page) => {
  test("is what the tables and documents say now", async () => {
    expect(readFileSync(fileOf(page), "utf8")).toBe(
      ((await renderManual(root)) as { [page: string]: string })[page],
    );
  });

  test("is formatted without a warning, and has a name that apropos finds", () => {
    expect(format(page).warnings).toBe("");
    const found = spawnSync("lexgrog", [fileOf(page)], { encoding: "utf8" });
    expect(found.stdout).toContain(`"${page.replace(/^.*\/|\.\d$/g, "")} - `);
  });
});

test("interlock(1) has every verb, with its options, exit statuses and examples", () => {
  const { text } = format("man1/interlock.1");
  for (const verb of verbs) {
    const section = text.split(new RegExp(`^   ${verb.name}$`, "m"))[1] ?? "";
    for (const { name } of verb.options.filter(({ internal }) => !internal)) expect(section).toContain(name);
    for (const [status, meaning] of statusesOf(verb))
      expect(section).toMatch(new RegExp(`${status} +${meaning.slice(0, 12)}`));
    for (const [line] of verb.examples ?? []) expect(section).toContain(line);
    for (const { name } of shownOptions(verb)) expect(text).toContain(name);
  }
  expect(text).not.toContain("--for-shim");
});

test("interlock-config(5) has every key", () => {
  const { text } = format("man5/interlock-config.5");
  for (const key of Object.keys(configSchema.shape)) expect(text).toMatch(new RegExp(`^ {7}${key}\\b`, "m"));
});

test("interlock-plugin(5) has every effect and every hook point of git and gh", () => {
  const { text } = format("man5/interlock-plugin.5");
  for (const name of [...effectTypes, ...hookPointNames]) expect(text).toContain(name);
});
