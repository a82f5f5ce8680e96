import { afterAll, beforeAll, expect, test } from "vitest";
import { allCases, wordsOf } from "./command-lines.ts";
import { CaseRunner } from "./run-case.ts";

let runner: CaseRunner;
beforeAll(async () => {
  runner = await CaseRunner.start();
});
afterAll(() => runner.stop());

test("there are at least 60 lines", () => {
  expect(allCases.length).toBeGreaterThanOrEqual(60);
});

test.each(allCases.map((each) => ({ ...each, line: wordsOf(each).join(" ") })))(
  "gh $line sends what the table says",
  async (each) => {
    const run = await runner.run(each);
    expect(run.sent, run.stderr).toEqual(each.sends);
    expect(run.stderr + run.stdout).toContain(each.says ?? "");
    if (each.sends.length > 0) expect(run.status).toBe(0);
  },
);
