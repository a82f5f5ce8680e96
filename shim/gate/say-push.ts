/** Says on standard error what there is to say about a push. */
import { finishInHook } from "../finish.ts";
import type { Host } from "../host.ts";
import type { JudgedCommit, Report } from "../report.ts";
import { isOn } from "../switches.ts";

const mostShown = 10;
const shortId = 12;

/** `quiet`: no word about commits that leave all the same. */
export function sayPush(host: Host, report: Report, quiet: boolean): void {
  if (report.decision.action === "exit" || !(quiet || isOn(host, "INTERLOCK_QUIET")))
    host.write(2, renderCommits(report.commits));
  finishInHook(host, report, quiet);
}

function renderCommits(commits: readonly JudgedCommit[]): string {
  const lines: string[] = [];
  for (const { id: commit, title, faults } of commits.slice(0, mostShown)) {
    lines.push("interlock: commit " + commit.slice(0, shortId) + " " + title + "\n");
    for (const { id, source, message } of faults) {
      const place = source === "" ? "" : " (" + source + ")";
      lines.push("    " + (id === "" ? "" : id + ": ") + message + place + "\n");
    }
  }
  if (commits.length > mostShown)
    lines.push("interlock: and " + (commits.length - mostShown) + " more commits\n");
  return lines.join("");
}
