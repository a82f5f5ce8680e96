import { expect, test } from "vitest";
import { parseTap } from "../../scripts/conformance/parse-tap.mjs";

test("every kind of result that git's test-lib prints is told from the others", () => {
  const text = [
    "ok 1 - setup",
    "not ok 2 - a failing test",
    "#\tgit commit &&",
    "#\ttest_cmp expect actual",
    "ok 3 # skip with a terminal (missing TTY)",
    "not ok 4 - a bug that is known # TODO known breakage",
    "ok 5 - a bug that was known # TODO known breakage vanished",
    "# failed 1 among remaining 5 test(s)",
    "1..5",
    "",
  ].join("\n");
  expect(parseTap(text)).toEqual({
    ended: "done",
    reason: "",
    tests: [
      { number: 1, title: "setup", outcome: "ok" },
      { number: 2, title: "a failing test", outcome: "not ok" },
      { number: 3, title: "with a terminal (missing TTY)", outcome: "skip" },
      { number: 4, title: "a bug that is known", outcome: "known breakage" },
      { number: 5, title: "a bug that was known", outcome: "known breakage vanished" },
    ],
  });
});

test.each([
  ["ok 7 - -m and -F do not mix", "-m and -F do not mix"],
  ["ok 7 - a title with # in it", "a title with # in it"],
  ["ok 7 - ", ""],
])("the title of '%s' is '%s'", (line, title) => {
  expect(parseTap(line).tests).toEqual([{ number: 7, title, outcome: "ok" }]);
});

test("a script that would not run at all says why", () => {
  const result = parseTap("1..0 # SKIP skip all tests, gpg not available\n");
  expect(result).toEqual({ ended: "skipped", reason: "skip all tests, gpg not available", tests: [] });
});

test.each([["FATAL: Unexpected exit with code 1"], ["Bail out! You haven't built things yet, have you?"]])(
  "a script that stopped in the middle has died: %s",
  (line) => {
    expect(parseTap(`ok 1 - setup\n${line}\n`)).toMatchObject({ ended: "died", reason: line });
  },
);

test("a script that prints nothing has died", () => {
  expect(parseTap("")).toEqual({ ended: "died", reason: "", tests: [] });
});
