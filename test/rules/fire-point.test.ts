/** What every entry leaves to `firePoint`: report mode, a broken file of sealed values, programs before effects. */
import { expect, test } from "vitest";
import { firePoint, type Fired, type Firing } from "../../engine/core/dispatch/fire-point.ts";
import type { HookPointName } from "../../engine/core/hook-points.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import { contribution, plan, trailer } from "../vectors/cases/contributions.ts";

const point: HookPointName = "commit.message.finalize";
const signed = plan([contribution("a", [trailer("Signed-by", ["x"])])], {}, point);

const problem = (message: string): Problem => ({ code: "program-refused", message, hint: "", source: "" });

function fire(of: Plan, more: Partial<Firing<string>> = {}): Fired<string> {
  const values = makeValues(
    of,
    {},
    () => undefined,
    () => "",
  );
  return firePoint(of, point, {
    given: "fix\n",
    cleanup: { mode: "whitespace", commentChar: "#" },
    opened: { values, problem: null },
    occasion: { commit: () => "composed", remotes: () => [] },
    isCallers: null,
    ...more,
  });
}

const report: Plan = { ...signed, mode: "report" };
const refusing = (value: string) => ({ value, trace: [], problems: [problem("no")], warnings: [] });

test("what is made of a text goes on", () => {
  expect(fire(signed)).toMatchObject({ value: "fix\n\nSigned-by: x\n", problems: [] });
});

test("under report what was given goes on, and what would stop it is a warning; the rules run all the same", () => {
  expect(fire(report, { ask: refusing })).toMatchObject({
    value: "fix\n",
    made: "fix\n\nSigned-by: x\n",
    problems: [],
    warnings: [problem("no")],
  });
});

test("a program that refuses stops a text before the rules run", () => {
  expect(fire(signed, { ask: refusing })).toMatchObject({
    value: "fix\n",
    made: null,
    problems: [problem("no")],
    trace: [],
  });
});

test.each([
  ["enforce", signed],
  ["report", report],
])("nothing runs by half of the values: mode %s", (_, of) => {
  const broken = { values: makeValues(of, {}, () => "", String), problem: problem("unreadable") };
  const ask = (): never => expect.unreachable("a program was asked");
  expect(fire(of, { opened: broken, ask })).toMatchObject({
    value: "fix\n",
    made: null,
    problems: [problem("unreadable")],
  });
});

test("rules hold for what programs make of a text", () => {
  const ask = (value: string) => ({ value: value + "more\n", trace: [], problems: [], warnings: [] });
  expect(fire(signed, { ask }).value).toBe("fix\nmore\n\nSigned-by: x\n");
});

test("in a sealed install a program is asked again about what the caller's rules have added", () => {
  const asked: string[] = [];
  const ask = (value: string) => {
    asked.push(value);
    const problems = value.includes("Signed-by") ? [problem("not that")] : [];
    return { value, trace: [], problems, warnings: [] };
  };
  expect(fire(signed, { ask, isCallers: () => true })).toMatchObject({
    value: "fix\n",
    problems: [problem("not that")],
  });
  expect(asked).toEqual(["fix\n", "fix\n\nSigned-by: x\n"]);
});
