import { expect, test } from "vitest";
import {
  composeFill,
  fillForm,
  fillLogArguments,
  headBranch,
  heedsGhRepo,
  heedsMergeBase,
  readFillLog,
} from "../../shim/gh/fill.ts";

const newer = { title: "Second", body: "" };
const older = { title: "First", body: "why\n\nand how\n" };

test("one commit gives its body", () => {
  expect(composeFill("fill", "plain", [older])).toBe("why\n\nand how\n");
  expect(composeFill("verbose", "bold", [older])).toBe("why\n\nand how\n");
});

test("several commits are listed from the oldest on, in bold since 2.44", () => {
  expect(composeFill("fill", "plain", [newer, older])).toBe("- First\n- Second\n");
  expect(composeFill("fill", "bold", [newer, older])).toBe("- **First**\n- **Second**\n");
  expect(composeFill("first", "bold", [newer, older])).toBe("why\n\nand how\n");
});

test("--fill-verbose indents each line of the bodies", () => {
  expect(composeFill("verbose", "bold", [newer, older])).toBe(
    "- **First**\n  why\n  \n  and how\n  \n\n- **Second**\n  ",
  );
});

test("what nobody knows is not composed", () => {
  expect(composeFill("fill", "plain", [])).toBe(null);
  expect(composeFill("fill", fillForm("gh version 2.44.1 (2024-02-22)"), [older])).toBe(null);
  expect(fillForm("gh version 2.23.0 (2023-02-27 Debian 2.23.0+dfsg1-1)")).toBe("plain");
  expect(fillForm("gh version 2.60.1 (2024-10-25)")).toBe("bold");
  expect(fillForm("something else")).toBe(null);
  expect(heedsGhRepo("gh version 2.23.0")).toBe(false);
  expect(heedsMergeBase("gh version 2.64.0")).toBe(true);
});

test("git is asked as gh asks, and its answer read", () => {
  expect(fillLogArguments("origin/main", headBranch("me:topic")).slice(-2)).toEqual([
    "--cherry",
    "origin/main...topic",
  ]);
  const output = "0a1b2c3d\0Second\0\0\n1a1b2c3d\0First, with a comma\0why\n\0";
  expect(readFillLog(output)).toEqual([newer, { title: "First, with a comma", body: "why\n" }]);
  expect(readFillLog("")).toEqual([]);
  expect(readFillLog("warning\0x")).toBe(null);
});
