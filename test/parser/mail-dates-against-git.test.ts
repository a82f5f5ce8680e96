import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseMailDate } from "../../shim/git/mail-date.ts";
import { fuzzCount, seed } from "../support/fuzz.ts";
import { realGit } from "../support/paths.ts";
import { createFolder } from "../support/temporary-folder.ts";

/** As git am's `GIT_AUTHOR_DATE` would be read: fast-import takes the dates of mails by the same parser, all in one process. */
function askGit(dates: readonly string[]): string[] {
  const cwd = createFolder();
  const git = (args: string[], input = ""): string =>
    execFileSync(realGit, args, { cwd, input, encoding: "utf8", maxBuffer: 1 << 28 });
  git(["init", "-q", "--bare"]);
  const commits = dates.map((date) => `commit refs/heads/m\ncommitter A <a@x> ${date}\ndata 0\n`);
  git(["fast-import", "--quiet", "--date-format=rfc2822"], commits.join(""));
  return git(["log", "--topo-order", "--reverse", "--format=%cd", "--date=raw", "m"]).trimEnd().split("\n");
}

const two = (most: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: most }).map((number) => `${number}`.padStart(2, "0"));
const date = fc
  .tuple(
    fc.constantFrom("", "Mon, ", "Sun, "),
    fc.integer({ min: 1, max: 31 }),
    fc.constantFrom(..."Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")),
    fc.integer({ min: 1971, max: 2099 }),
    fc.tuple(two(23), two(59), two(59)),
    fc.constantFrom("+", "-"),
    fc.tuple(two(14), two(59)),
  )
  .map(
    ([weekday, day, month, year, time, sign, zone]) =>
      `${weekday}${day} ${month} ${year} ${time.join(":")} ${sign}${zone.join("")}`,
  )
  .filter((text) => !/-000[01]$/.test(text));

test("the date of a mail, as git and mail programs write it, is the one that git reads", () => {
  const dates = fc.sample(date, { numRuns: fuzzCount(2000), seed });
  expect(dates.map(parseMailDate)).toEqual(askGit(dates));
});

test.each([
  "Thu, 5 Mar 2026 07:08:09 -0000",
  "Thu, 5 Mar 2026 07:08:09 -0001",
  "Thu, 5 Mar 2026 07:08:09 +0200 (EET)",
  "Thu, 5 Mar 2026 07:08:09 GMT",
  "Thu, 5 Mar 2026 07:08:60 +0000",
  "Thu, 5 Mar 2026 24:08:09 +0000",
  "Thu, 0 Mar 2026 07:08:09 +0000",
  "Thu, 5 Mrz 2026 07:08:09 +0000",
  "Thu, 1 Jan 1970 00:00:00 +0100",
  "2026-03-05 07:08:09 +0200",
  "yesterday",
  "",
])("'%s' is left to git", (text) => {
  expect(parseMailDate(text)).toBeNull();
});
