/** The output of a run: lines for people, one file for CI. */

export function renderDifference({ script, number, title, real, shim }) {
  return `  ${script} ${number} - ${title}: ${real} on the real git, ${shim} through the shim`;
}

export function renderSummary({ scripts, real, shim, differences }) {
  return `${scripts} scripts, ${real} tests pass on the real git, ${shim} of them through the shim, ${differences} differences`;
}

/** The row of figures in the document: no dates, no times. */
export function renderFigures(gitVersion, user, { scripts, real, shim, skipped, differences }) {
  return [gitVersion, user, scripts, real, shim, skipped, differences].join(" | ");
}

function renderSection(heading, lines) {
  return lines.length === 0 ? [] : [heading, ...lines];
}

export function renderVerdict(differences, flaky) {
  return [
    ...renderSection("differences:", differences.map(renderDifference)),
    ...renderSection("differed at first, and not when run again alone:", flaky.map(renderDifference)),
  ];
}
