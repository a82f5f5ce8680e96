/**
 * Runs the test files that failed once more, alone, and counts that result: a race on a busy machine passes
 * now, a defect fails twice. Many failures are no race, and nothing is run again then; so it is after an error outside of
 * any test, of which a file knows nothing. The exit status is 0 only if all tests have passed by now.
 *   run-failed-again.mjs <results> <errors>
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const most = 5;

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [results, errors] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const isFailed = ({ status }) => status === "failed";

if (!existsSync(results)) giveUp("there are no results");
const report = read(results);
const first = report.testResults.filter(isFailed);
if (first.length === 0) giveUp("no test file failed");
if (first.length > most) giveUp(`${first.length} files failed, more than ${most}`);
if (!existsSync(errors) || read(errors).length > 0) giveUp("there were errors outside of tests");

const files = first.map(({ name }) => relative(root, name));
console.error(`once more, alone: ${files.join(" ")}`);
const again = join(dirname(results), "test-results-again.json");
rmSync(again, { force: true });
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${again}`];
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "--update=none", "--maxWorkers=1", ...reporters, ...files],
  {
    cwd: root,
    stdio: "inherit",
  },
);
if (!existsSync(again)) giveUp("the second run left no results");
const second = new Map(read(again).testResults.map((file) => [file.name, file]));

const unsteady = first.flatMap((before) => {
  const after = second.get(before.name);
  if (after === undefined) giveUp(`'${before.name}' did not run again`);
  return unsteadyIn(before, after).map((title) => `${relative(root, before.name)}: ${title}`);
});
for (const test of unsteady) console.error(`unsteady: ${test}: failed first, and passed alone`);
const all = report.testResults.map((file) => second.get(file.name) ?? file);
writeFileSync(results, JSON.stringify({ ...report, ...countsOf(all), testResults: all, unsteady }));
process.exitCode = status === 0 && !all.some(isFailed) ? 0 : 1;

/** The titles of tests that failed at first only; of the file, if none of its tests did. */
function unsteadyIn(before, after) {
  if (!before.assertionResults.some(isFailed)) return isFailed(after) ? [] : ["the file as a whole"];
  const passed = new Set(
    after.assertionResults.filter((test) => test.status === "passed").map(({ fullName }) => fullName),
  );
  return before.assertionResults
    .filter((test) => isFailed(test) && passed.has(test.fullName))
    .map(({ fullName }) => fullName);
}

function countsOf(testResults) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...kinds) => tests.filter((test) => kinds.includes(test.status)).length;
  return {
    numTotalTests: tests.length,
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("skipped", "pending", "disabled"),
    success: !testResults.some(isFailed),
  };
}

function giveUp(why) {
  console.error(`no test is run again: ${why}`);
  process.exit(1);
}
