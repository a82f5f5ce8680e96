import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verbs } from "../../cli/verbs.ts";
import { shownOptions } from "../../shim/verbs/common-options.ts";
import { renderNames } from "../../shim/verbs/help.ts";
import { formatNames } from "../../shim/verbs/verify-formats.ts";
import { root } from "../support/paths.ts";
import { createHome } from "./home.ts";

const pages = ["commands", "configuration", "explain", "fix", "plugin-command", "record", "sealed", "verify"]
  .map((page) => readFileSync(join(root, "docs", `${page}.md`), "utf8"))
  .join("\n");

function longestLine(text: string): number {
  return Math.max(...text.split("\n").map((line) => line.length));
}

describe.each(verbs.map((verb) => [verb.name, verb] as const))("interlock %s", (name, verb) => {
  const own = verb.options.filter(({ internal }) => !internal);

  test.each(["--help", "-h"])("%s has a line for every option, and so has 'help'", (flag) => {
    const home = createHome({});
    const run = home.interlock(name, flag);
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: "" });
    expect(run.stdout).toContain(`usage: interlock ${name}`);
    // Two columns, each option on one line.
    const unwrapped = run.stdout.replace(/\n {10,}/g, " ").replace(/(?<=\S) {2,}/g, "  ");
    expect(run.stdout.replace(/\s+/g, " ")).toContain(verb.summary);
    expect(longestLine(run.stdout)).toBeLessThanOrEqual(80);
    for (const option of shownOptions(verb)) {
      expect(unwrapped).toContain(`  ${renderNames(option)}  ${option.summary}`);
    }
    expect(home.interlock("help", name)).toEqual(run);
  });

  test("the documents name every option", () => {
    for (const option of own) expect(pages).toContain(`\`${option.name}`);
  });

  test("an option that it does not take is refused with 129 and the way to the others", () => {
    const { status, stdout, stderr } = createHome({}).interlock(name, "--no-such-option");
    expect({ status, stdout }).toEqual({ status: 129, stdout: "" });
    expect(stderr).toContain(
      `interlock: error: '${name}' takes no '--no-such-option' [E-wrong-usage]\nhint: `,
    );
    expect(stderr).toContain(`interlock ${name}`);
  });
});

test("help may stand behind other options", () => {
  const home = createHome({});
  expect(home.interlock("verify", "--all", "--help")).toEqual(home.interlock("verify", "--help"));
});

test("verify --help names every format", () => {
  const { stdout } = createHome({}).interlock("verify", "--help");
  for (const format of formatNames) expect(stdout).toMatch(new RegExp(`--format [^]*\\b${format}\\b`));
});

test("what is only for the shim is in no help", () => {
  expect(createHome({}).interlock("compile", "--help").stdout).not.toContain("--for-shim");
});
