import { expect, test } from "vitest";
import { expectSameButTrailer, newTitles, onBothSides } from "./both-sides.ts";

test("stgit makes, refreshes, reorders and commits patches", () => {
  const sides = onBothSides({
    before: "echo 1 >a; echo 1 >b; git add .; git commit -qm base",
    steps: `
      set -e
      stg init
      stg new -m 'First patch' first
      echo 2 >a
      stg refresh
      stg new -m 'Second patch' second
      echo 2 >b
      stg refresh
      stg float first
      stg edit -m 'First patch, in other words' first
      stg series --description
      stg pop
      stg push
      stg commit --all`,
    // Its log of what was done holds ids.
    ignoredRefs: /\.stgit$|^refs\/stacks\//,
  });
  expect(sides.real.run.status).toBe(0);
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual(["First patch, in other words", "Second patch"]);
});
