/**
 * Adds up what `.ci/run` ran: `N passed, N failed` on standard output, what failed on standard error.
 *   summary.mjs <name>=<exit status>...    the results of each are in build/
 *
 * A test file that fails although none of its tests does is one failure. So is a run without results, and one that failed
 * although each test passed. A test of git's that gives another result through the shim is a failure too.
 */
import { readFileSync } from "node:fs";

const parts = {
  tests: { title: "the tests", counts: () => countTests("build/quick-results.json") },
  thorough: {
    title: "the tests that take longer",
    counts: () => countTests("build/thorough-results.json"),
  },
  remotes: { title: "the tests with servers", counts: () => countTests("build/remotes-results.json") },
  clients: {
    title: "programs of others through the shim",
    counts: () => countTests("build/clients-results.json"),
  },
  conformance: { title: "git's own tests through the shim", counts: () => read("build/conformance.json") },
  release: { title: "the checks of a release", counts: () => read("build/release.json") },
  image: { title: "the checks of images", counts: () => read("build/image.json") },
};

const counted = process.argv.slice(2).map((word) => {
  const [name, status] = word.split("=");
  return count(parts[name], status);
});
const sum = (key) => counted.reduce((total, part) => total + part[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);

function count({ title, counts }, status) {
  let result = { passed: 0, failed: 1 };
  try {
    result = counts();
  } catch (error) {
    console.error(`no results of ${title}: ${error.message}`);
  }
  if (status !== "0" && result.failed === 0) result.failed = 1;
  console.error(`${title}: ${result.passed} passed, ${result.failed} failed`);
  return result;
}

function countTests(path) {
  const report = read(path);
  const isFailed = ({ status }) => status === "failed";
  // A file can fail although each of its tests passes: it does not load, or has snapshots that no test wants any more.
  const files = report.testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed));
  if (report.numPendingTests > 0) console.error(`${report.numPendingTests} skipped`);
  // By scripts/ci/run-failed-again.mjs.
  for (const test of report.unsteady ?? [])
    console.error(`unsteady: ${test}: failed first, and passed alone`);
  // Named at the end, where whoever reads only the end of a long log finds them.
  for (const { name, message } of files)
    console.error(`failed as a whole: ${name}: ${message.slice(0, 600)}`);
  for (const { assertionResults } of report.testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (isFailed({ status }))
        console.error(`failed: ${fullName}: ${failureMessages.join(" ").slice(0, 600)}`);
  return { passed: report.numPassedTests, failed: report.numFailedTests + files.length };
}

function read(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
