/** Runs the real git if its results are not cached, then the shim, then again what differed. */
import { compareResults } from "./compare.mjs";
import { renderLogDifference } from "./log-difference.mjs";
import { runAll, runScript } from "./run-script.mjs";

function describe(result) {
  if (result.ended === "skipped") return `skipped (${result.reason})`;
  const passed = result.tests.filter((test) => test.outcome === "ok").length;
  const died = result.ended === "died" ? `, died: ${result.reason || result.stderr.trim()}` : "";
  return `${passed} of ${result.tests.length} pass${died}`;
}

function describeDifferences(differences) {
  return differences.length === 0 ? ", same" : `, ${differences.length} differ`;
}

/** Runs scripts on one side and prints a line for each; `keep` gets a result and may add to its line. */
async function runSide({ tree, verbose, width, say }, side, scripts, keep) {
  let done = 0;
  const jobs = scripts.map((script) => async () => {
    const result = await runScript(tree, script, side, { withLog: verbose });
    const verdict = describe(result) + keep(script, result);
    done += 1;
    say(`${side.name} ${done}/${scripts.length} ${script}: ${verdict}, ${result.seconds.toFixed(1)} s`);
  });
  const start = Date.now();
  await runAll(jobs, width);
  if (scripts.length > 0) say(`${side.name}: ${Math.round((Date.now() - start) / 1000)} s`);
}

/** Returns the results by script, and the differences that a second run did not show. */
export async function runComparison(task) {
  const { scripts, sides, known, realOnly, verbose, say } = task;
  const results = { real: {}, shim: {}, flaky: [] };
  const keepReal = (script, result) => {
    results.real[script] = result;
    known.set(script, result);
    known.save();
    return "";
  };
  const differencesOf = (script) => compareResults(script, results.real[script], results.shim[script]);
  const keepShim = (script, result) => {
    results.shim[script] = result;
    return describeDifferences(differencesOf(script));
  };

  const isNeeded = (script) => realOnly || verbose || !known.get(script);
  for (const script of scripts) results.real[script] = known.get(script);
  await runSide(task, sides.real, scripts.filter(isNeeded), keepReal);
  if (realOnly) return results;
  await runSide(task, sides.shim, scripts, keepShim);

  // Some of git's tests depend on time or load. Run both sides one after the other, with nothing in parallel.
  const differing = scripts.filter((script) => differencesOf(script).length > 0);
  const first = new Map(differing.map((script) => [script, differencesOf(script)]));
  if (differing.length > 0) say(`${differing.length} scripts differ: each is run again alone, on both sides`);
  await runSide({ ...task, width: 1 }, sides.real, differing, keepReal);
  await runSide({ ...task, width: 1 }, sides.shim, differing, keepShim);
  results.flaky = differing.flatMap((script) => {
    const again = new Set(differencesOf(script).map((difference) => difference.number));
    return first.get(script).filter((difference) => !again.has(difference.number));
  });
  if (verbose) {
    for (const script of scripts)
      say(renderLogDifference(script, results.real[script].log, results.shim[script].log));
  }
  return results;
}
