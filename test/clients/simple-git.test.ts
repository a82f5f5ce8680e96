import { expect, test } from "vitest";
import { expectSameButTrailer, newTitles, runWithBoth, program } from "./run-with-both.ts";

test("simple-git commits, merges and pushes, and reads the same from every answer", () => {
  const sides = runWithBoth({
    before: `
      git init -q --bare ../remote.git && git remote add origin ../remote.git
      git commit -q --allow-empty -m base && git push -q origin main && echo 1 >a`,
    steps: `node ${program("simple-git.mjs")}`,
    repositories: ["repo", "remote.git"],
  });
  expect(sides.real.run).toMatchObject({ status: 0, stderr: "" });
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual(["From simple-git", "Merged at last", "On the side", "Title"]);
});
