import { expect, test } from "vitest";
import { compareResults, countTests } from "../../scripts/conformance/compare.mjs";
import { parseTap } from "../../scripts/conformance/parse-tap.mjs";

const script = "t7502-commit-porcelain";
const differences = (real: string, shim: string) => compareResults(script, parseTap(real), parseTap(shim));

test("the same results are no difference, whatever they are", () => {
  const text = "ok 1 - a\nnot ok 2 - b\nok 3 # skip c (missing TTY)\n1..3\n";
  expect(differences(text, text)).toEqual([]);
});

test("a test that fails through the shim is a difference, and so is one that only passes there", () => {
  expect(differences("ok 1 - a\nnot ok 2 - b\n1..2\n", "not ok 1 - a\nok 2 - b\n1..2\n")).toEqual([
    { script, number: 1, title: "a", real: "ok", shim: "not ok" },
    { script, number: 2, title: "b", real: "not ok", shim: "ok" },
  ]);
});

test("a test that is skipped through the shim is a difference", () => {
  expect(differences("ok 1 - a\n1..1\n", "ok 1 # skip a (missing TTY)\n1..1\n")).toMatchObject([
    { number: 1, real: "ok", shim: "skip" },
  ]);
});

test("a script that dies through the shim differs as a whole, and in each test it did not reach", () => {
  expect(differences("ok 1 - a\nok 2 - b\n1..2\n", "ok 1 - a\nFATAL: Unexpected exit with code 1\n")).toEqual(
    [
      {
        script,
        number: 0,
        title: "the script as a whole",
        real: "done",
        shim: "died (FATAL: Unexpected exit with code 1)",
      },
      { script, number: 2, title: "b", real: "ok", shim: "not run" },
    ],
  );
});

test("another test under the same number is a difference", () => {
  expect(differences("ok 1 - a\n1..1\n", "ok 1 - b\n1..1\n")).toEqual([
    { script, number: 1, title: "a", real: "ok", shim: "'b'" },
  ]);
});

test("only tests that pass on the real git are counted as passing through the shim", () => {
  const real = parseTap("ok 1 - a\nok 2 - b\nnot ok 3 - c\nok 4 # skip d (missing TTY)\n1..4\n");
  const shim = parseTap("ok 1 - a\nnot ok 2 - b\nok 3 - c\nok 4 # skip d (missing TTY)\n1..4\n");
  expect(countTests(real, shim)).toEqual({ real: 2, shim: 1, skipped: 1 });
});
