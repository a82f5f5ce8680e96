import { expect, test } from "vitest";
import { expectSameButTrailer, newTitles, runWithBoth } from "./run-with-both.ts";

test("an edit on git-annex's adjusted branch reaches main with `git annex sync`", () => {
  const sides = runWithBoth({
    before: "echo 1 >plain; git add plain; git commit -qm base",
    steps: `
      exec 2>&1
      set -e
      git annex init laptop
      echo one >large
      git annex add --quiet large
      git commit -m 'Add a large file'
      git annex adjust --unlock
      echo two >large
      git commit -am 'Edit the large file'
      git annex sync
      git show main:large main --stat --format=%s`,
    // git-annex notes times and a repository's random id on its own branch.
    ignoredRefs: /git-annex$/,
  });
  expect(sides.real.run.status).toBe(0);
  // git-annex knows its own commit by this message, so it has to stay as it is.
  expectSameButTrailer(sides, ["git-annex adjusted branch"]);
  expect(sides.shim.histories[0]?.refs["refs/heads/main"]).toBe("Edit the large file");
  expect(newTitles(sides.shim)).toContain("git-annex adjusted branch");
});
