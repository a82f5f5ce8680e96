/** The examples of `interlock explain-error` that are files: the wrong one gives that error, the right one none. */
import { expect, test } from "vitest";
import type { Place } from "../../cli/explain-error/error-page.ts";
import { allPages } from "../../cli/explain-error/sections.ts";
import { createWorkspace, installs, type Tree } from "./workspace.ts";

const indented = (lines: string, by: number): string => lines.replace(/^(?=.)/gm, " ".repeat(by));
const inHook = (lines: string): string =>
  `extensions:\n  hookApiVersion: 1\n  hooks:\n    - id: acme.a\n${indented(lines, 6)}\n`;
const inEffect = (lines: string): string =>
  inHook(`hook: commit.message.finalize\neffects:\n  -\n${indented(lines, 4)}`);

const put: { [P in Place]: (lines: string) => Tree } = {
  config: (lines) => ({ "install.yaml": `version: 1\n${lines}\n` }),
  manifest: (lines) => ({ "install.yaml": installs("p"), "p/acme/plugin.yaml": `${lines}\n` }),
  hook: (lines) => ({ "install.yaml": installs("p"), "p/acme/plugin.yaml": inHook(lines) }),
  effect: (lines) => ({ "install.yaml": installs("p"), "p/acme/plugin.yaml": inEffect(lines) }),
};

const files = allPages.flatMap(({ code, example }) => ("wrong" in example ? [{ code, example }] : []));

test("most errors in files have an example that is a file", () => {
  expect(files.length).toBeGreaterThan(20);
});

test.each(files)("$code", ({ code, example }) => {
  const codesOf = (lines: string): string[] =>
    createWorkspace(put[example.in](lines))
      .compile()
      .diagnostics.map((diagnostic) => diagnostic.code);
  expect(codesOf(example.wrong)).toEqual([code]);
  expect(codesOf(example.right).filter((each) => each !== "no-hooks" || each === code)).toEqual([]);
});
