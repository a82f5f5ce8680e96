/** Compares the results of one script on the real git and through the shim, test by test. */

/** Number 0 stands for the script as a whole. */
function wholeScript({ ended, reason }) {
  return { number: 0, title: "the script as a whole", outcome: reason ? `${ended} (${reason})` : ended };
}

function byNumber(result) {
  return new Map([wholeScript(result), ...result.tests].map((test) => [test.number, test]));
}

/** A test that one side did not reach, or that has another title there, is a difference too. */
export function compareResults(script, real, shim) {
  const [before, after] = [byNumber(real), byNumber(shim)];
  const numbers = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b);
  return numbers.flatMap((number) => {
    const [on, through] = [before.get(number), after.get(number)];
    const [realOutcome, shimOutcome] = [on?.outcome ?? "not run", through?.outcome ?? "not run"];
    const title = (on ?? through).title;
    if (realOutcome !== shimOutcome) return [{ script, number, title, real: realOutcome, shim: shimOutcome }];
    if (title === through.title) return [];
    return [{ script, number, title, real: realOutcome, shim: `'${through.title}'` }];
  });
}

/** How many tests pass on the real git, how many of those through the shim, how many are skipped. */
export function countTests(real, shim) {
  const passing = real.tests.filter((test) => test.outcome === "ok");
  const through = byNumber(shim);
  return {
    real: passing.length,
    shim: passing.filter((test) => through.get(test.number)?.outcome === "ok").length,
    skipped: real.tests.filter((test) => test.outcome === "skip").length,
  };
}
