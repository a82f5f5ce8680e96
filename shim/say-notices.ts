/** Says on standard error what there is to say about a command. */
import type { Host } from "./host.ts";
import { renderNotices } from "./notices.ts";
import type { Report } from "./report.ts";
import { isOn } from "./switches.ts";

export function sayNotices(host: Host, report: Report, quiet: boolean): void {
  const notices = renderNotices(
    report,
    quiet || isOn(host, "INTERLOCK_QUIET"),
    isOn(host, "INTERLOCK_DEBUG"),
  );
  if (notices !== "") host.write(2, notices);
}
