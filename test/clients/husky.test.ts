import { expect, test } from "vitest";
import { expectSameButTrailer, newTitles, runWithBoth } from "./run-with-both.ts";

const files = {
  "package.json": "{}\n",
  ".husky/pre-commit": "echo pre-commit\n",
  // What a check of messages would see.
  ".husky/commit-msg": 'echo "commit-msg: $(head -n1 "$1")"\n! grep -q WIP "$1"\n',
};

test("husky's hooks run once, see what git shows them, and can refuse", () => {
  const sides = runWithBoth({
    files,
    before: "git add . && git commit -qm base",
    steps: `
      $CLIENTS/husky || exit
      echo 1 >a && git add a
      git commit -m 'WIP: not yet' && exit 1
      git commit -m 'Add a file' || exit
      git commit --amend --no-edit || exit
      git commit --allow-empty --no-verify -m 'WIP: past the hooks'`,
  });
  expect(sides.real.run.status).toBe(0);
  expect(sides.real.run.stderr).toContain("commit-msg script failed (code 1)");
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual(["Add a file", "WIP: past the hooks"]);
});
