/** Prints the report about a push on standard error. */
import type { Decision, Host } from "../host.ts";
import type { JudgedCommit, Report } from "../report/report.ts";
import { finishInHook, shownPlace } from "../report/notices.ts";
import type { About } from "../report/record-event.ts";
import { isOn } from "../plan/own-variables.ts";

const mostShown = 10;
const shortId = 12;

/** Warnings, and the commits they are about, are printed even under -q. */
export function printPushReport(teller: Host, report: Report, isDryRun: boolean, about: About): Decision {
  const host = isDryRun ? neverQuiet(teller) : teller;
  if (report.problems.length > 0 || !isOn(host, "INTERLOCK_QUIET"))
    host.write(2, renderCommits(host, report.commits));
  return finishInHook(host, { ...report, quiet: false }, isDryRun ? null : about);
}

/** A dry-run push must report, even under INTERLOCK_QUIET. */
function neverQuiet(host: Host): Host {
  return { ...host, env: (name) => (name === "INTERLOCK_QUIET" ? undefined : host.env(name)) };
}

function renderCommits(host: Host, commits: readonly JudgedCommit[]): string {
  const lines: string[] = [];
  for (const { id: commit, title, faults } of commits.slice(0, mostShown)) {
    lines.push("interlock: commit " + commit.slice(0, shortId) + " " + title + "\n");
    for (const fault of faults) {
      const { id, message } = fault;
      const place = shownPlace(host, fault);
      const at = place === "" ? "" : " (" + place + ")";
      lines.push("    " + (id === "" ? "" : id + ": ") + message + at + "\n");
    }
  }
  if (commits.length > mostShown)
    lines.push("interlock: and " + (commits.length - mostShown) + " more commits\n");
  return lines.join("");
}
