/** One line per check, and the counts. */
export function createReport() {
  const counts = { passed: 0, failed: 0 };
  const say = (line) => process.stdout.write(`${line}\n`);
  /** The check passes if there are no problems. */
  const report = (title, problems) => {
    const passed = problems.length === 0;
    counts[passed ? "passed" : "failed"]++;
    say(`${passed ? "ok  " : "FAIL"} ${title}`);
    for (const problem of problems) say(`     ${problem.trim().replaceAll("\n", "\n     ")}`);
  };
  return { counts, report, say };
}
