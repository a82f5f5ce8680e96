/** The command lines of interlock in the settings that docs/runtimes and docs/agents show for agents. */
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dialectNames, dialects, type DialectName } from "../../engine/lifecycle/dialects/dialects.ts";
import { Sandbox } from "../support/sandbox.ts";
import { pages, readPage } from "./pages.ts";
import { readSteps, type Block } from "./read-blocks.ts";

const settings = pages
  .filter((page) => page.startsWith("docs/runtimes/"))
  .flatMap((page) =>
    readSteps(readPage(page))
      .filter((step): step is Block => step.kind === "block" && step.text.includes("interlock dispatch"))
      .map((block) => ({ page, block })),
  );

test("there are settings to try", () => {
  expect(settings.length).toBeGreaterThanOrEqual(4);
  // Among them docs/runtimes/docker-agent.md, which docker-agent itself would read.
  expect(settings.map(({ page }) => page)).toContain("docs/runtimes/docker-agent.md");
});

/** Every text of a value that is a call of interlock. */
function callsIn(value: unknown): string[] {
  if (typeof value === "string") return value.startsWith("interlock ") ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(callsIn) : [];
}

describe.each(settings.map(({ page, block }) => [`${page}:${block.line}`, block] as const))(
  "%s",
  (_, block) => {
    const calls = /^(json|yaml)$/.test(block.language)
      ? callsIn(parse(block.text))
      : [...block.text.matchAll(/interlock dispatch [\w -]+/g)].map(([call]) => call);

    test("has calls", () => expect(calls).not.toEqual([]));

    test.each(calls)("%s", (call) => {
      // Its plugin has policies.
      const sandbox = new Sandbox();
      const run = sandbox.shell(call, { input: JSON.stringify({ cwd: sandbox.repository, tool_name: "x" }) });
      expect(run).toMatchObject({ status: 0, stderr: "" });
      const [, event = "", dialect] = /dispatch (\w+) --dialect ([\w-]+)/.exec(call) ?? [];
      const { beginnings } = dialects[dialect as DialectName];
      expect(textsIn(run.stdout === "" ? {} : JSON.parse(run.stdout)).join()).toMatch(
        beginnings.includes(event)
          ? /^<hook-policies>\n<!-- github\.[^]*<\/hook-policies>\n/
          : /^(?![^]*<hook-policies>)/,
      );
    });
  },
);

test.each(dialectNames)("the page of %s shows each event at which its model gets the policies", (name) => {
  const shown = settings
    .filter(({ page }) => page === `docs/runtimes/${name}.md`)
    .map(({ block }) => block.text);
  for (const event of dialects[name].beginnings)
    expect(shown.join("\n")).toContain(`interlock dispatch ${event} --dialect ${name}`);
});

/** The texts that are for the model. */
function textsIn(answer: { [field: string]: any }): string[] {
  const specific = answer["hookSpecificOutput"] ?? answer["hook_specific_output"] ?? answer;
  const text: unknown = specific["additionalContext"] ?? specific["additional_context"];
  return typeof text === "string" ? [text] : [];
}
