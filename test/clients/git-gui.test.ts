import { expect, test } from "vitest";
import { expectSameButTrailer, newTitles, runWithBoth, program } from "./run-with-both.ts";

const before = "echo 1 >a; git add a; git commit -qm base; echo 2 >a; git add a";

test("git-gui commits and amends with plumbing, which says nothing on stderr", () => {
  const sides = runWithBoth({
    before,
    steps: `
      tclsh ${program("git-gui.tcl")} plain normal 'Made in a window' &&
      echo 3 >a && git add a &&
      tclsh ${program("git-gui.tcl")} plain amend 'Amended in a window'`,
  });
  expect(sides.real.run).toMatchObject({ status: 0, stderr: "" });
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual(["Amended in a window"]);
});

test("an older git-gui, started by `git gui`, runs the programs in git's exec-path", () => {
  const sides = runWithBoth({
    before,
    // Under another name: the real one needs a display.
    files: { "../bin/git-window": `#!/bin/sh\nexec tclsh ${program("git-gui.tcl")} "$@"\n` },
    steps: `
      PATH=$PATH:$PWD/../bin
      git window dashed normal 'Made in a window' &&
      echo 3 >a && git add a &&
      git window dashed amend 'Amended in a window'`,
  });
  expect(sides.real.run).toMatchObject({ status: 0, stderr: "" });
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual(["Amended in a window"]);
});

test("a Tcl script that commits with exec sees what git prints, and no failure", () => {
  const sides = runWithBoth({
    before,
    steps: `echo 'puts [exec git commit -m {From Tcl}]' | tclsh`,
  });
  expect(sides.real.run).toMatchObject({ status: 0, stderr: "" });
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual(["From Tcl"]);
});
