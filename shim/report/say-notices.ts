/** Says on standard error what there is to say about a command. */
import type { Host } from "../host.ts";
import { renderNotices } from "./notices.ts";
import type { Report } from "./report.ts";
import { shownPlace } from "./shown-place.ts";
import { isOn } from "../plan/switches.ts";

export function sayNotices(host: Host, report: Report, quiet: boolean): void {
  const isMute = report.isPlumbing || isOn(host, "INTERLOCK_QUIET");
  const notices = renderNotices(report, {
    debug: isOn(host, "INTERLOCK_DEBUG"),
    warnings: !isMute,
    notes: !isMute && !quiet,
    changes: !isMute && saysChanges(host, report, quiet),
    place: (problem) => shownPlace(host, problem),
  });
  if (notices !== "") host.write(2, notices);
}

/** Some programs take any byte on standard error for a failure, so by default only a terminal is told. */
function saysChanges(host: Host, { mode, notices }: Report, quiet: boolean): boolean {
  // There it is all that a rule does.
  if (mode === "report") return true;
  if (quiet || notices === "never") return false;
  return notices === "always" || host.isTerminal(2);
}
