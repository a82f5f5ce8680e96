/**
 * What the native binary runs for an intercepted command: decide, say what there is to say, and
 * hand the decision back. This file and what it imports become the embedded bytecode.
 */
import { decide } from "./decide.ts";
import type { Decision, Host } from "./host.ts";
import { renderNotices } from "./notices.ts";

export function main(host: Host): Decision {
  const report = decide(host, { mayWrite: true });
  const quiet = report.quiet || host.env("INTERLOCK_QUIET") === "1";
  const notices = renderNotices(report, quiet, host.env("INTERLOCK_DEBUG") === "1");
  if (notices !== "") host.write(2, notices);
  return report.decision;
}
