import { expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { expectSameButTrailer, newTitles, runWithBoth } from "./run-with-both.ts";

const before = `
  git init -q --bare ../remote.git && git remote add origin ../remote.git
  echo 1 >a && echo 1 >b && git add . && git commit -qm base && git push -q origin main`;
/** Its log of what was done holds ids. */
const ignoredRefs = /\.stgit$|^refs\/stacks\//;
const repositories = ["repo", "remote.git"];

test("stgit makes, refreshes, reorders, commits and pushes patches", () => {
  const sides = runWithBoth({
    before,
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
      stg series --description
      stg pop
      stg push
      stg commit --all
      git push origin main`,
    repositories,
    ignoredRefs,
  });
  expect(sides.real.run.status).toBe(0);
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual(["First patch", "Second patch"]);
});

test("new words that stgit gives a patch under its old dates look like a copy, and are stopped at push", () => {
  const sides = runWithBoth({
    before,
    steps: `
      set -e
      stg init
      stg new -m 'First patch' first
      stg edit -m 'First patch, in other words' first
      stg commit --all
      git push origin main 2>&1 || echo refused`,
    repositories,
    ignoredRefs,
  });
  const { sandbox, run, histories } = sides.shim;
  expect(run.stdout).toContain("First patch, in other words\n    github.ensure-bot-coauthor: ");
  expect(run.stdout).toMatch(/\nrefused\n$/);
  expect(histories[1]?.refs).toEqual({ "refs/heads/main": "base" });
  expect(sandbox.interlock(["fix"]).status).toBe(0);
  expect(sandbox.git(["push", "-q", "origin", "main"]).status).toBe(0);
  expect(sandbox.message("origin/main")).toBe(`First patch, in other words\n\n${botTrailer}`);
});
