import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { renderPage } from "../../cli/explain-error/render-page.ts";
import { allPages } from "../../cli/explain-error/sections.ts";

test("prints the page of a code, however it was copied", () => {
  const sandbox = new Sandbox();
  const { status, stdout } = sandbox.interlock(["explain-error", "[E-unknown-hook-point]"]);
  expect(status).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "[E-unknown-hook-point] when a plan is compiled

    cause: 'hook' names no hook point
    fix:   use the suggested name; 'interlock hooks --points' lists all

    wrong, in a hook of plugin.yaml:
        hook: commit-msg
        effects: [{type: text.ensureTrailer, key: Reviewed-by, value: Ann}]
    right:
        hook: commit.message.finalize
        effects: [{type: text.ensureTrailer, key: Reviewed-by, value: Ann}]
    "
  `);
  for (const word of ["unknown-hook-point", "E-unknown-hook-point", "e-UNKNOWN-hook-point"])
    expect(sandbox.interlock(["explain-error", word])).toEqual({ status: 0, stdout, stderr: "" });
});

test("without a code it lists all of them, in lines that fit a terminal", () => {
  const { stdout } = new Sandbox().interlock(["explain-error"]);
  for (const { code } of allPages) expect(stdout).toMatch(new RegExp(`^  E-${code} `, "m"));
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test.each(allPages)("the page of $code fits a terminal, but for what is to be copied", (page) => {
  const prose = renderPage(page)
    .split("\n")
    .filter((line) => !line.startsWith("    "));
  for (const line of prose) expect(line.length).toBeLessThanOrEqual(80);
});

test("for programs it prints the page as JSON", () => {
  const { stdout } = new Sandbox().interlock(["explain-error", "--json", "plan-damaged"]);
  expect(JSON.parse(stdout)).toMatchObject({ code: "plan-damaged", section: "When a command runs" });
});

test("a code that does not exist is refused with the nearest one", () => {
  expect(new Sandbox().interlock(["explain-error", "E-plan-damage"])).toEqual({
    status: 129,
    stdout: "",
    stderr:
      "interlock: error: there is no error 'E-plan-damage' [E-wrong-usage]\nhint: did you mean 'E-plan-damaged'?\n",
  });
});

test("the code that a refused commit prints is one that can be explained", () => {
  const sandbox = new Sandbox("version: 1\nmode: enforced\n");
  const { status, stderr } = sandbox.git(["commit", "--allow-empty", "-m", "One"]);
  expect(status).toBe(128);
  const codes = [...stderr.matchAll(/\[E-([a-z-]+)\]$/gm)].map(([, code]) => code as string);
  expect(codes).toEqual(["bad-value", "compile-failed"]);
  for (const code of codes)
    expect(sandbox.interlock(["explain-error", code]).stdout).toContain(`[E-${code}]`);
});
