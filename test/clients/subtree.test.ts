import { expect, test } from "vitest";
import { expectSameButTrailer, newTitles, runWithBoth, type Scenario } from "./run-with-both.ts";

/** Two commits in `lib`, split off and published before interlock came. */
const before = `
  mkdir lib && echo 1 >lib/a && echo 1 >b && git add . && git commit -qm base
  echo 2 >lib/a && git commit -qam 'Change the library'
  git init -q --bare ../lib.git
  git subtree push -q --prefix=lib ../lib.git main`;
const repositories = ["repo", "lib.git"];

const scenarios: { [title: string]: Scenario } = {
  "git subtree split gives history from before the ids that it always had": {
    before,
    steps: "git subtree split -q --prefix=lib -b lib; git ls-remote ../lib.git main; git rev-parse lib",
    repositories,
  },
  "git subtree push goes on from what was pushed before, with new commits and without": {
    before,
    steps: `
      git subtree push -q --prefix=lib ../lib.git main || exit
      echo 3 >lib/a && git commit -qam 'Change the library again'
      git subtree push -q --prefix=lib ../lib.git main`,
    repositories,
  },
  "git subtree add and pull merge another repository's history": {
    before: `
      git init -q ../lib.git && git -C ../lib.git commit -q --allow-empty -m 'Their base'
      echo 1 >../lib.git/a && git -C ../lib.git add a && git -C ../lib.git commit -qm 'Their change'
      echo 1 >b && git add b && git commit -qm base`,
    steps: `
      git subtree add -q --prefix=lib ../lib.git main -m 'Add the library' || exit
      git subtree add -q --prefix=squashed --squash ../lib.git main || exit
      git log --format=%s -1`,
    repositories,
  },
};

for (const [title, scenario] of Object.entries(scenarios)) {
  test(title, () => {
    const sides = runWithBoth(scenario);
    expect(sides.real.run.status).toBe(0);
    expectSameButTrailer(sides);
    if (title.includes("split")) expect(newTitles(sides.shim)).toEqual([]);
  });
}
