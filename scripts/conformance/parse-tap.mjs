/**
 * The results that one of git's test scripts printed. The forms are those of git's t/test-lib.sh:
 * test_ok_, test_failure_, test_known_broken_ok_, test_known_broken_failure_, test_skip, test_done.
 */
const resultLine = /^(not )?ok (\d+)(?: - (.*?))?(?: # (skip|TODO known breakage)(.*))?$/;

function outcomeOf(isNot, directive) {
  if (directive === "skip") return "skip";
  if (directive) return isNot ? "known breakage" : "known breakage vanished";
  return isNot ? "not ok" : "ok";
}

/**
 * `tests` has one entry per test. `ended` is "done" if the script printed its plan, "skipped" if it
 * did not run at all, "died" if it stopped in the middle.
 */
export function parseTap(text) {
  const tests = [];
  let ended = "died";
  let reason = "";
  for (const line of text.split("\n")) {
    const result = resultLine.exec(line);
    const plan = /^1\.\.(\d+)(?: # SKIP (.*))?/.exec(line);
    if (result) {
      const [, isNot, number, title, directive, rest] = result;
      const outcome = outcomeOf(isNot, directive);
      tests.push({ number: Number(number), title: title ?? rest?.trim() ?? "", outcome });
    } else if (plan) {
      ended = plan[1] === "0" && plan[2] !== undefined ? "skipped" : "done";
      reason = plan[2] ?? "";
    } else if (/^(Bail out!|FATAL:)/.test(line)) {
      reason = line;
    }
  }
  return { ended, reason, tests };
}
