import { expect, test } from "vitest";
import { expectSameButTrailer, newTitles, runWithBoth } from "./run-with-both.ts";

const files = {
  "package.json": JSON.stringify({ "lint-staged": { "*.txt": "node fix.cjs" } }),
  "fix.cjs": `
    const { readFileSync, writeFileSync } = require("node:fs");
    for (const file of process.argv.slice(2)) {
      const text = readFileSync(file, "utf8");
      if (text.includes("broken")) process.exit(1);
      writeFileSync(file, text.replace("first", "FIRST"));
    }`,
  ".git/hooks/pre-commit": '#!/bin/sh\nexec "$CLIENTS/lint-staged"\n',
};
const before = `
  printf 'one\\ntwo\\nthree\\nfour\\nfive\\nsix\\n' >a.txt
  git add package.json fix.cjs a.txt && git commit -q --no-verify -m base`;

test("lint-staged fixes what is staged, keeps what is not, and leaves no stash behind", () => {
  const sides = runWithBoth({
    files,
    before,
    steps: `
      sed -i s/one/first/ a.txt && git add a.txt && sed -i s/six/sixth/ a.txt
      git commit -m 'Change one line of two' || exit
      git stash list && git diff -U9`,
  });
  expect(sides.real.run.status).toBe(0);
  expect(sides.real.run.stdout).toContain(" FIRST\n");
  expect(sides.real.run.stdout).toContain("+sixth\n");
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual(["Change one line of two"]);
});

test("lint-staged that fails ends the commit and puts everything back", () => {
  const sides = runWithBoth({
    files,
    before,
    steps:
      "echo broken >>a.txt && git add a.txt; git commit -m 'Broken'; echo $?; git status --short; git stash list",
  });
  expect(sides.real.run.stderr).toContain("node fix.cjs [FAILED]");
  expect(sides.real.run.stdout).toContain("1\nM  a.txt\n");
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual([]);
});
