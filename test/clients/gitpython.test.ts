import { expect, test } from "vitest";
import { expectSameButTrailer, newTitles, runWithBoth, program } from "./run-with-both.ts";

const before = `
  git init -q --bare ../remote.git && git remote add origin ../remote.git
  git commit -q --allow-empty -m base && git push -q origin main
  echo 1 >a && printf 'From a file\\n\\nIts body\\n' >message`;
const repositories = ["repo", "remote.git"];

test("GitPython commits, amends and pushes", () => {
  const sides = runWithBoth({ before, steps: `python3 ${program("gitpython.py")} commit`, repositories });
  expect(sides.real.run).toMatchObject({ status: 0, stderr: "" });
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual(["From GitPython", "From a file"]);
});

test("GitPython, which shows only the lines with `error:`, says why a push is refused", () => {
  const sides = runWithBoth({
    before: `${before}; git commit -q --allow-empty -m 'From before'`,
    steps: `python3 ${program("gitpython.py")} refused`,
    repositories,
  });
  expect(sides.real.run.status).toBe(0);
  expect(sides.shim.run).toMatchObject({ status: 1, stderr: "" });
  expect(sides.shim.run.stdout).toMatch(/error: .*breaks a rule; nothing was pushed/);
  expect(sides.shim.histories[1]?.refs).toEqual({ "refs/heads/main": "base" });
});
