/** An intercepted git command: decide, say what there is to say, and hand the decision back. */
import { decide } from "../decide.ts";
import { finish } from "../finish.ts";
import { judgeSending } from "../gate/sending.ts";
import type { Decision, Host } from "../host.ts";

export function runCommand(host: Host): Decision {
  const report = decide(host, { mayWrite: true });
  if (report.isSending) return judgeSending(host);
  finish(host, report, report.quiet);
  return report.decision;
}
