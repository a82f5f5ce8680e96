/** Says on standard error what there is to say about a push. */
import type { Decision, Host } from "../host.ts";
import type { JudgedCommit, Report } from "../report/report.ts";
import { finishInHook, shownPlace } from "../report/notices.ts";
import { isOn } from "../plan/own-variables.ts";

const mostShown = 10;
const shortId = 12;

/** Warnings are printed under -q too, and so are the commits that they are about. */
export function sayPush(teller: Host, report: Report, isDryRun: boolean): Decision {
  const host = isDryRun ? neverQuiet(teller) : teller;
  if (report.decision.action === "exit" || !isOn(host, "INTERLOCK_QUIET"))
    host.write(2, renderCommits(host, report.commits));
  return finishInHook(host, { ...report, quiet: false });
}

/** Somebody who tries a push out wants to know. */
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
