import { expect, test } from "vitest";
import { expectSameButTrailer, newTitles, runWithBoth } from "./run-with-both.ts";

const env = { FILTER_BRANCH_SQUELCH_WARNING: "1" };
const before = `
  echo 1 >a && echo 1 >secret && git add . && git commit -qm base
  git checkout -qb side && echo 1 >b && git add b && git commit -qm 'On the side'
  git checkout -q main && echo 2 >a && git commit -qam 'On main'
  git merge -q --no-edit side`;
/** Without its progress, which depends on the time. */
const filterBranch = (options: string): string => `
  git filter-branch ${options} -- --all >out
  status=$?
  tr '\\r' '\\n' <out | grep -v '^Rewrite '
  exit $status`;

test("git filter-branch without a filter leaves every id as it is", () => {
  const sides = runWithBoth({ before, steps: filterBranch(""), env });
  expect(sides.real.run.status).toBe(0);
  expect(sides.real.run.stderr).toContain("Ref 'refs/heads/main' is unchanged");
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual([]);
});

test("git filter-branch that takes out a file copies messages as they are", () => {
  const sides = runWithBoth({
    before,
    steps: filterBranch("--index-filter 'git rm -q --cached secret'"),
    env,
  });
  expect(sides.real.run.status).toBe(0);
  const copied = newTitles(sides.real);
  expect(copied).toHaveLength(4);
  expectSameButTrailer(sides, copied);
});
