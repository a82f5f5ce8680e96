/** An intercepted git command: decide, say what there is to say, and hand the decision back. */
import { decide } from "../commands/table.ts";
import { finish } from "../report/finish.ts";
import { judgeSending } from "../push/sending.ts";
import type { Decision, Host } from "../host.ts";

export function runCommand(host: Host): Decision {
  const report = decide(host, { mayWrite: true });
  if (report.isSending) return judgeSending(host);
  finish(host, report, report.quiet);
  return report.decision;
}
