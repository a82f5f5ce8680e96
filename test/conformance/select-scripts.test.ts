import { expect, test } from "vitest";
import { groups, selectScripts } from "../../scripts/conformance/groups.mjs";

const present = [
  "t0005-signals",
  "t5516-fetch-push",
  "t7502-commit-porcelain",
  "t7513-interpret-trailers",
  "t9300-fast-import",
];
const select = (...words: string[]) => selectScripts({ all: false, words }, present);

test("a script is named by its number or its whole name", () => {
  expect(select("t7513", "t0005-signals")).toEqual({
    scripts: ["t0005-signals", "t7513-interpret-trailers"],
    unknown: [],
  });
});

test("a group stands for its scripts", () => {
  expect(select("push").scripts).toEqual(["t5516-fetch-push"]);
});

test("a word that means no script is told", () => {
  expect(select("t7513", "t75", "comit").unknown).toEqual(["t75", "comit"]);
});

test("without words the groups of CI are run, and with --all everything up to t7", () => {
  const ci = groups.filter((group) => group.inCi).flatMap((group) => group.scripts);
  const names = ci.map((number) => `${number}-x`).sort();
  expect(selectScripts({ all: false, words: [] }, [...names, "t9300-x"]).scripts).toEqual(names);
  expect(selectScripts({ all: true, words: [] }, present).scripts).toEqual(present.slice(0, 4));
});

test("no script stands in two groups", () => {
  const all = groups.flatMap((group) => group.scripts);
  expect(all.filter((number, index) => all.indexOf(number) !== index)).toEqual([]);
});
