/** Says what was decided about a push: records it, and prints the report on standard error. */
import type { Decision, Host } from "../host.ts";
import { finishInHook, shownPlace } from "../report/notices.ts";
import type { About } from "../report/record-event.ts";
import type { JudgedCommit, Report, SentPush } from "../report/report.ts";
import { isOn } from "../plan/own-variables.ts";
import { announcedLine } from "./parse-updates.ts";

const mostShown = 10;
const shortId = 12;

/** Warnings, and the commits they are about, are printed even under -q. */
export function finishPush(
  caller: Host,
  report: Report,
  about: Omit<About, "push">,
  { remote, lines, isDryRun, isReported, refusal }: SentPush,
): Decision {
  if (isReported) return report.decision;
  const host = isDryRun ? neverQuiet(caller) : caller;
  if (report.problems.length > 0 || !isOn(host, "INTERLOCK_QUIET"))
    host.write(2, renderCommits(host, report.commits));
  const push = { remote, updates: lines.map(updateOf) };
  const decision = finishInHook(host, { ...report, quiet: false }, isDryRun ? null : { ...about, push });
  if (refusal === "" || decision.action !== "exit" || decision.status !== 1) return decision;
  host.write(1, refusal);
  return { action: "exit", status: 0 };
}

/** A dry-run push must report, even under INTERLOCK_QUIET. */
function neverQuiet(host: Host): Host {
  return { ...host, env: (name) => (name === "INTERLOCK_QUIET" ? undefined : host.env(name)) };
}

/** For the record: what is asked for, even if it is not understood. */
function updateOf(line: string): { id: string; remoteRef: string } {
  const [, , id = "", remoteRef = ""] = announcedLine.exec(line) || [];
  return { id, remoteRef };
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
