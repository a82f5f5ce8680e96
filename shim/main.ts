/**
 * What the native binary runs for an intercepted command: decide, say what there is to say, and
 * hand the decision back. This file and what it imports become the embedded bytecode.
 */
import { decide } from "./decide.ts";
import type { Decision, Host } from "./host.ts";
import { renderNotices } from "./notices.ts";
import { isOn } from "./switches.ts";

export function main(host: Host): Decision {
  const report = decide(host, { mayWrite: true });
  const quiet = report.quiet || isOn(host, "INTERLOCK_QUIET");
  const notices = renderNotices(report, quiet, isOn(host, "INTERLOCK_DEBUG"));
  if (notices !== "") host.write(2, notices);
  return report.decision;
}
